-- KEYS: memory, the collection's deletions, conversation or "", list, then the memories that it was derived from.
-- ARGV: token, operation, at, actor, created_ms, id, details, now_ms.
-- Count a memory as created, or as stored once more. The operation's first answer is kept, so that a repeat
-- gets the same one; what it created and is deleted since, it creates anew. What a prune archived comes back.
-- "lost" when the memory was removed since it was found: only the holder of the claim begins one.
local memory, token, operation, id = KEYS[1], ARGV[1], ARGV[2], ARGV[6]
local begins = has_tombstone(memory) or not exists(memory)
if begins and not holds(claim_on(memory), token) then return {'lost', {}} end
local seen = not begins and operation ~= '' and redis.call('GET', 'once:op:' .. operation)
local verdict = seen or (begins and 'created' or 'again')
if not seen then
  if begins then
    clear(memory, id, KEYS[2])
    redis.call('HSET', memory, 'created_at', ARGV[5])
    enlist(memory, id, KEYS[4])
    derive(memory, 5)
  end
  if operation ~= '' then redis.call('SET', 'once:op:' .. operation, verdict, 'EX', 86400) end
  redis.call('HINCRBY', memory, 'occurrences', 1)
  record(memory, ARGV[3], ARGV[4], begins and 'stored' or 'stored_again', ARGV[7])
  join_conversation(memory, id, KEYS[3])
  if is_archived(memory) and not is_retracted(memory) then unarchive(memory, ARGV[8]) end
end
release(claim_on(memory), token)
return {verdict, redis.call('HGETALL', memory)}

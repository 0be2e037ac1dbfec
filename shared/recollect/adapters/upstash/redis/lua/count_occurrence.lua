-- KEYS: memory, the collection's deletions, conversation or "", list, then what it supersedes, then the memories
-- that it was derived from.
-- ARGV: token, operation, at, actor, created_ms, id, details, stamp, ms, outcome, correction or "",
-- "1" if sensitive, how many it supersedes, from how many it was derived, the state that its record has, authority, "1" if
-- only the keys are locked, "1" if the actor may judge, the details of an occurrence whose outcome is not taken.
-- Count a memory as created, or as stored once more. The operation's first answer is kept, so that a repeat
-- gets the same one; what it created and is deleted since, it creates anew.
-- "lost" when the memory was removed since it was found: only the holder of the claim begins one. Last in the
-- answer is 1 when it begins anew after a deletion of a moment ago.
-- A success confirms the memory and decides nothing, but that what a prune archived comes back; another outcome is
-- a downvote, and stands as of now. While it does and nobody else said so, it is the writer's (`claimed`). Of whoever
-- neither began the memory nor may judge it is not taken ("unheard"): else storing again would judge without the right.
local memory, token, operation, id = KEYS[1], ARGV[1], ARGV[2], ARGV[6]
local outcome, correction = ARGV[10], ARGV[11]
-- What a deletion left hangs on keys that only the store knows: "entombed", and nothing was done.
if has_tombstone(memory) and ARGV[17] == '1' then return {'entombed', {}, 0} end
local begins = has_tombstone(memory) or not exists(memory)
if begins and not holds(claim_on(memory), token) then return {'lost', {}, 0} end
local seen = not begins and operation ~= '' and redis.call('GET', 'once:op:' .. operation)
local was_gone = begins and is_gone(memory)
local judge = judge_of(ARGV[4], ARGV[16])
local is_own = begins or (redis.call('HGET', memory, 'writer') or '') == judge
local is_heard = is_own or ARGV[18] == '1' or outcome == 'success'
local verdict = seen or (begins and 'created' or is_heard and 'again' or 'unheard')
if not seen then
  if begins then
    clear(memory, id, KEYS[2])
    redis.call('HSET', memory, 'created_at', ARGV[5], 'state', ARGV[15])
    enlist(memory, id, KEYS[4])
    relate(memory, id, ARGV[12], 5, tonumber(ARGV[13]), tonumber(ARGV[14]))
  end
  if operation ~= '' then redis.call('SET', 'once:op:' .. operation, verdict, 'EX', 86400) end
  redis.call('HINCRBY', memory, 'occurrences', 1)
  if outcome == 'success' then
    if not begins then advance(memory, 'stored_at', ARGV[9]) end
    if is_archived(memory) and not is_retracted(memory) then unarchive(memory, ARGV[9]) end
  elseif is_heard then
    local before = redis.call('HGET', memory, 'outcome')
    if decide(memory, outcome, correction, '', ARGV[8], is_own and 'writer' or 'judge') then
      if not is_own then redis.call('HDEL', memory, 'claimed')
      elseif before ~= outcome then redis.call('HSET', memory, 'claimed', '1') end
    end
    cast(memory, 'downvote', judge, ARGV[3], ARGV[8])
  end
  if is_heard then take_writers_side(memory, judge, begins, outcome == 'success', ARGV[8]) end
  if judge ~= '' then redis.call('SADD', part(memory, 'writers'), judge) end
  record(memory, ARGV[3], ARGV[4], begins and 'stored' or 'stored_again', is_heard and ARGV[7] or ARGV[19])
  join_conversation(memory, id, KEYS[3])
end
release(claim_on(memory), token)
return {verdict, keep(memory), was_gone and 1 or 0}

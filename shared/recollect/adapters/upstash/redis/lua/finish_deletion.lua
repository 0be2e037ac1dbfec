-- KEYS: memory, the collection's deletions, what the operation has deleted or "". ARGV: token, id, how many records
-- went, seconds. Finish a deletion. The answer is how many records and keys went, and is kept for the operation's repeat.
local memory, deleted, token, id, vectors = KEYS[1], KEYS[3], ARGV[1], ARGV[2], ARGV[3]
local went = deleted ~= '' and redis.call('HGET', deleted, id)
if went then return went end
if not holds(claim_on(memory), token) then return vectors .. ' 0' end
went = vectors .. ' ' .. erase(memory, id)
if deleted ~= '' and went ~= '0 0' then
  redis.call('HSET', deleted, id, went)
  redis.call('EXPIRE', deleted, ARGV[4])
end
redis.call('SREM', KEYS[2], id)
redis.call('SET', part(memory, 'gone'), '1', 'EX', 60)
release(claim_on(memory), token)
return went

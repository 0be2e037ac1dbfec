-- KEYS: memory, the collection's deletions. ARGV: token, id. Finish a deletion; how many keys went.
local memory, token, id = KEYS[1], ARGV[1], ARGV[2]
if not holds(claim_on(memory), token) then return 0 end
local removed = erase(memory, id)
redis.call('SREM', KEYS[2], id)
redis.call('SET', part(memory, 'gone'), '1', 'EX', 60)
release(claim_on(memory), token)
return removed

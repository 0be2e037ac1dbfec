-- KEYS: memory. ARGV: id, expected revision or "". How many keys went; -1 when it has moved on.
-- A short mark keeps what is still under way from bringing the memory back.
local memory, id = KEYS[1], ARGV[1]
if ARGV[2] ~= '' and (redis.call('HGET', memory, 'revision') or '0') ~= ARGV[2] then return -1 end
for _, run in ipairs(redis.call('SMEMBERS', part(memory, 'runs'))) do
  redis.call('HDEL', run, id, id .. '_at')
end
for _, conversation in ipairs(redis.call('SMEMBERS', part(memory, 'conversations'))) do
  redis.call('SREM', conversation, id)
end
local removed = 0
for _, answer in ipairs(redis.call('SMEMBERS', part(memory, 'answers'))) do
  removed = removed + redis.call('DEL', answer)
end
for _, name in ipairs({'voters', 'log', 'runs', 'conversations', 'answers', 'claim'}) do
  removed = removed + redis.call('DEL', part(memory, name))
end
removed = removed + redis.call('DEL', memory)
redis.call('SET', part(memory, 'gone'), '1', 'EX', 60)
return removed

-- KEYS: list, then the items' hashes. ARGV: how many items. Take items from the list, and remove what is kept of them; how many keys went.
local removed = 0
for i = 2, ARGV[1] + 1 do
  local place = redis.call('HGET', KEYS[i], 'listed')
  if place then redis.call('ZREM', KEYS[1], place) end
  removed = removed + redis.call('DEL', KEYS[i])
  redis.call('DEL', part(KEYS[i], 'sum'))
end
return removed

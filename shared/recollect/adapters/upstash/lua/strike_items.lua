-- KEYS: list, then the items' hashes. Take items from the list, and remove what is kept of them; how many keys went.
local removed = 0
for i = 2, #KEYS do
  local place = redis.call('HGET', KEYS[i], 'listed')
  if place then redis.call('ZREM', KEYS[1], place) end
  removed = removed + redis.call('DEL', KEYS[i])
end
return removed

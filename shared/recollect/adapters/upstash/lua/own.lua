-- KEYS: hashes of what is about to be written. ARGV: who writes, "1" who may take over, then pairs: the
-- place of one that is superseded, and the id of what supersedes it.
-- {} when all are the writer's now; the place and the writer of the first that is somebody else's, and
-- then nothing was done.
for place, record in ipairs(KEYS) do
  local writer = foreign_writer(record, ARGV[1], ARGV[2])
  if writer then return {place, writer} end
end
for _, record in ipairs(KEYS) do redis.call('HSET', record, 'writer', ARGV[1]) end
for at = 3, #ARGV, 2 do note_successor(KEYS[tonumber(ARGV[at])], ARGV[at + 1], '0') end
return {}

-- KEYS: hashes of what is about to be written. ARGV: who writes, or "" for nobody, who owns nothing; "1" who may take
-- over, how many hashes, then pairs: the place of one that is superseded, and the id of what supersedes it.
-- {} when all are the writer's now; the place and the writer of the first that is somebody else's, and
-- then nothing was done.
local hashes = tonumber(ARGV[3])
for place = 1, hashes do
  local writer = foreign_writer(KEYS[place], ARGV[1], ARGV[2])
  if writer then return {place, writer} end
end
if ARGV[1] ~= '' then
  for place = 1, hashes do redis.call('HSET', KEYS[place], 'writer', ARGV[1]) end
end
for at = 4, #ARGV, 2 do note_successor(KEYS[tonumber(ARGV[at])], ARGV[at + 1], '0') end
for place = 1, hashes do keep(KEYS[place]) end
return {}

-- KEYS: once, then the memories that the answer tells about. ARGV: request hash, answer, seconds, how many memories.
-- The first answer wins, and is what everybody gets. It goes when one of its memories goes.
local kept = redis.call('GET', KEYS[1])
if kept and string.len(kept) > string.len(ARGV[1]) then return kept end
for i = 2, ARGV[4] + 1 do
  if is_gone(KEYS[i]) then return ARGV[1] .. ARGV[2] end
  redis.call('SADD', part(KEYS[i], 'answers'), KEYS[1])
  redis.call('EXPIRE', part(KEYS[i], 'answers'), ARGV[3])
end
redis.call('SET', KEYS[1], ARGV[1] .. ARGV[2], 'EX', ARGV[3])
return ARGV[1] .. ARGV[2]

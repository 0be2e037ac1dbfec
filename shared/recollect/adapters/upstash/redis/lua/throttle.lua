-- KEYS: a caller on an app. ARGV: now (ms), ms a request, ms that may be drawn ahead. Count a request; how many ms it has
-- to wait, and then it was not counted. What is kept is when all that was let in would have come at an even pace (GCRA,
-- the generic cell rate algorithm: ITU-T I.371), which is a bucket of tokens in one number.
local now, each, ahead = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local due = math.max(now, tonumber(redis.call('GET', KEYS[1]) or '0'))
if due - now > ahead then return math.ceil(due - now - ahead) end
redis.call('SET', KEYS[1], string.format('%.3f', due + each), 'PX', math.ceil(due + each - now))
return 0

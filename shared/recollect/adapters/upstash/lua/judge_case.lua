-- KEYS: case. ARGV: actor, authority, stamp, outcome. "" when it is noted, or a later outcome stands; "=own" when it is
-- the actor's own run, "!" when there is no case, and then nothing was done.
if redis.call('EXISTS', KEYS[1]) == 0 then return '!' end
local judge = judge_of(ARGV[1], ARGV[2])
if ARGV[2] == '' and redis.call('HGET', KEYS[1], OPENER) == judge then return '=own' end
set_if_newer(KEYS[1], 'outcome', ARGV[4], ARGV[3])
return ''

-- KEYS: what is known of a project's knowledge, then the candidates kept for a query, if any are kept. The knowledge's
-- version, whether it has turns, passages and cases, and the candidates.
local state = redis.call('HMGET', KEYS[1], 'version', 'has_turns', 'has_passages', 'has_cases')
state[5] = KEYS[2] and redis.call('GET', KEYS[2])
return state

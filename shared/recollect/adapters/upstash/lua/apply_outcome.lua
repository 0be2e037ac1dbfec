-- KEYS: memory. ARGV: operation, at, actor, stamp, outcome, correction or "", category or "", details.
-- False when it is gone. An operation with an id counts once; one without counts unless it says what
-- is there already, so that a repeat of the same request changes nothing.
local memory, outcome, correction, category = KEYS[1], ARGV[5], ARGV[6], ARGV[7]
local function is_already(field, value) return (redis.call('HGET', memory, field) or '') == value end

if is_gone(memory) then return false end
if ARGV[1] == '' and is_already('outcome', outcome)
  and (correction == '' or is_already('correction', correction))
  and (category == '' or is_already('category', category)) then
  return redis.call('HGETALL', memory)
end
if first_time(ARGV[1]) then
  set_if_newer(memory, 'outcome', outcome, ARGV[4])
  if correction ~= '' or outcome == 'success' then
    set_if_newer(memory, 'correction', correction, ARGV[4])
  end
  if category ~= '' then set_if_newer(memory, 'category', category, ARGV[4]) end
  redis.call('HINCRBY', memory, outcome == 'success' and 'upvotes' or 'downvotes', 1)
  record(memory, ARGV[2], ARGV[3], outcome == 'corrected' and 'corrected' or 'outcome_recorded', ARGV[8])
end
return redis.call('HGETALL', memory)

-- KEYS: memory. ARGV: operation, at, actor, authority, vote, voter or "", details, stamp. False when it is gone,
-- '=own' when its writer votes. Of two votes of a voter the later one stands.
local memory, vote, voter, stamp = KEYS[1], ARGV[5], ARGV[6], ARGV[8]
local judge = judge_of(ARGV[3], ARGV[4])
local voters, voted_at = part(memory, 'voters'), part(memory, 'voted_at')
local function is_outdated() return voter ~= '' and is_later(redis.call('HGET', voted_at, voter), stamp) end
if is_gone(memory) then return false end
if judges_own(memory, ARGV[3], ARGV[4]) then return '=own' end
if first_time(ARGV[1]) and not is_outdated() then
  local before = voter ~= '' and redis.call('HGET', voters, voter)
  if voter ~= '' then redis.call('HSET', voted_at, voter, stamp) end
  local is_in_vain = before and place_of_vote(memory, voter) == 'beyond' and is_anothers(memory, voter, judge)
  if before ~= vote or is_in_vain then
    if before then recast(memory, before, vote, voter, judge, ARGV[2])
    else cast(memory, vote, voter, judge, ARGV[2]) end
    if voter ~= '' then redis.call('HSET', voters, voter, vote) end
  end
  if before ~= vote then record(memory, ARGV[2], ARGV[3], 'voted', ARGV[7]) end
  if vote == 'upvote' then prove(memory, judge, stamp) else oppose(memory, judge, stamp) end
end
return keep(memory)

-- KEYS: memory. ARGV: operation, at, actor, authority, vote, voter or "", details, stamp. False when it is gone,
-- '=own' when its writer votes. Told of a voter is the vote of the latest moment, whoever brings it; believed is what each
-- judge has said of it last, and what the operator has takes the place of all that was said before.
local memory, vote, voter, stamp = KEYS[1], ARGV[5], ARGV[6], ARGV[8]
local judge, influence = judge_of(ARGV[3], ARGV[4]), part(KEYS[1], 'influence')
local voters, voted_at = part(memory, 'voters'), part(memory, 'voted_at')

local function tell(change, told)
  if told == vote then return end
  if told then shift(change, told, -1, 0) end
  shift(change, vote, 1, 0)
  if voter ~= '' then redis.call('HSET', voters, voter, vote) end
  record(memory, ARGV[2], ARGV[3], 'voted', ARGV[7])
end

local function say(change, told, own)
  if judge == '' and told then take_all_back(influence, change, voter) end
  if own and own.day ~= BEYOND and judge ~= '' then change_word(influence, change, own, vote, voter, judge, stamp)
  else believe(influence, change, vote, voter, judge, ARGV[2], stamp) end
end

if is_gone(memory) then return false end
if judges_own(memory, ARGV[3], ARGV[4]) then return '=own' end
local told = voter ~= '' and redis.call('HGET', voters, voter) or nil
local told_at = voter ~= '' and redis.call('HGET', voted_at, voter)
-- Of an imported vote nobody knows who brought it, or when: it counts as the operator's.
if told and not told_at then keep_word(influence, voter, '', {stamp = '', vote = told, day = ANY}) end
local own = voter ~= '' and word_for(influence, voter, judge)
if first_time(ARGV[1]) then
  if not (own and is_later(own.stamp, stamp)) then
    local change = {}
    say(change, told, own)
    if not is_later(told_at, stamp) then
      tell(change, told)
      if voter ~= '' then redis.call('HSET', voted_at, voter, stamp) end
    end
    count_votes(memory, change)
  end
  if vote == 'upvote' then prove(memory, judge, stamp) else oppose(memory, judge, stamp) end
end
return keep(memory)

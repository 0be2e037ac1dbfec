-- How votes are counted: what is told of a voter, and what is believed by each judge's word.

-- By how much the votes change that are told, and those that are believed.
local function shift(change, vote, told, believed)
  local so_far = change[vote] or {told = 0, believed = 0}
  change[vote] = {told = so_far.told + told, believed = so_far.believed + believed}
end

local function count_votes(memory, change)
  for vote, by in pairs(change) do
    if by.told ~= 0 then count(memory, vote .. 's', by.told) end
    if by.told ~= by.believed then count_beyond(memory, vote .. 's', by.told - by.believed) end
  end
end

-- What a judge says of a voter: of when, the vote, and the day whose place it has: 'beyond' if none, 'any' for what the
-- operator says, which needs none.
local BEYOND, ANY = 'beyond', 'any'
local function words_for(voter) return 'voter ' .. voter .. '\n' end

local function word_for(influence, voter, judge)
  local kept = redis.call('HGET', influence, words_for(voter) .. line_of(judge))
  local stamp, vote, day = string.match(kept or '', '^(%d*) (%a+) (%S+)$')
  return stamp and {stamp = stamp, vote = vote, day = day}
end

local function keep_word(influence, voter, judge, word)
  local kept = word.stamp .. ' ' .. word.vote .. ' ' .. word.day
  redis.call('HSET', influence, words_for(voter) .. line_of(judge), kept)
end

-- A judge has one place, of the latest day on which it spoke. It knows the day, a vote, of when that is, and whose; ''
-- where nobody is named. What had the place on days before stays believed.
local function place_for(judge) return 'vote ' .. line_of(judge) end

local function take_place(influence, judge, word, voter)
  redis.call('HSET', influence, place_for(judge), table.concat({word.day, word.vote, word.stamp, voter}, ' '))
end

local function in_place(influence, judge)
  local kept = judge ~= '' and redis.call('HGET', influence, place_for(judge)) or ''
  local day, vote, stamp, voter = string.match(kept, '^(%S+) (%a+) (%d*) (.*)$')
  return day and {day = day, vote = vote, stamp = stamp}, voter
end

-- Believe a vote by a judge's word. Of those of a day that of the latest moment has the place, the others are beyond.
local function believe(influence, change, vote, voter, judge, at, stamp)
  local word = {stamp = stamp, vote = vote, day = judge == '' and ANY or string.sub(at, 1, 10)}
  local other, whose = in_place(influence, judge)
  local is_same_day = other and other.day == word.day
  if other and (other.day > word.day or is_same_day and is_later(other.stamp, stamp)) then word.day = BEYOND
  else
    local displaced = is_same_day and word_for(influence, whose, judge)
    if is_same_day then shift(change, other.vote, 0, -1) end
    if displaced and displaced.day == word.day then
      displaced.day = BEYOND
      keep_word(influence, whose, judge, displaced)
    end
    shift(change, vote, 0, 1)
    if judge ~= '' then take_place(influence, judge, word, voter) end
  end
  if voter ~= '' then keep_word(influence, voter, judge, word) end
end

-- Count a vote of nobody who is named.
local function cast(memory, vote, judge, at, stamp)
  local change = {}
  shift(change, vote, 1, 0)
  believe(part(memory, 'influence'), change, vote, '', judge, at, stamp)
  count_votes(memory, change)
end

local function has_place(influence, judge, word, voter)
  local kept, whose = in_place(influence, judge)
  return kept and kept.day == word.day and whose == voter
end

-- Change what a judge has said of a voter, and is believed.
local function change_word(influence, change, own, vote, voter, judge, stamp)
  local word = {stamp = stamp, vote = vote, day = own.day}
  shift(change, own.vote, 0, -1)
  shift(change, vote, 0, 1)
  if has_place(influence, judge, own, voter) then take_place(influence, judge, word, voter) end
  keep_word(influence, voter, judge, word)
end

-- What all have said of a voter, by judge.
local function all_words_for(influence, voter)
  local prefix, words = words_for(voter), {}
  for _, field in ipairs(redis.call('HKEYS', influence)) do
    local judge = string.sub(field, 1, #prefix) == prefix and string.sub(field, #prefix + 1)
    if judge then words[judge] = word_for(influence, voter, judge) end
  end
  return words
end

-- Take back what all have said of a voter.
local function take_all_back(influence, change, voter)
  for judge, word in pairs(all_words_for(influence, voter)) do
    if word.day ~= BEYOND then shift(change, word.vote, 0, -1) end
    if has_place(influence, judge, word, voter) then redis.call('HDEL', influence, place_for(judge)) end
    redis.call('HDEL', influence, words_for(voter) .. judge)
  end
end

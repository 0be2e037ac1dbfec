-- What runs were shown, as it is counted once they are judged.

-- The trials of a month have one field for each probability of being shown: how many that were shown it went well and
-- badly, then how many that did without. Of a year are kept.
local PLACE_OF = {
  ['shown success'] = 1, ['shown failure'] = 2, ['withheld success'] = 3, ['withheld failure'] = 4
}

local function forget_trials(place, month)
  local a_year_ago = string.format('%04d', tonumber(string.sub(month, 1, 4)) - 1) .. string.sub(month, 5)
  for _, field in ipairs(redis.call('HKEYS', place)) do
    local of = string.match(field, '^trials (%d%d%d%d%-%d%d) ')
    if of and of <= a_year_ago then redis.call('HDEL', place, field) end
  end
end

-- Count a trial in a month, or take it back.
local function count_trial(place, side, propensity, ended, month, by)
  local field, counts = 'trials ' .. month .. ' ' .. propensity, {}
  local kept = redis.call('HGET', place, field)
  if not kept and by < 0 then return end
  if not kept then forget_trials(place, month) end
  for each in string.gmatch(kept or '0 0 0 0', '%d+') do counts[#counts + 1] = tonumber(each) end
  local which = PLACE_OF[side .. ' ' .. ended]
  counts[which] = math.max(0, counts[which] + by)
  redis.call('HSET', place, field, table.concat(counts, ' '))
end

-- The outcome of a trial that is counted, if one is, and in which month: `success 2026-11`.
local function counted_in(exposures, memory)
  return string.match(redis.call('HGET', exposures, counted_of(memory)) or '', '^(%a+) (%S+)$')
end

local function keep_counted(exposures, memory, outcome, month)
  if not outcome then return redis.call('HDEL', exposures, counted_of(memory)) end
  redis.call('HSET', exposures, counted_of(memory), outcome .. ' ' .. month)
end

-- The outcome that is believed; nil where none is or both are.
local function the_one(words)
  local outcome = next(words)
  return outcome and not next(words, outcome) and outcome or nil
end

-- Count a run's outcome for what it was shown and what was withheld from it, at each memory and in all: not for what it
-- was certain to be shown, of which nothing is learned. Whether the run has cited it, too, does not matter. Nothing is
-- said of what `is_own` to the judge.
local function count_trials(exposures, totals, outcome, judge, at, stamp, is_own)
  for _, memory in ipairs(redis.call('HKEYS', exposures)) do
    -- What is believed is kept here, too, and may be gone since the fields were named.
    local shown = redis.call('HGET', exposures, memory) or ''
    local side, propensity = string.match(shown, '^(%a+) (%S+) %d+$')
    local chance = tonumber(propensity or '1')
    if chance > 0 and chance < 1 and exists(memory) and not is_gone(memory) and not is_own(memory) then
      local before, month = counted_in(exposures, memory)
      local word = the_one(
        believed_after(memory, place_of_exposure(memory, exposures), outcome, judge, at, stamp))
      if before ~= word then
        local list, now = redis.call('HGET', memory, 'listed'), string.sub(at, 1, 7)
        local all = string.sub(list, -10) == ':sensitive' and totals .. ':sensitive' or totals
        for _, place in ipairs({memory, all}) do
          if before then count_trial(place, side, propensity, before, month, -1) end
          if word then count_trial(place, side, propensity, word, now, 1) end
        end
        keep_counted(exposures, memory, word, now)
        keep(memory)
      end
    end
  end
end

-- How it is counted how runs ended: by whose word that is believed, and in which contexts.

-- What is believed of a judge is bounded twice: runs that cited the memory, and trials, which are runs that were shown it.
-- In most of those something else was needed, so they must not use up what the judge may say of the others. The believed
-- ones are in lines, the oldest first, each with its day.
local CITED, SHOWN = 'run', 'trial'
local function place_of_taken(memory, bounded, judge) return part(memory, 'influence'), bounded .. 's ' .. judge end

-- Whether one more run of a judge's is believed: one a day, of trials the first three, of citations the latest
-- (`release_oldest`).
local function takes_run(memory, place, judge, at)
  if judge == '' then return true end
  local influence, field = place_of_taken(memory, place.bounded, judge)
  local taken, day = redis.call('HGET', influence, field) or '', string.sub(at, 1, 10)
  local _, named = string.gsub(taken, '\n', '')
  if string.find('\n' .. taken, '\n' .. day .. ' ', 1, true) then return false end
  if place.bounded == SHOWN and named >= MOST_RUNS then return false end
  redis.call('HSET', influence, field, taken .. day .. ' ' .. place.run .. '\n')
  return true
end

-- Where it is kept what is believed of how a run ended: of what it cited for good, of what it was shown as long as that
-- is. Each outcome that is believed has a field with the latest moment of which that was said, and, if not the operator
-- has, the names of the judges in lines, and for each of them its own moment (15 digits), in the same order.
local OPPOSITE = {success = 'failure', failure = 'success'}

local function place_of_citation(memory, run)
  return {key = part(memory, 'influence'), name = 'ended ' .. run, bounded = CITED, run = run}
end

local function place_of_exposure(memory, exposures)
  return {key = exposures, name = memory, bounded = SHOWN, run = exposures}
end

-- The words by which an outcome is believed, each with its judge ('' is the operator) and its moment; nil for none.
local function words_on(place, outcome)
  local field = place.name .. ' ' .. outcome
  local latest, names, moments = unpack(redis.call('HMGET', place.key, field, field .. ' judge', field .. ' at'))
  if not latest then return nil end
  if not names then return {{judge = '', stamp = latest}} end
  local words = {}
  for judge in string.gmatch(names, '([^\n]*)\n') do
    words[#words + 1] = {judge = judge, stamp = string.sub(moments, 15 * #words + 1, 15 * #words + 15)}
  end
  return words
end

local function latest_of(words)
  local latest = ''
  for _, word in ipairs(words) do if is_later(word.stamp, latest) then latest = word.stamp end end
  return latest
end

local function is_settled(words) return words and words[1].judge == '' end

local function keep_words(place, outcome, words)
  local field = place.name .. ' ' .. outcome
  if not words or is_settled(words) then redis.call('HDEL', place.key, field .. ' judge', field .. ' at') end
  if not words then return redis.call('HDEL', place.key, field) end
  redis.call('HSET', place.key, field, latest_of(words))
  if is_settled(words) then return end
  local names, moments = '', ''
  for _, word in ipairs(words) do names, moments = names .. word.judge .. '\n', moments .. word.stamp end
  redis.call('HSET', place.key, field .. ' judge', names, field .. ' at', moments)
end

-- The outcomes that are believed, each with the words on it.
local function believed_at(place)
  local believed = {}
  for outcome in pairs(OPPOSITE) do believed[outcome] = words_on(place, outcome) end
  return believed
end

-- Take a judge's word from others, and nil for the last one; that word.
local function without_word(words, judge)
  local left, own = {}, nil
  for _, word in ipairs(words or {}) do
    if word.judge == judge then own = word else left[#left + 1] = word end
  end
  return next(left) and left, own
end

-- Change what is believed by what a judge says. What one has said is its own to change, by what it says of a later
-- moment, whatever others have said of when. The operator's word stands alone. Another's is believed beside those of
-- others, within its judge's bounds (if the place has any), but not beside the operator's. Of very many who say the same
-- the first are named: an outcome is believed as much by those.
local function hear(memory, place, believed, outcome, judge, at, stamp)
  local other = OPPOSITE[outcome]
  local same, said = without_word(believed[outcome], judge)
  local opposite, denied = without_word(believed[other], judge)
  local own = said or denied
  if own and is_later(own.stamp, stamp) then return end
  if judge == '' then same, opposite = nil, nil
  elseif is_settled(same) or is_settled(opposite) then return
  elseif not said and same and #same >= MOST_JUDGES then
    if not own then return end
    judge = nil
  elseif not own and place.bounded and not takes_run(memory, place, judge, at) then return end
  same = same or {}
  if judge then same[#same + 1] = {judge = judge, stamp = stamp} end
  believed[outcome], believed[other] = same, opposite or nil
  for each in pairs(OPPOSITE) do keep_words(place, each, believed[each]) end
end

-- What is believed once a judge has spoken, and what was before.
local function believed_after(memory, place, outcome, judge, at, stamp)
  local believed, before = believed_at(place), {}
  for each, words in pairs(believed) do before[each] = words end
  hear(memory, place, believed, outcome, line_of(judge), at, stamp)
  return believed, before
end

local function judges_in(believed)
  local names = {}
  for _, words in pairs(believed) do
    for _, word in ipairs(words) do if word.judge ~= '' then names[word.judge] = true end end
  end
  return names
end

-- How the run of a case ended: well while more judges say so than say otherwise, or the operator does; where as many
-- do, nobody can tell.
local function place_of_case(case) return {key = case, name = 'ended'} end

local function conclude(case, believed)
  local well, badly = believed.success, believed.failure
  local more = #(well or {}) - #(badly or {})
  local outcome = 'undecided'
  if not next(believed) then outcome = 'void'
  elseif is_settled(well) or not is_settled(badly) and more > 0 then outcome = 'success'
  elseif is_settled(badly) or more < 0 then outcome = 'failure' end
  redis.call('HSET', case, 'outcome', outcome, 'outcome_at', latest_of(believed[outcome] or {}))
end

-- As if none of the runs that cited a memory had been judged, so that their judges may say as much anew; but what they
-- have said of a trial goes on counting.
local function forget_judged_runs(memory)
  local influence, of_runs = part(memory, 'influence'), {runs = true, ended = true, ['in'] = true}
  for _, field in ipairs(redis.call('HKEYS', influence)) do
    if of_runs[string.match(field, '^%a+')] then redis.call('HDEL', influence, field) end
  end
end

-- Count a citation by what is told of its run (nil for nothing) and what is believed: beyond is what is told and not
-- believed, less what is believed and not told.
local COUNTER = {success = 'successes', failure = 'failures'}

-- How many runs that cited a memory failed since one of them succeeded, by what is told of each, and of which moment
-- that was said first; of very many a hundred.
local MOST_FAILED = 100
local function endings_of(memory) return part(memory, 'endings') end

-- Of an imported memory it is known when a run succeeded last, and how many have failed since, though not when.
local function note_imported_endings(memory)
  local succeeded_at, failed = unpack(redis.call('HMGET', memory, 'succeeded_at', 'failed_last'))
  local endings = endings_of(memory)
  if succeeded_at then redis.call('ZADD', endings, succeeded_at, 'success before 0') end
  for each = 1, math.min(tonumber(failed or '0'), MOST_FAILED) do
    redis.call('ZADD', endings, string.format('%.0f', tonumber(succeeded_at or '0') + each), 'failure before ' .. each)
  end
end

local function note_ending(memory, run, outcome, stamp)
  local endings = endings_of(memory)
  redis.call('ZREM', endings, OPPOSITE[outcome] .. ' ' .. run)
  redis.call('ZADD', endings, string.format('%.0f', stamp), outcome .. ' ' .. run)
  local failed = 0
  -- Of one moment a success comes first, as its name does.
  for _, ending in ipairs(redis.call('ZREVRANGE', endings, 0, MOST_FAILED - 1)) do
    if string.sub(ending, 1, 8) == 'success ' then break end
    failed = failed + 1
  end
  redis.call('HSET', memory, 'failed_last', failed)
end

local function tally(memory, told, words, by)
  for outcome, counter in pairs(COUNTER) do
    local is_told, is_believed = told == outcome, words[outcome] ~= nil
    if is_told then count(memory, counter, by) end
    if is_told ~= is_believed then count_beyond(memory, counter, is_told and by or -by) end
  end
end

-- What is believed of runs is counted for the contexts that they are in, too: for their stage, their category, and
-- both; and once more what is by the word of bounded judges, with how many those are: `2 1 3` for two that went well, one
-- that went badly, and three judges. Of very many contexts the first are, so that there is room for what supersedes the
-- memory.
local IN_CONTEXT, BOUNDED, MOST_WITH_CONTEXTS = 'in context ', 'bounded in context ', 96
local function bounded_in(context) return BOUNDED .. context end

local function contexts_of(run)
  local stage, category = string.match(redis.call('HGET', run, CONTEXT) or '\n', '^(.*)\n(.*)$')
  local contexts = {[stage .. '\n'] = true, ['\n' .. category] = true, [stage .. '\n' .. category] = true}
  contexts['\n'] = nil
  return contexts
end

-- By how many more judges a context is judged, once these have taken their words of a run back and those have said theirs.
local function count_judges(memory, context, before, now)
  local influence, more = part(memory, 'influence'), 0
  local function counted(judge, by)
    local field = IN_CONTEXT .. judge .. '\n' .. context
    local runs = redis.call('HINCRBY', influence, field, by)
    if runs <= 0 then redis.call('HDEL', influence, field) end
    return runs
  end
  for judge in pairs(before) do if not now[judge] and counted(judge, -1) == 0 then more = more - 1 end end
  for judge in pairs(now) do if not before[judge] and counted(judge, 1) == 1 then more = more + 1 end end
  return more
end

local function count_bounded(memory, context, before, now)
  local field = bounded_in(context)
  local well, badly, judges = string.match(redis.call('HGET', memory, field) or '0 0 0', '^(%S+) (%S+) (%S+)$')
  local function moved(outcome)
    local function is_bounded(believed) return believed[outcome] and not is_settled(believed[outcome]) and 1 or 0 end
    return is_bounded(now) - is_bounded(before)
  end
  local more = count_judges(memory, context, judges_in(before), judges_in(now))
  local counts = {well + moved('success'), badly + moved('failure'), judges + more}
  for place, each in ipairs(counts) do counts[place] = string.format('%.0f', math.max(0, each)) end
  redis.call('HSET', memory, field, table.concat(counts, ' '))
end

-- Whether runs of a context are counted: since its first, if there was room for the three fields that a context has.
local function is_counted_in(memory, context, is_first)
  if redis.call('HEXISTS', memory, bounded_in(context)) == 1 then return true end
  return is_first and redis.call('HLEN', memory) <= MOST_WITH_CONTEXTS - 3
end

local function move_in_contexts(memory, run, before, now)
  local is_first = next(now) and not next(before)
  for context in pairs(contexts_of(run)) do
    if is_counted_in(memory, context, is_first) then
      for outcome, counter in pairs(COUNTER) do
        local by = (now[outcome] and 1 or 0) - (before[outcome] and 1 or 0)
        count(memory, IN_CONTEXT .. counter .. ' ' .. context, by)
      end
      count_bounded(memory, context, before, now)
    end
  end
end

-- When (ms) a run confirmed a memory that it cited; "" where it does not.
local function confirmed_at(run, id, words)
  local told, told_at = unpack(redis.call('HMGET', run, id, id .. '_at'))
  local is_told_alone = told == 'success' and not next(words)
  local moment = words.success and latest_of(words.success) or is_told_alone and told_at
  return moment and string.format('%.0f', moment) or ''
end

-- Count anew a run that cited a memory, by what was told and believed of it before, and what is now.
local function recount(memory, run, id, told_before, before, told, now)
  confirm(memory, run, confirmed_at(run, id, now))
  tally(memory, told_before, before, -1)
  tally(memory, told, now, 1)
  move_in_contexts(memory, run, before, now)
end

-- Of more than three runs of a judge's the oldest is believed no more by its word.
local function release_oldest(memory, id, judge)
  local influence, field = place_of_taken(memory, CITED, judge)
  local taken = redis.call('HGET', influence, field) or ''
  local _, named = string.gsub(taken, '\n', '')
  if named <= MOST_RUNS then return end
  local run, rest = string.match(taken, '^%S+ ([^\n]*)\n(.*)$')
  redis.call('HSET', influence, field, rest)
  local place, now = place_of_citation(memory, run), {}
  local before = believed_at(place)
  for outcome, words in pairs(before) do
    now[outcome] = without_word(words, judge)
    keep_words(place, outcome, now[outcome])
  end
  local told = redis.call('HGET', run, id)
  told = COUNTER[told] and told
  recount(memory, run, id, told, before, told, now)
end

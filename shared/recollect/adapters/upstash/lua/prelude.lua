-- What scripts share behind `memory.lua`: relations, lists, runs, and the rules by which is counted.

-- A run is its opener's. One that was opened before openers were kept is the app's. No memory has an
-- id with a space.
local OPENER = 'opened by'

-- In what a run was at work, as its first citation says: a stage and a category in two lines.
local CONTEXT = 'at work in'

-- Take a memory from what a run has cited, and the run with the last one.
local function uncite(run, id)
  redis.call('HDEL', run, id, id .. '_at')
  local told = redis.call('HEXISTS', run, OPENER) + redis.call('HEXISTS', run, CONTEXT)
  if redis.call('HLEN', run) == told then redis.call('DEL', run) end
end

local function is_foreign(run, actor, relays)
  local opener = redis.call('HGET', run, OPENER)
  return opener and opener ~= actor and relays ~= '1'
end

-- Who wrote a record, if that is somebody in whose place `writer` may not write. What was written
-- before writers were kept is nobody's.
local function foreign_writer(record, writer, takes_over)
  if takes_over == '1' then return false end
  local by = redis.call('HGET', record, 'writer')
  return by and by ~= writer and by
end

-- What is superseded knows by what, so that it does not pass for current where that is not found.
local SUPERSEDED_BY, MOST_FIELDS = 'superseded_by:', 128

local function note_successor(record, id, is_sensitive)
  if redis.call('HLEN', record) < MOST_FIELDS then
    redis.call('HSET', record, SUPERSEDED_BY .. id, is_sensitive)
  end
end

-- A list is sorted as text: the milliseconds since the year 1 in 15 digits, a colon, the id
-- (`recollect.core.places`).
local function place_of(memory, id)
  local created_at = tonumber(redis.call('HGET', memory, 'created_at'))
  return string.format('%015.0f', created_at + 62135596800000) .. ':' .. id
end

local function enlist(memory, id, list)
  redis.call('ZADD', list, 0, place_of(memory, id))
  redis.call('HSET', memory, 'listed', list)
end

local function strike(memory, id)
  local list = redis.call('HGET', memory, 'listed')
  if list then redis.call('ZREM', list, place_of(memory, id)) end
end

-- What a run was shown has a field for each memory, and once the run has an outcome, for what was counted, what is
-- believed, by whose word and of when.
local function counted_of(memory) return memory .. ' counted' end
local function fields_of_exposure(memory)
  return memory, counted_of(memory), memory .. ' success', memory .. ' success judge', memory .. ' success at',
    memory .. ' failure', memory .. ' failure judge', memory .. ' failure at'
end

-- Remove all that is kept of a memory; how many keys went.
local function erase(memory, id)
  strike(memory, id)
  for _, run in ipairs(redis.call('SMEMBERS', part(memory, 'runs'))) do
    uncite(run, id)
  end
  for _, conversation in ipairs(redis.call('SMEMBERS', part(memory, 'conversations'))) do
    redis.call('SREM', conversation, id)
  end
  for _, exposures in ipairs(redis.call('ZRANGE', part(memory, 'exposed_in'), 0, -1)) do
    redis.call('HDEL', exposures, fields_of_exposure(memory))
  end
  for _, other in ipairs(redis.call('SMEMBERS', part(memory, 'supersedes'))) do
    redis.call('HDEL', other, SUPERSEDED_BY .. id)
    keep(other)
  end
  for _, origin in ipairs(redis.call('SMEMBERS', part(memory, 'origins'))) do
    redis.call('SREM', part(origin, 'derived'), memory)
  end
  for _, child in ipairs(redis.call('SMEMBERS', part(memory, 'derived'))) do
    redis.call('SREM', part(child, 'origins'), memory)
  end
  local removed = redis.call('DEL', memory)
  for _, answer in ipairs(redis.call('SMEMBERS', part(memory, 'answers'))) do
    removed = removed + redis.call('DEL', answer)
  end
  local parts = {
    'voters', 'voted_at', 'log', 'runs', 'voided', 'confirmations', 'conversations', 'answers', 'supersedes',
    'derived', 'origins', 'writers', 'influence', 'exposed_in'
  }
  for _, name in ipairs(parts) do
    removed = removed + redis.call('DEL', part(memory, name))
  end
  redis.call('DEL', part(memory, 'sum'))
  return removed
end

-- Make way for a memory that begins: remove what a deletion left, and the signs of one.
local function clear(memory, id, deletions)
  if has_tombstone(memory) then erase(memory, id) end
  redis.call('DEL', part(memory, 'gone'))
  redis.call('SREM', deletions, id)
end

local function join_conversation(memory, id, conversation)
  if conversation == '' then return end
  redis.call('SADD', conversation, id)
  redis.call('SADD', part(memory, 'conversations'), conversation)
end

-- One entry of the history; the oldest go when there are very many.
local function record(memory, at, actor, kind, details)
  redis.call('HINCRBY', memory, 'revision', 1)
  redis.call('XADD', part(memory, 'log'), 'MAXLEN', '~', 1000, '*',
    'at', at, 'type', kind, 'actor', actor, 'details', details)
end

-- A stamp is a moment (ms) in 15 digits, which sort as text. What an earlier release kept behind them
-- does not count: of two of the same moment the one that arrives later stands.
local function is_later(kept, stamp) return kept and string.sub(kept, 1, 15) > stamp end

-- Set a field unless something later set it.
local function set_if_newer(memory, field, value, stamp)
  if is_later(redis.call('HGET', memory, field .. '_at'), stamp) then return false end
  redis.call('HSET', memory, field, value, field .. '_at', stamp)
  return true
end

-- Keep the latest of the moments (ms) that a field is given.
local function advance(memory, field, ms)
  local before = tonumber(redis.call('HGET', memory, field) or '0')
  if tonumber(ms) > before then redis.call('HSET', memory, field, ms) end
end

-- How a decision turned out, with what was said about it; "" is nothing. Whether it stands. Success
-- clears a correction.
local function decide(memory, outcome, correction, category, stamp)
  if correction ~= '' or outcome == 'success' then
    set_if_newer(memory, 'correction', correction, stamp)
  end
  if category ~= '' then set_if_newer(memory, 'category', category, stamp) end
  return set_if_newer(memory, 'outcome', outcome, stamp)
end

-- A run confirms a memory that it cited while it counts as a success; `ms` is "" where it does not.
local function confirm(memory, run, ms)
  local confirmations = part(memory, 'confirmations')
  if ms == '' then redis.call('ZREM', confirmations, run)
  else redis.call('ZADD', confirmations, ms, run) end
  local last = redis.call('ZREVRANGE', confirmations, 0, 0, 'WITHSCORES')
  if last[1] then redis.call('HSET', memory, 'succeeded_at', string.format('%.0f', last[2]))
  else redis.call('HDEL', memory, 'succeeded_at') end
end

-- An actor's authority: the operator's own word is 'trusted', who relays speaks for others ('relay'), and who
-- speaks for nobody else has none (''). What the trusted say is not bounded, and no judge is named for it.
local function judge_of(actor, authority) return authority ~= 'trusted' and actor or '' end

local function has_written(memory, judge)
  return judge ~= '' and redis.call('SISMEMBER', part(memory, 'writers'), judge) == 1
end

-- Who wrote a memory does not judge it. Who relays only brings what others say.
local function judges_own(memory, actor, authority)
  return authority == '' and has_written(memory, actor)
end

-- Names in lines.
local function line_of(judge) return (string.gsub(judge, '\n', ' ')) end
local function place_of_line(names, name) return string.find('\n' .. names, '\n' .. name .. '\n', 1, true) end
local function has_line(names, name) return place_of_line(names, name) ~= nil end

local function without_line(names, name)
  local place = place_of_line(names, name)
  return place and string.sub(names, 1, place - 1) .. string.sub(names, place + #name + 1) or names
end

-- Who stands by a memory, and who speaks against it, by what each said last: two fields, each the names of judges in
-- lines. The operator has one name (`OPERATOR` in `recollect.learning.judges`). Of very many the first are named.
-- A judge said last what it said of the latest moment, which is kept (`influence`). Who stores a success moves at once
-- and keeps no moment (a stamp of ""), since that decides nothing.
local OPERATOR, MOST_JUDGES = '*', 64

local function take_side(memory, side, other, judge, stamp)
  local name = judge == '' and OPERATOR or line_of(judge)
  local influence, said = part(memory, 'influence'), 'said ' .. name
  if stamp ~= '' then
    if is_later(redis.call('HGET', influence, said), stamp) then return end
    redis.call('HSET', influence, said, stamp)
  end
  local ours, theirs = redis.call('HGET', memory, side) or '', redis.call('HGET', memory, other) or ''
  local _, named = string.gsub(ours, '\n', '')
  if has_line(theirs, name) then redis.call('HSET', memory, other, without_line(theirs, name)) end
  if not has_line(ours, name) and named < MOST_JUDGES then redis.call('HSET', memory, side, ours .. name .. '\n') end
end

-- A memory is proven when anybody but its only writer stands by it, or did.
local function prove(memory, judge, stamp)
  if has_written(memory, judge) then return end
  redis.call('HDEL', memory, 'unproven')
  take_side(memory, 'supporters', 'opponents', judge, stamp)
end

local function oppose(memory, judge, stamp)
  if not has_written(memory, judge) then take_side(memory, 'opponents', 'supporters', judge, stamp) end
end

local function note_writer(memory, writer, begins, speaks_well, stamp)
  if begins and writer ~= '' then redis.call('HSET', memory, 'unproven', '1', 'writer', writer)
  elseif speaks_well then prove(memory, writer, '')
  else oppose(memory, writer, stamp) end
  if writer ~= '' then redis.call('SADD', part(memory, 'writers'), writer) end
end

-- What one judge can do to a memory is bounded: of its votes of a day that of the latest moment is believed, of its runs of a
-- day the first, and three of its runs in all. What goes beyond is counted, and counted again as not believed
-- (`upvotes_beyond`).
local MOST_RUNS = 3

local function count(memory, counter, by) redis.call('HINCRBY', memory, counter, by) end
local function count_beyond(memory, counter, by) count(memory, counter .. '_beyond', by) end

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
local function place_on(day, judge) return 'vote ' .. day .. ' ' .. judge end

local function word_for(influence, voter, judge)
  local kept = redis.call('HGET', influence, words_for(voter) .. line_of(judge))
  local stamp, vote, day = string.match(kept or '', '^(%d*) (%a+) (%S+)$')
  return stamp and {stamp = stamp, vote = vote, day = day}
end

local function keep_word(influence, voter, judge, word)
  local kept = word.stamp .. ' ' .. word.vote .. ' ' .. word.day
  redis.call('HSET', influence, words_for(voter) .. line_of(judge), kept)
end

-- A judge's day has one place, which knows a vote, of when it is, and whose; '' where nobody is named.
local function take_place(influence, place, vote, stamp, voter)
  redis.call('HSET', influence, place, vote .. ' ' .. stamp .. ' ' .. voter)
end

local function in_place(influence, place)
  local kept = redis.call('HGET', influence, place) or ''
  local vote, stamp, voter = string.match(kept, '^(%a+) (%d*) (.*)$')
  if vote then return vote, stamp, voter end
  -- Before it was kept of when a vote is.
  vote, voter = string.match(kept, '^(%a+) (.*)$')
  return vote, '', voter
end

-- Believe a vote by a judge's word. Of those of a day that of the latest moment has the place, the others are beyond.
local function believe(influence, change, vote, voter, judge, at, stamp)
  local day = judge == '' and ANY or string.sub(at, 1, 10)
  local place = place_on(day, judge)
  local other_vote, other_stamp, other = in_place(influence, place)
  if other_vote and is_later(other_stamp, stamp) then day = BEYOND
  else
    local word = other_vote and word_for(influence, other, judge)
    if other_vote then shift(change, other_vote, 0, -1) end
    if word and word.day == day then
      word.day = BEYOND
      keep_word(influence, other, judge, word)
    end
    shift(change, vote, 0, 1)
    if judge ~= '' then take_place(influence, place, vote, stamp, voter) end
  end
  if voter ~= '' then keep_word(influence, voter, judge, {stamp = stamp, vote = vote, day = day}) end
end

-- Count a vote of nobody who is named.
local function cast(memory, vote, judge, at, stamp)
  local change = {}
  shift(change, vote, 1, 0)
  believe(part(memory, 'influence'), change, vote, '', judge, at, stamp)
  count_votes(memory, change)
end

-- Change what a judge has said of a voter: it is believed if that was.
local function change_word(influence, change, word, vote, voter, judge, stamp)
  if word.day ~= BEYOND then
    shift(change, word.vote, 0, -1)
    shift(change, vote, 0, 1)
    take_place(influence, place_on(word.day, judge), vote, stamp, voter)
  end
  keep_word(influence, voter, judge, {stamp = stamp, vote = vote, day = word.day})
end

-- What all have said of a voter, by judge.
local function all_words_for(influence, voter)
  local prefix, words = words_for(voter), {}
  for _, field in ipairs(redis.call('HKEYS', influence)) do
    if string.sub(field, 1, #prefix) == prefix then
      local judge = string.sub(field, #prefix + 1)
      words[judge] = word_for(influence, voter, judge)
    end
  end
  return words
end

local function take_all_back(influence, change, voter)
  for judge, word in pairs(all_words_for(influence, voter)) do
    if word.day ~= BEYOND then
      shift(change, word.vote, 0, -1)
      redis.call('HDEL', influence, place_on(word.day, judge))
    end
    redis.call('HDEL', influence, words_for(voter) .. judge)
  end
end

-- Before the words of each judge were kept it was kept who had brought a voter's vote: which place that has, or by whose
-- word it is beyond; nothing of what the operator had.
local function read_earlier_word(influence, voter, told, stamp)
  local field = 'voter ' .. voter
  local kept = redis.call('HGET', influence, field)
  if not kept and next(all_words_for(influence, voter)) then return end
  local day, judge = string.match(kept or 'vote ' .. ANY .. ' ', '^vote (%S+) (.*)$')
  judge = judge or string.match(kept, '^beyond (.*)$') or ''
  redis.call('HDEL', influence, field)
  keep_word(influence, voter, judge, {stamp = stamp or '', vote = told, day = day or BEYOND})
end

-- Whether one more run of a judge's is believed.
local function takes_run(memory, judge, at)
  local influence, all = part(memory, 'influence'), 'runs ' .. judge
  if judge == '' then return true end
  if tonumber(redis.call('HGET', influence, all) or '0') >= MOST_RUNS then return false end
  local day = 'run ' .. string.sub(at, 1, 10) .. ' ' .. judge
  if redis.call('HSETNX', influence, day, '1') == 0 then return false end
  redis.call('HINCRBY', influence, all, 1)
  return true
end

-- Where it is kept what is believed of how a run ended: of what it cited for good, of what it was shown as long as that
-- is. Each outcome that is believed has a field with the latest moment of which that was said, and, if not the operator
-- has, the names of the judges in lines, and for each of them its own moment (15 digits), in the same order.
local OPPOSITE = {success = 'failure', failure = 'success'}

local function place_of_citation(memory, run)
  return {key = part(memory, 'influence'), name = 'ended ' .. run, beyond = 'beyond ' .. run}
end

local function place_of_exposure(memory, exposures) return {key = exposures, name = memory, beyond = ''} end

-- The words by which an outcome is believed, each with its judge ('' is the operator) and its moment; nil for none.
-- Before each judge's moment was kept it was that of the latest.
local function words_on(place, outcome)
  local field = place.name .. ' ' .. outcome
  local latest, names, moments = unpack(redis.call('HMGET', place.key, field, field .. ' judge', field .. ' at'))
  if not latest then return nil end
  if not names then return {{judge = '', stamp = latest}} end
  local words = {}
  for judge in string.gmatch(names, '([^\n]*)\n') do
    local stamp = string.sub(moments or '', 15 * #words + 1, 15 * #words + 15)
    words[#words + 1] = {judge = judge, stamp = stamp ~= '' and stamp or latest}
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

-- The outcomes that are believed, each with the words on it. Before that was kept it was what was `told` last (nil for
-- nothing), unless it was beyond; by whose word, and of when, nobody knows.
local function believed_at(place, told)
  local believed = {}
  for outcome in pairs(OPPOSITE) do believed[outcome] = words_on(place, outcome) end
  if told and not next(believed) and redis.call('HEXISTS', place.key, place.beyond) == 0 then
    believed[told] = {{judge = '', stamp = ''}}
    keep_words(place, told, believed[told])
  end
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

-- Change what is believed by what a judge says; whether that did. What one has said is its own to change, by what it
-- says of a later moment, whatever others have said of when. The operator's word stands alone. Another's is believed
-- beside those of others, within its judge's bounds (if `is_within` does not say that it is), but not beside the
-- operator's. Of very many who say the same the first are named: an outcome is believed as much by those.
local function hear(memory, place, believed, outcome, judge, at, stamp, is_within)
  local other = OPPOSITE[outcome]
  local same, said = without_word(believed[outcome], judge)
  local opposite, denied = without_word(believed[other], judge)
  local own = said or denied
  if own and is_later(own.stamp, stamp) then return false end
  if judge == '' then same, opposite = nil, nil
  elseif is_settled(same) or is_settled(opposite) then return false
  elseif not said and same and #same >= MOST_JUDGES then
    if not own then return false end
    judge = nil
  elseif not own and not is_within and not takes_run(memory, judge, at) then return false end
  same = same or {}
  if judge then same[#same + 1] = {judge = judge, stamp = stamp} end
  believed[outcome], believed[other] = same, opposite or nil
  for each in pairs(OPPOSITE) do keep_words(place, each, believed[each]) end
  redis.call('HDEL', place.key, place.beyond)
  return true
end

-- What is believed once a judge has spoken, what was before, and whether that changed it.
local function believed_after(memory, place, told, outcome, judge, at, stamp, is_within)
  local believed, before = believed_at(place, told), {}
  for each, words in pairs(believed) do before[each] = words end
  return believed, before, hear(memory, place, believed, outcome, line_of(judge), at, stamp, is_within)
end

-- What is believed of a run that cited a memory goes on being believed of the same run that was shown it.
local function move_words(cited, shown)
  if next(believed_at(shown)) then return end
  for outcome, words in pairs(believed_at(cited)) do keep_words(shown, outcome, words) end
end

local function judges_in(believed)
  local names = {}
  for _, words in pairs(believed) do
    for _, word in ipairs(words) do if word.judge ~= '' then names[word.judge] = true end end
  end
  return names
end

-- How the run of a case ended: well while more judges say so than say otherwise, or the operator does; where as many
-- do, nobody can tell. Before judges were kept it was as was said last, by nobody knows whom.
local function place_of_case(case) return {key = case, name = 'ended', beyond = ''} end

local function believed_of_case(case)
  local place, told, told_at = place_of_case(case), unpack(redis.call('HMGET', case, 'outcome', 'outcome_at'))
  local believed = believed_at(place)
  if OPPOSITE[told or ''] and not next(believed) then believed[told] = {{judge = '', stamp = told_at}} end
  return believed
end

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
local function forget_judged_runs(memory, runs)
  local influence, of_runs = part(memory, 'influence'), {run = true, ended = true, beyond = true, ['in'] = true}
  for _, run in ipairs(runs) do
    local exposures = 'exposures' .. string.sub(run, 4)
    local cited, shown = place_of_citation(memory, run), place_of_exposure(memory, exposures)
    if redis.call('HEXISTS', exposures, counted_of(memory)) == 1 then move_words(cited, shown) end
    local stay = judges_in(believed_at(shown))
    for judge in pairs(judges_in(believed_at(cited))) do
      if not stay[judge] then redis.call('HINCRBY', influence, 'runs ' .. judge, -1) end
    end
  end
  for _, field in ipairs(redis.call('HKEYS', influence)) do
    if of_runs[string.match(field, '^%a+')] then redis.call('HDEL', influence, field) end
  end
end

-- Count a citation by what is told of its run (nil for nothing) and what is believed: beyond is what is told and not
-- believed, less what is believed and not told.
local COUNTER = {success = 'successes', failure = 'failures'}

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
local IN_CONTEXT, MOST_WITH_CONTEXTS = 'in context ', 96
local function bounded_in(context) return IN_CONTEXT .. 'bounded ' .. context end

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

local function move_in_contexts(memory, run, before, now)
  local has_judges = next(judges_in(before)) or next(judges_in(now))
  for context in pairs(contexts_of(run)) do
    local has_room, is_counted = redis.call('HLEN', memory) <= MOST_WITH_CONTEXTS - 3, false
    for outcome, counter in pairs(COUNTER) do
      local field, by = IN_CONTEXT .. counter .. ' ' .. context, (now[outcome] and 1 or 0) - (before[outcome] and 1 or 0)
      local is_there = redis.call('HEXISTS', memory, field) == 1
      is_counted = is_counted or is_there or by > 0 and has_room
      if by ~= 0 and (is_there or by > 0 and has_room) then count(memory, field, by) end
    end
    if is_counted and has_judges then count_bounded(memory, context, before, now) end
  end
end

-- Note what a memory that begins was derived from. It begins in quarantine where that is retracted or quarantined
-- itself, unless that is for fewer people to know of than the memory is.
local function derive(memory, origin)
  redis.call('SADD', part(origin, 'derived'), memory)
  redis.call('SADD', part(memory, 'origins'), origin)
  local doubted = is_retracted(origin) or redis.call('HGET', origin, 'state') == 'quarantined'
  local list, theirs = redis.call('HGET', memory, 'listed'), redis.call('HGET', origin, 'listed')
  local is_secret = theirs and theirs ~= list and string.sub(theirs, -10) == ':sensitive'
  if doubted and not is_secret then redis.call('HSET', memory, 'state', 'quarantined') end
end

-- Note a memory that begins at others: of the KEYS from `first` on, so many that it supersedes, and behind them so
-- many from which it was derived.
local function relate(memory, id, is_sensitive, first, superseded, derived)
  for place = first, first + superseded + derived - 1 do
    if place < first + superseded then
      note_successor(KEYS[place], id, is_sensitive)
      keep(KEYS[place])
      redis.call('SADD', part(memory, 'supersedes'), KEYS[place])
    else
      derive(memory, KEYS[place])
    end
  end
end

-- The trials of a month have one field for each probability of being shown: how many that were shown it went well and
-- badly, then how many that did without. Of a year are kept. Before months were kept, each number had a field of its own.
local PLACE_OF = {
  ['shown success'] = 1, ['shown failure'] = 2, ['withheld success'] = 3, ['withheld failure'] = 4
}

local function forget_trials(place, month)
  local a_year_ago = string.format('%04d', tonumber(string.sub(month, 1, 4)) - 1) .. string.sub(month, 5)
  for _, field in ipairs(redis.call('HKEYS', place)) do
    local of = string.match(field, '^trial (%d%d%d%d%-%d%d) ')
    if of and of <= a_year_ago then redis.call('HDEL', place, field) end
  end
end

-- Count a trial, or take it back, where `outcome` is one with its month.
local function count_trial(place, side, propensity, outcome, by)
  local ended, month = string.match(outcome, '^(%a+) ?(.*)$')
  if month == '' then return count(place, 'trial ' .. side .. ' ' .. propensity .. ' ' .. ended, by) end
  local field, counts = 'trial ' .. month .. ' ' .. propensity, {}
  local kept = redis.call('HGET', place, field)
  if not kept and by < 0 then return end
  if not kept then forget_trials(place, month) end
  for each in string.gmatch(kept or '0 0 0 0', '%d+') do counts[#counts + 1] = tonumber(each) end
  local which = PLACE_OF[side .. ' ' .. ended]
  counts[which] = math.max(0, counts[which] + by)
  redis.call('HSET', place, field, table.concat(counts, ' '))
end

-- The outcome that is believed; nil where none is or both are.
local function the_one(words)
  local outcome = next(words)
  return outcome and not next(words, outcome) and outcome or nil
end

-- Count a run's outcome for what it was shown and what was withheld from it, at each memory and in all: not for what it
-- was certain to be shown, of which nothing is learned. `believed` says of those that the run cited what is believed, and
-- `heard` whether this judge was. Of the others it may say as much as of those, and of those that were judged before they
-- were cited the same. Nothing is said of what `is_own` to the judge.
local function count_trials(exposures, totals, outcome, judge, at, stamp, believed, heard, is_own)
  for _, memory in ipairs(redis.call('HKEYS', exposures)) do
    -- What is believed is kept here, too, and may be gone since the fields were named.
    local shown = redis.call('HGET', exposures, memory) or ''
    local side, propensity = string.match(shown, '^(%a+) (%S+) %d+$')
    local chance = tonumber(propensity or '1')
    if chance > 0 and chance < 1 and exists(memory) and not is_gone(memory) and not is_own(memory) then
      local counted = redis.call('HGET', exposures, counted_of(memory))
      local before = counted and string.match(counted, '^%a+') or nil
      local place, words = place_of_exposure(memory, exposures), believed[memory]
      if not words or not next(words) or next(believed_at(place)) then
        words = believed_after(memory, place, before, outcome, judge, at, stamp, heard[memory])
      end
      local word = the_one(words)
      if before ~= word then
        local list, now = redis.call('HGET', memory, 'listed') or '', word and word .. ' ' .. string.sub(at, 1, 7)
        local all = string.sub(list, -10) == ':sensitive' and totals .. ':sensitive' or totals
        for _, place in ipairs({memory, all}) do
          if counted then count_trial(place, side, propensity, counted, -1) end
          if now then count_trial(place, side, propensity, now, 1) end
        end
        if now then redis.call('HSET', exposures, counted_of(memory), now)
        else redis.call('HDEL', exposures, counted_of(memory)) end
        keep(memory)
      end
    end
  end
end

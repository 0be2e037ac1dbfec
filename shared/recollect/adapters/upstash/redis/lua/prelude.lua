-- What scripts share behind `memory.lua`: relations, lists, runs, and who stands by what. Behind it, for those that need
-- them, is in `votes.lua`, `runs.lua` and `trials.lua` how these are counted.

-- A run is its opener's, and the app's once that one is erased. No memory has an id with a space.
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

-- Who wrote a record, if that is somebody in whose place `writer` may not write. Once its writer is erased it is nobody's.
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
    'voters', 'voted_at', 'log', 'runs', 'voided', 'confirmations', 'endings', 'conversations', 'answers', 'supersedes',
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

-- A stamp is a moment (ms) in 15 digits, which sort as text. Of two of the same moment the one that arrives later stands.
local function is_later(kept, stamp) return kept and kept > stamp end

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
-- clears a correction. `by` says whose word it is: the 'writer's or a 'judge's.
local function decide(memory, outcome, correction, category, stamp, by)
  if correction ~= '' or outcome == 'success' then
    if set_if_newer(memory, 'correction', correction, stamp) then redis.call('HSET', memory, 'correction_by', by) end
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

local function name_of(judge) return judge == '' and OPERATOR or line_of(judge) end

-- Whether a judge has said last what a side says, or may have: of very many only the first are named, and no writer is.
local function may_be_on(memory, side, judge)
  local names = redis.call('HGET', memory, side) or ''
  local _, named = string.gsub(names, '\n', '')
  return has_line(names, name_of(judge)) or named >= MOST_JUDGES or has_written(memory, judge)
end

local function take_side(memory, side, other, judge, stamp)
  local name = name_of(judge)
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

-- A memory is proven when anybody but its only writer stands by it, or did, also if that one has spoken against it since.
local function prove(memory, judge, stamp)
  if has_written(memory, judge) then return end
  if redis.call('HDEL', memory, 'unproven') == 1 then redis.call('HSETNX', memory, 'supporters', '') end
  take_side(memory, 'supporters', 'opponents', judge, stamp)
end

local function oppose(memory, judge, stamp)
  if not has_written(memory, judge) then take_side(memory, 'opponents', 'supporters', judge, stamp) end
end

local function take_writers_side(memory, writer, begins, speaks_well, stamp)
  if begins and writer ~= '' then redis.call('HSET', memory, 'unproven', '1', 'writer', writer)
  elseif speaks_well then prove(memory, writer, '')
  else oppose(memory, writer, stamp) end
end

-- What one judge can do to a memory is bounded: of its votes of a day that of the latest moment is believed, of its runs of a
-- day the first, and of those the latest three; of trials the first three. What goes beyond is counted, and counted again
-- as not believed (`upvotes_beyond`).
local MOST_RUNS = 3

local function count(memory, counter, by) redis.call('HINCRBY', memory, counter, by) end
local function count_beyond(memory, counter, by) count(memory, counter .. '_beyond', by) end

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

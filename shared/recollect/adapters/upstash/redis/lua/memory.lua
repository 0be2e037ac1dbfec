-- What scripts share, but for those that `client.py` sends alone: what a memory is made of, claims on it, whether it is
-- there. A memory's keys are its hash and what hangs on it. A script locks the keys that it is given and is refused
-- others; one whose keys only the store knows locks all of them (`Script` in `client.py`).
local function part(memory, name) return memory .. ':' .. name end

-- The hash of a memory or an item in one text: readers ask for those of many with one command. Who changes the hash keeps
-- it anew. Answers the hash.
local function keep(memory)
  local fields, kept = redis.call('HGETALL', memory), part(memory, 'sum')
  if #fields == 0 then redis.call('DEL', kept) else redis.call('SET', kept, cjson.encode(fields)) end
  return fields
end

-- True the first time that an operation is seen; "" is an operation without an id.
local function first_time(operation)
  if operation == '' then return true end
  return redis.call('SET', 'once:op:' .. operation, '1', 'NX', 'EX', 86400) ~= false
end

-- A claim is held by one token at a time, and expires by itself. That on a memory is the right to add
-- or to remove its record.
local function claim_on(memory) return part(memory, 'claim') end

local function holds(claim, token) return redis.call('GET', claim) == token end

local function take(claim, token, milliseconds)
  local free = redis.call('SET', claim, token, 'NX', 'PX', milliseconds)
  return free and true or holds(claim, token)
end

local function release(claim, token)
  if holds(claim, token) then redis.call('DEL', claim) end
end

local function exists(memory) return redis.call('HEXISTS', memory, 'created_at') == 1 end

-- With a tombstone (the field `tombstone`): its deletion has begun and will be finished, if need be by
-- the next prune.
local function has_tombstone(memory) return redis.call('HEXISTS', memory, 'tombstone') == 1 end

-- An archived memory is found no more and can be restored. It keeps its state for that.
local function is_archived(memory) return redis.call('HEXISTS', memory, 'archived_at') == 1 end

-- A retracted one is archived, its citations are void, and no run can cite it.
local function is_retracted(memory) return redis.call('HEXISTS', memory, 'retracted') == 1 end

local function unarchive(memory, milliseconds)
  redis.call('HDEL', memory, 'archived_at', 'retracted')
  redis.call('HSET', memory, 'restored_at', milliseconds)
end

-- What is still under way must not bring a memory back.
local function is_gone(memory)
  return has_tombstone(memory) or redis.call('EXISTS', part(memory, 'gone')) == 1
end

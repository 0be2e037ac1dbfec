-- Shared by all scripts. A memory's keys are its hash and what hangs on it.
local function part(memory, name) return memory .. ':' .. name end

-- True the first time that an operation is seen; "" is an operation without an id.
local function first_time(operation)
  if operation == '' then return true end
  return redis.call('SET', 'once:op:' .. operation, '1', 'NX', 'EX', 86400) ~= false
end

local function is_gone(memory) return redis.call('EXISTS', part(memory, 'gone')) == 1 end

-- One entry of the history; the oldest go when there are very many.
local function record(memory, at, actor, kind, details)
  redis.call('HINCRBY', memory, 'revision', 1)
  redis.call('XADD', part(memory, 'log'), 'MAXLEN', '~', 1000, '*',
    'at', at, 'type', kind, 'actor', actor, 'details', details)
end

-- Set a field unless something later set it; `stamp` sorts as text (time, then operation).
local function set_if_newer(memory, field, value, stamp)
  local before = redis.call('HGET', memory, field .. '_at')
  if before and before > stamp then return false end
  redis.call('HSET', memory, field, value, field .. '_at', stamp)
  return true
end

-- KEYS: memory. ARGV: at, actor, authority, archived_ms, id, details. Archive a memory and make its citations void, and
-- what was believed of them, so that their judges may speak anew; its fields, the runs that had cited it and what was
-- derived from it, each by its key. Again, it tells the same. Who retracts a memory speaks against it. False when it is
-- gone.
local memory, id = KEYS[1], ARGV[5]
if is_gone(memory) or not exists(memory) then return false end
local runs, voided = part(memory, 'runs'), part(memory, 'voided')
if redis.call('EXISTS', runs) == 1 then
  for _, run in ipairs(redis.call('SMEMBERS', runs)) do
    uncite(run, id)
  end
  redis.call('SUNIONSTORE', voided, voided, runs)
  redis.call('DEL', runs, part(memory, 'confirmations'), part(memory, 'endings'))
  redis.call('HSET', memory, 'citations', 0, 'successes', 0, 'failures', 0)
  redis.call('HDEL', memory, 'succeeded_at', 'failed_last', 'successes_beyond', 'failures_beyond')
  forget_judged_runs(memory)
  for _, field in ipairs(redis.call('HKEYS', memory)) do
    if string.find(field, IN_CONTEXT, 1, true) == 1 or string.find(field, BOUNDED, 1, true) == 1 then
      redis.call('HDEL', memory, field)
    end
  end
end
if not is_retracted(memory) then
  redis.call('HSETNX', memory, 'archived_at', ARGV[4])
  redis.call('HSET', memory, 'retracted', '1')
  oppose(memory, judge_of(ARGV[2], ARGV[3]), string.format('%015.0f', ARGV[4]))
  record(memory, ARGV[1], ARGV[2], 'retracted', ARGV[6])
end
return {keep(memory), redis.call('SMEMBERS', voided), redis.call('SMEMBERS', part(memory, 'derived'))}

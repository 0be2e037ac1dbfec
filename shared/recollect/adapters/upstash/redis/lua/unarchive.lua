-- KEYS: memory. ARGV: operation, at, actor, authority, restored_ms. Bring an archived memory back, in the state that it
-- had; false when it is gone, '=own' when its writer does.
local memory = KEYS[1]
if is_gone(memory) or not exists(memory) then return false end
if has_written(memory, judge_of(ARGV[3], ARGV[4])) then return '=own' end
if first_time(ARGV[1]) and is_archived(memory) then
  unarchive(memory, ARGV[5])
  record(memory, ARGV[2], ARGV[3], 'restored', '{}')
end
return keep(memory)

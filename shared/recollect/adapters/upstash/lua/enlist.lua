-- KEYS: memory, list. ARGV: id. Put a memory of an earlier release on its list; nothing of one that is gone.
local memory = KEYS[1]
if exists(memory) and not has_tombstone(memory) then
  enlist(memory, ARGV[1], KEYS[2])
  keep(memory)
end

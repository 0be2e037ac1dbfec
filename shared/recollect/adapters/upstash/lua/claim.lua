-- KEYS: memory. ARGV: token, ms. Ask to be the one that adds the record.
local memory = KEYS[1]
if not take(memory, ARGV[1], ARGV[2]) then return 'busy' end
if is_condemned(memory) then return 'condemned' end
return exists(memory) and 'regranted' or 'granted'

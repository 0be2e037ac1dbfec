-- KEYS: memory. ARGV: token, ms. Ask to be the one that adds the record.
local memory = KEYS[1]
if not take(claim_on(memory), ARGV[1], ARGV[2]) then return 'busy' end
if has_tombstone(memory) then return 'tombstoned' end
return exists(memory) and 'regranted' or 'granted'

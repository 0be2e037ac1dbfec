-- KEYS: a history. ARGV: for each entry its id, its actor and its details as they are to be. A stream's entries
-- cannot be changed, so all are added again under their ids; what came meanwhile stays as it is.
local log, changed = KEYS[1], {}
for at = 1, #ARGV, 3 do changed[ARGV[at]] = {ARGV[at + 1], ARGV[at + 2]} end
local entries = redis.call('XRANGE', log, '-', '+')
redis.call('DEL', log)
for _, entry in ipairs(entries) do
  local id, fields, told = entry[1], entry[2], changed[entry[1]]
  for at = 1, #fields, 2 do
    if told and fields[at] == 'actor' then fields[at + 1] = told[1] end
    if told and fields[at] == 'details' then fields[at + 1] = told[2] end
  end
  redis.call('XADD', log, id, unpack(fields))
end

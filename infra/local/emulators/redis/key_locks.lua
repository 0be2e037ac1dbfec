-- Stands before a script with the flag allow-key-locking: refuses what Upstash refuses.
local redis = (function(inner, keys)
  local declared, keys_only, refused = {}, {}, {}
  local function each(names, kind)
    for name in string.gmatch(names, '%u+') do kind[name] = true end
  end
  for _, key in ipairs(keys) do declared[key] = true end
  -- Of these all arguments are keys; of all other commands that our scripts use, the first one is.
  each('DEL EXISTS MGET SDIFF SDIFFSTORE SINTER SINTERSTORE SUNION SUNIONSTORE TOUCH UNLINK', keys_only)
  each('DBSIZE FLUSHALL FLUSHDB KEYS RANDOMKEY SCAN', refused)
  local function checked(name, ...)
    local command, arguments = string.upper(name or ''), {...}
    if refused[command] then error('ERR ' .. command .. ' is not allowed with the allow-key-locking flag', 0) end
    for place = 1, keys_only[command] and #arguments or math.min(1, #arguments) do
      if not declared[arguments[place]] then
        error("ERR Dynamic keys are not allowed in Lua scripts when 'allow-key-locking' flag is set", 0)
      end
    end
    return name, ...
  end
  local guarded = {
    call = function(...) return inner.call(checked(...)) end,
    pcall = function(...) return inner.pcall(checked(...)) end
  }
  return setmetatable(guarded, {__index = inner})
end)(redis, KEYS);

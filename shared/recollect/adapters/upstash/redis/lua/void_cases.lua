-- KEYS: cases. ARGV: stamp. Nobody has said how these runs ended, unless it is said later than that.
for _, case in ipairs(KEYS) do
  if redis.call('EXISTS', case) == 1 then
    local believed = believed_at(place_of_case(case))
    for outcome in pairs(OPPOSITE) do
      local later = {}
      for _, word in ipairs(believed[outcome] or {}) do
        if is_later(word.stamp, ARGV[1]) then later[#later + 1] = word end
      end
      believed[outcome] = next(later) and later or nil
      keep_words(place_of_case(case), outcome, believed[outcome])
    end
    advance(case, 'void_at', ARGV[1])
    conclude(case, believed)
  end
end
return ''

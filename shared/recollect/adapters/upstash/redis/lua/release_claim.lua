-- KEYS: a claim. ARGV: token.
release(KEYS[1], ARGV[1])
return 0

-- KEYS: memory. ARGV: token.
let_go(KEYS[1], ARGV[1])
return 0

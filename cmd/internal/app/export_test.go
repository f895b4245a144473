package app

import "time"

// Gaps answers whether claims may be taken back, look by look.
func Gaps() func(now, steady time.Time) bool { return new(clockGuard).isTrusted }

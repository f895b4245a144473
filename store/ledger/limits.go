package ledger

import "github.com/frasier-cos/frasier/internal/org"

// beyondLeast is the least that a mission costs when the founder is told that it costs far more than
// was estimated (our choice).
const beyondLeast = org.Dollar / 2

// CallCap returns how many model calls a project of n steps may make.
func CallCap(n int) int { return max(org.CallsPerProject, org.CallsPerStep*n) }

// warnFirst is the first amount of a day and of a mission at which the founder
// is told what was spent; each doubling of it follows ($5, 10, 20, 40, ...).
const warnFirst = 5 * org.Dollar

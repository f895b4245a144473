package cli

import "github.com/frasier-cos/frasier/internal/org"

// liveEvalCap is what eval -live spends at the most.
const liveEvalCap = 5 * org.Dollar

package cli

import "github.com/frasier-cos/frasier/internal/org"

const liveEvalCap = 5 * org.Dollar

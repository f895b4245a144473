package report

import (
	"time"

	"github.com/frasier-cos/frasier/internal/org"
)

// When money goes fast: what was spent within org.VelocityWindow is compared with the usual of
// the last velocityBack.
const (
	velocityBack   = 7 * 24 * time.Hour
	velocityFactor = 5
	velocityFloor  = 2 * org.Dollar
)

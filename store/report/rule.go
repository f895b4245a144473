package report

import (
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
)

// TooFast reports whether the founder should hear that money goes fast.
func TooFast(spent, usual org.NanoUSD) bool {
	return spent > velocityFloor && spent > velocityFactor*usual
}

// Empty reports whether nothing happened and nothing waits.
func Empty(d reports.Daily) bool {
	return len(d.Ended) == 0 && len(d.Noticed) == 0 && len(d.Questions) == 0 && len(d.Held) == 0 && len(d.Planned) == 0 && d.Cost.Calls == 0
}

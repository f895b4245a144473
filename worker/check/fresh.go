package check

import (
	"fmt"
	"slices"
	"time"

	"github.com/frasier-cos/frasier/internal/prose"
)

// freshEnough is the share of dated citations that should lie within the days
// that a question asks for.
const freshEnough = 0.5

// checkFreshness is A11: of the citations for a question that asks for fresh
// sources, half of those with a date should be that fresh on the day that the
// page was read. It only warns: an old source may be the right one.
func (c *checker) checkFreshness() {
	for _, q := range c.Evidence.Inquiry.Questions {
		if q.FreshDays <= 0 {
			continue
		}
		dates, fresh := 0, 0
		for _, id := range c.Draft.Markers {
			p := c.pack[id]
			if p == nil || !slices.Contains(p.For, q.ID) {
				continue
			}
			at, ok := prose.Date(p.Date)
			if !ok {
				continue
			}
			dates++
			if p.FetchedAt.Sub(at) <= time.Duration(q.FreshDays)*24*time.Hour {
				fresh++
			}
		}
		c.audit.Dated += dates
		c.audit.Fresh += fresh
		if dates > 0 && float64(fresh) < freshEnough*float64(dates) {
			c.audit.Warnings = append(c.audit.Warnings,
				fmt.Sprintf("%d of %d dated citations on %q are older than the %d days asked for", dates-fresh, dates, q.Text, q.FreshDays))
		}
	}
}

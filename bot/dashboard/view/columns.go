package view

import (
	"fmt"
	"html/template"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/moment"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
)

const (
	columnWide, columnGap = 24, 6
	columnsHigh           = 160
)

// tiers are the tiers in the order in which a column has them, from below.
func tiers() []org.Tier { return []org.Tier{org.T0, org.T1, org.T2, org.T3, org.TX} }

// Columns draws what was spent on each of the last days, one column a day, by
// tier. Without any known price there is nothing to draw, and it is empty.
func Columns(costs []reports.DayCost, last time.Time, days int) template.HTML {
	by := map[string]map[org.Tier]org.NanoUSD{}
	sum, most := map[string]org.NanoUSD{}, org.NanoUSD(0)
	for _, c := range costs {
		if by[c.Day] == nil {
			by[c.Day] = map[org.Tier]org.NanoUSD{}
		}
		by[c.Day][c.Tier] += c.Cost
		sum[c.Day] += c.Cost
		most = max(most, sum[c.Day])
	}
	if most == 0 {
		return ""
	}
	var b strings.Builder
	wide, high := days*(columnWide+columnGap)+2*margin, columnsHigh+44
	fmt.Fprintf(&b, `<svg width="%d" height="%d" viewBox="0 0 %d %d" role="img" aria-label="Spent by day">`, wide, high, wide, high)
	fmt.Fprintf(&b, `<text class="soft" x="%d" y="14">%s at the most in a day</text>`, margin, esc(org.Cents(most)))
	for n := range days {
		at := last.AddDate(0, 0, n-days+1)
		day := at.Format(time.DateOnly)
		x, y := margin+n*(columnWide+columnGap), columnsHigh+20
		fmt.Fprintf(&b, `<g><title>%s: %s</title>`, moment.ShortDay(at), esc(org.Cents(sum[day])))
		for _, t := range tiers() {
			if c := by[day][t]; c > 0 {
				tall := max(1, int(int64(c)*columnsHigh/int64(most)))
				y -= tall
				fmt.Fprintf(&b, `<rect class="tier %s" x="%d" y="%d" width="%d" height="%d"/>`, strings.ToLower(string(t)), x, y, columnWide, tall)
			}
		}
		b.WriteString(`</g>`)
		if n%5 == (days-1)%5 {
			fmt.Fprintf(&b, `<text class="soft" x="%d" y="%d" text-anchor="middle">%s</text>`, x+columnWide/2, columnsHigh+38, moment.ShortDay(at))
		}
	}
	b.WriteString("</svg>" + goesOn(wide))
	return template.HTML(b.String()) // every text in it is escaped
}

package policy

import (
	"errors"
	"strconv"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
)

// Bar is the least that a draft must get of the points that it is judged by: BarAll, BarMusts,
// BarNever, or a share of them such as "80%".
type Bar string

// The bars that are no share.
const (
	BarAll   Bar = "all"   // every point, and research that found something
	BarMusts Bar = "musts" // no must missed
	BarNever Bar = "never" // no draft gets there
)

// errNoBar is a sentence for the founder.
var errNoBar = errors.New("please say all, musts, never, or a share of the points asked, like 80%")

// ParseBar reads the policy row. Its error is a sentence for the founder.
func ParseBar(value string) (Bar, error) {
	b := Bar(strings.ToLower(strings.TrimSpace(value)))
	switch b {
	case BarAll, BarMusts, BarNever:
		return b, nil
	}
	if _, ok := b.computePercent(); !ok {
		return "", errNoBar
	}
	return b, nil
}

func (b Bar) computePercent() (int, bool) {
	digits, ok := strings.CutSuffix(string(b), "%")
	if !ok || digits == "" || strings.Trim(digits, "0123456789") != "" {
		return 0, false
	}
	n, err := strconv.Atoi(digits)
	return n, err == nil && n <= 100
}

// Got is the result of a draft.
type Got struct {
	Points     org.Points
	Missed     bool // a must
	Sourceless bool // its research found nothing
}

// Reached reports whether a draft that got this reaches the bar. Where nobody
// counted, a draft without a missed must has all, and any other no share of it.
func (b Bar) Reached(g Got) bool {
	switch b {
	case BarAll:
		return !g.Missed && !g.Sourceless && g.Points.All()
	case BarMusts:
		return !g.Missed
	case BarNever:
		return false
	}
	share, ok := b.computePercent()
	if !ok {
		return false
	}
	if !g.Points.Counted() {
		return !g.Missed || share == 0
	}
	return 100*g.Points.Met >= share*g.Points.Asked
}

// Before names the row with what another stood for in an older program; the founder is
// shown it until he sets that row himself.
func Before(name string) string { return name + ".before" }

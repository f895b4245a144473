package wording

import (
	"fmt"

	"github.com/frasier-cos/frasier/internal/reports"
)

// DescribeRemedy says what was done about an alert.
func DescribeRemedy(a reports.Alert) string {
	switch a.Remedy {
	case reports.RemedyRequeue:
		return "I restarted it; what it had saved is kept."
	case reports.RemedyPause:
		return fmt.Sprintf("I paused the project. `!resume %s` continues.", a.Project)
	case reports.RemedyAdvise:
		return "I passed that on to whoever works on it."
	case reports.RemedyNone:
	}
	return a.Advice
}

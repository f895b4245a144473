package research

import (
	"fmt"

	"github.com/frasier-cos/frasier/internal/reports"
)

// SpentNote words the line about unasked searches in a result.
func SpentNote(m reports.SearchMonth, unasked int) string {
	what := fmt.Sprintf("%d web searches were", unasked)
	if unasked == 1 {
		what = "1 web search was"
	}
	return fmt.Sprintf("%s not made, because the limit of %d for %s is used up: instead, pages that were read before and your documents were looked at.", what, m.Limit, m.Name())
}

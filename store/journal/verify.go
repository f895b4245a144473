package journal

import (
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
)

func CheckResult(name string, bad []string) org.CheckResult {
	const shown = 10
	r := org.CheckResult{Name: name, OK: len(bad) == 0, Detail: strings.Join(bad[:min(len(bad), shown)], ", ")}
	if len(bad) > shown {
		r.Detail += fmt.Sprintf(" and %d more", len(bad)-shown)
	}
	return r
}

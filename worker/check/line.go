package check

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
)

// lineLimit matches what bounds a line of a mail's head by its characters:
// "subject line under 50 characters, preview under 90".
var lineLimit = lazyregexp.New(`(?i)\b(subject|preview)(?:s|\s+lines?|\s+text)?\b[^.;,]{0,30}?\b(at most|no more than|not more than|up to|within|under|below|fewer than|less than)\s+(\d{2,3})\b(?:\s+(\w+))?`)

type headLimit struct {
	line string // "subject", "preview"
	most int
}

// Characters need to be named once in it, since a bound of words looks the same.
func headLimits(criterion string) []headLimit {
	if !strings.Contains(strings.ToLower(criterion), "character") {
		return nil
	}
	var out []headLimit
	for _, m := range lineLimit.FindAllStringSubmatch(criterion, -1) {
		n, err := strconv.Atoi(m[3])
		if err != nil || strings.HasPrefix(strings.ToLower(m[4]), "word") {
			continue
		}
		switch strings.ToLower(m[2]) {
		case "under", "below", "fewer than", "less than":
			n--
		}
		out = append(out, headLimit{strings.ToLower(m[1]), n})
	}
	return out
}

// It returns false when the text has no such lines.
func checkHeadLines(out Acceptance, text string, limits []headLimit) (Acceptance, bool) {
	var said []string
	out.Met = true
	for l := range strings.Lines(text) {
		name, rest, found := strings.Cut(strings.Trim(l, "*_- \n\r"), ":")
		if !found {
			continue
		}
		name = strings.ToLower(strings.Trim(name, "*_ "))
		for _, limit := range limits {
			if !strings.HasPrefix(name, limit.line) || !isHeadLine(l) {
				continue
			}
			have := utf8.RuneCountInString(strings.Trim(StripMarkers(rest), "*_ \"“”"))
			note := fmt.Sprintf("%s: %d characters, at most %d", limit.line, have, limit.most)
			if have > limit.most {
				out.Met = false
				note += fmt.Sprintf(": cut %d", have-limit.most)
			}
			said = append(said, note)
		}
	}
	out.Judged = out.Met // the line may ask for more than the length
	out.Detail = strings.Join(said, "; ")
	return out, len(said) > 0
}

package llmtest

import (
	"regexp"
	"strconv"

	"github.com/frasier-cos/frasier/internal/org"
)

var lessonEntry = regexp.MustCompile(`(?m)^- \[(l\d+)\] (.+) \(came (\d+) times in (\d+) projects; \w+\)$`)

// curate makes a note of what came often, and one lesson of two that are
// nearly the same. When it is to reject, it would retire everything.
func (s sheet) curate(v verdicts) any {
	type item struct {
		id, text string
		came     int
	}
	var all []item
	for _, d := range s.data {
		if d.label != "lessons" {
			continue
		}
		for _, m := range lessonEntry.FindAllStringSubmatch(d.text, -1) {
			n, err := strconv.Atoi(m[3])
			if err != nil || m[4] == "1" {
				n = 1
			}
			all = append(all, item{m[1], m[2], n})
		}
	}
	op := func(name, text, reason string, ids ...string) map[string]any {
		return map[string]any{"op": name, "ids": ids, "text": text, "reason": reason}
	}
	out := []any{}
	used := map[string]bool{}
	for i, a := range all {
		if v.reject {
			out = append(out, op("retire", "", "stale", a.id))
			continue
		}
		for _, b := range all[i+1:] {
			if !used[a.id] && !used[b.id] && org.Overlap(a.text, b.text) >= 0.4 {
				used[a.id], used[b.id] = true, true
				out = append(out, op("merge", a.text, "", a.id, b.id))
			}
		}
		if !used[a.id] && a.came >= org.PromoteSteps {
			out = append(out, op("promote", "", "", a.id))
		}
	}
	return map[string]any{"ops": out}
}

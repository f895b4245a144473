package journal

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
)

// Filter lets some entries of the journal through. The zero value lets all.
type Filter struct{ ids, agents, cmds, events []string }

// ParseFilter reads words that narrow what is shown: ids ("p1", "n2", "s31",
// "m4"), agents ("agent-ada"), rooms ("work", "plan", "deliver", ...) and events
// ("FAILED", "COMPLETE", ...). Words of one sort add to each other, those of
// different sorts narrow each other. An unknown word is an error that says
// what may be written.
func ParseFilter(words []string) (Filter, error) {
	var f Filter
	id := regexp.MustCompile(`^[pnsm][0-9]+$`)
	for _, w := range words {
		low := strings.ToLower(strings.TrimSpace(w))
		switch {
		case id.MatchString(low):
			f.ids = append(f.ids, low)
		case strings.HasPrefix(low, "agent-"):
			f.agents = append(f.agents, low)
		case slices.Contains(org.LogCmds(), low):
			f.cmds = append(f.cmds, low)
		case slices.Contains(listEvents(), strings.ToUpper(low)):
			f.events = append(f.events, strings.ToUpper(low))
		default:
			return Filter{}, fmt.Errorf("%q narrows nothing: write an id such as p1 or s3, an agent such as agent-ada, one of %s, or one of %s",
				w, strings.Join(org.LogCmds(), ", "), strings.Join(listEvents(), ", "))
		}
	}
	return f, nil
}

func listEvents() []string {
	return []string{Start, PhaseStart, PhaseComplete, Milestone, AgentSpawn, AgentComplete, Complete, Failed}
}

// Passes reports whether an event is let through.
func (f Filter) Passes(e org.Event) bool {
	label := labelOf(e.Kind)
	ids := []string{string(e.Project), string(e.Mission), string(e.Step), string(e.Message)}
	return matchesAny(f.ids, ids...) && matchesAny(f.agents, string(e.Agent)) && matchesAny(f.cmds, label.Cmd) && matchesAny(f.events, label.Event)
}

func matchesAny(list []string, values ...string) bool {
	if len(list) == 0 {
		return true
	}
	return slices.ContainsFunc(values, func(v string) bool { return slices.Contains(list, v) })
}

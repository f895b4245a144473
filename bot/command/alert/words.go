package alert

import (
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/reports"
)

// AlertsShown lists what the watcher noticed; the evidence stands behind More.
func AlertsShown(all []reports.Alert) wording.Message {
	if len(all) == 0 {
		return wording.Message{Text: "I noticed nothing wrong in the last seven days."}
	}
	const shown = 5
	var lines, evidence []string
	for i, a := range all {
		line := fmt.Sprintf("- %s (%s): %s", a.ID, a.Project, wording.Clip(wording.Plain(a.Text), 200))
		if a.Acted {
			line += " " + wording.DescribeRemedy(a)
		}
		if a.Verdict != "" {
			line += " You said I was " + a.Verdict + "."
		}
		if i < shown {
			lines = append(lines, line)
		} else {
			evidence = append(evidence, strings.TrimPrefix(line, "- "))
		}
		for _, e := range a.Evidence {
			evidence = append(evidence, fmt.Sprintf("%s: %s", a.ID, wording.Clip(wording.Plain(withoutEvent(e)), 200)))
		}
	}
	return wording.Message{Text: "What I noticed:\n" + strings.Join(lines, "\n"), More: wording.ListBelow("What I saw", evidence)}
}

// Verdict asks whether an alert was right.
func Verdict(id string) string {
	id = wording.Clip(wording.Plain(id), 20)
	return fmt.Sprintf("Was I right? Write `!alert %s right` or `!alert %s wrong`.", id, id)
}

// Judged thanks for the verdict.
func Judged(id, verdict string) string {
	return fmt.Sprintf("Thanks, I'll remember that I was %s about %s.", verdict, wording.Clip(wording.Plain(id), 20))
}

// Unknown says that there is no such alert.
func Unknown(id string) string {
	return fmt.Sprintf("I don't know an alert %s. `!alert` lists the last ones.", wording.Clip(wording.Plain(id), 20))
}

// withoutEvent takes the name of the event off a line of the journal.
func withoutEvent(line string) string {
	name, text, ok := strings.Cut(line, ": ")
	if ok && strings.Trim(name, "abcdefghijklmnopqrstuvwxyz_") == "" {
		return text
	}
	return line
}

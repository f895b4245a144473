package messages

import (
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/reports"
)

// Doctor says whether all is well: what is wrong with its fix, and behind More
// each thing that was looked at, and how much is stored and went over the
// network. Traffic is that of today, 7 days and 30 days.
func Doctor(checks []reports.CheckResult, storage []org.StorageLine, traffic [3][]reports.Traffic) Message {
	var wrong, right []string
	for _, c := range checks {
		line := fmt.Sprintf("%s: %s", c.Name, Clip(strings.TrimSpace(c.Detail), 600))
		if c.OK {
			right = append(right, "✓ "+line)
		} else {
			wrong = append(wrong, "✗ "+line)
		}
	}
	m := Message{Text: "All is well." + hints(checks), More: details(strings.Join(right, "\n"), storageText(storage), networkText(traffic))}
	if len(wrong) == 0 {
		return m
	}
	const shown = 5
	m.Text = count(len(wrong), "thing needs", "things need") + " your attention:\n" + strings.Join(wrong[:min(len(wrong), shown)], "\n")
	if len(wrong) > shown {
		m.Text += fmt.Sprintf("\nand %d more", len(wrong)-shown)
		m.More = details(strings.Join(wrong[shown:], "\n"), m.More)
	}
	return m
}

// hints are what is well and should be known all the same.
func hints(checks []reports.CheckResult) string {
	var out strings.Builder
	for _, c := range checks {
		if c.Hint {
			out.WriteString("\n" + Clip(prose.Capital(strings.TrimSuffix(c.Detail, ".")), 300) + ".")
		}
	}
	return out.String()
}

// DoctorModel is the check of which models are set, from small to best, and
// which of them answers the founder. Offline means that there is none.
func DoctorModel(models [3]string, chief org.Tier, offline bool) reports.CheckResult {
	if offline {
		return reports.CheckResult{Name: "model", OK: true, Hint: true, Detail: "no AI model is set up, so I only quote your documents. Set OPENROUTER_API_KEY and start me again"}
	}
	return reports.CheckResult{Name: "model", OK: true, Detail: fmt.Sprintf("%s (small), %s (mid-size) and %s (best); %s answers you", models[0], models[1], models[2], TierWord(chief))}
}

// DoctorDocuments names the founder's folder, or says what of it is left out.
func DoctorDocuments(folder, left string) string {
	if left == "" {
		return folder
	}
	return left
}

// DoctorWork is the check that steps are worked on.
func DoctorWork(line string, ok bool) reports.CheckResult {
	return reports.CheckResult{Name: "work", OK: ok, Detail: line}
}

// DoctorDeliveries is the check that messages go out. Stuck are those that
// Discord refused again and again.
func DoctorDeliveries(waiting, stuck int) reports.CheckResult {
	c := reports.CheckResult{Name: "messages", OK: stuck == 0, Detail: Count(waiting, "message") + " on the way"}
	if !c.OK {
		c.Detail = fmt.Sprintf("%s can't be sent: Discord refuses again and again. Allow direct messages from this server, and I'll send them there; the log says why", count(stuck, "message", "messages"))
	}
	return c
}

// DoctorSize is the size of the database, what it was 30 days ago (0: not known),
// and for how many days what nobody needs any more is kept (0: for ever).
func DoctorSize(bytes, before int64, days int) reports.CheckResult {
	said := size(bytes)
	switch {
	case before > 0 && bytes > before:
		said += ", " + size(bytes-before) + " more than 30 days ago"
	case before > 0:
		said += ", no larger than 30 days ago"
	}
	if days == 0 {
		return reports.CheckResult{Name: "database", OK: true, Detail: said + "; everything is kept. FRASIER_KEEP_DAYS sets a limit"}
	}
	return reports.CheckResult{Name: "database", OK: true, Detail: fmt.Sprintf("%s; unused drafts and pages go %d days after a project has ended", said, days)}
}

func storageText(lines []org.StorageLine) string {
	if len(lines) == 0 {
		return ""
	}
	var all int64
	var parts []string
	for _, l := range lines {
		all += l.Bytes
		parts = append(parts, l.Name+" "+size(l.Bytes))
	}
	return fmt.Sprintf("Storage: %s: %s.", size(all), strings.Join(parts, ", "))
}

func networkText(spans [3][]reports.Traffic) string {
	if len(spans[2]) == 0 {
		return ""
	}
	sum := func(some []reports.Traffic) string {
		var n int64
		for _, t := range some {
			n += t.Sent + t.Received
		}
		return size(n)
	}
	return fmt.Sprintf("Network: %s today, %s in 7 days, %s in 30 days: %s. Headers, name look-ups, and a database or backups elsewhere aren't counted.",
		sum(spans[0]), sum(spans[1]), sum(spans[2]), trafficParts(spans[2]))
}

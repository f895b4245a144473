package doctor

import (
	"fmt"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/moment"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/reports"
)

// Doctor says whether all is well: what is wrong with its fix, and behind More
// each thing that was looked at, and how much is stored and went over the
// network. Traffic is that of today, 7 days and 30 days.
func Doctor(checks []reports.CheckResult, storage []org.StorageLine, traffic [3][]reports.Traffic) wording.Message {
	var wrong, right []string
	for _, c := range checks {
		line := fmt.Sprintf("%s: %s", c.Name, wording.Clip(strings.TrimSpace(c.Detail), 600))
		switch {
		case c.OK && c.Hint: // well, and could be better
			right = append(right, "· "+line)
		case c.OK:
			right = append(right, "✓ "+line)
		default:
			wrong = append(wrong, "✗ "+line)
		}
	}
	m := wording.Message{Text: "All is well." + addHints(checks), More: wording.JoinDetails(strings.Join(right, "\n"), wording.DescribeStorage(storage), describeTraffic(traffic))}
	if len(wrong) == 0 {
		return m
	}
	const shown = 5
	m.Text = wording.CountOf(len(wrong), "thing needs", "things need") + " your attention:\n" + strings.Join(wrong[:min(len(wrong), shown)], "\n")
	if len(wrong) > shown {
		m.Text += fmt.Sprintf("\nand %d more", len(wrong)-shown)
		m.More = wording.JoinDetails(strings.Join(wrong[shown:], "\n"), m.More)
	}
	return m
}

// Checks that passed may have something that should be known all the same.
func addHints(checks []reports.CheckResult) string {
	var out []string
	for _, c := range checks {
		if c.Hint && c.OK {
			out = append(out, wording.Clip(prose.Capital(strings.TrimSuffix(c.Detail, ".")), 300)+".")
		}
	}
	switch len(out) {
	case 0:
		return ""
	case 1:
		return " One thing would help:\n" + out[0]
	}
	return " Some things would help:\n" + strings.Join(out, "\n")
}

// Model is the check of which models are set, from small to best, and
// which of them answers the founder. Offline means that there is none.
func Model(models [3]string, chief org.Tier, offline bool) reports.CheckResult {
	if offline {
		return reports.CheckResult{Name: "model", OK: true, Hint: true, Detail: "no AI model is set up, so I only quote your documents. Set OPENROUTER_API_KEY and start me again"}
	}
	return reports.CheckResult{Name: "model", OK: true, Detail: fmt.Sprintf("%s (small), %s (mid-size) and %s (best); %s answers you", models[0], models[1], models[2], wording.TierWord(chief))}
}

// Learnt lists what calls have taught about how a model wants to be asked.
func Learnt(model string, learnt []string) string {
	return model + " " + strings.Join(learnt, ", ")
}

// Documents names the founder's folder, or says what of it is left out.
func Documents(folder, left string) string {
	if left == "" {
		return folder
	}
	return left
}

// Work is the check that steps are worked on. While none waits nothing is wrong
// without a worker, and it is told all the same.
func Work(line string, ok bool, waiting int) reports.CheckResult {
	return reports.CheckResult{Name: "work", OK: ok || waiting == 0, Hint: !ok, Passing: true, Detail: line}
}

// Connection is the check that what founders say arrives. Gone is for how long
// the connection to Discord has been lost; 0 while it stands.
func Connection(gone time.Duration) reports.CheckResult {
	if gone == 0 {
		return reports.CheckResult{Name: "connection", OK: true, Detail: "what you say in Discord arrives at once"}
	}
	return reports.CheckResult{Name: "connection", Passing: true, Detail: fmt.Sprintf("the connection to Discord has been lost for %s, so what you say arrives late. I try again at least once a minute, and nothing is lost; the log says why", wording.Duration(gone))}
}

// Absent is the check while the program that sends and listens in Discord does not run. While
// nothing waits for it nothing is wrong, and it is told all the same.
func Absent(r reports.StatusReport) reports.CheckResult {
	const said = "the program that listens and sends in Discord isn't running, so I hear nothing there. Run `frasier up`; nothing is lost meanwhile"
	return reports.CheckResult{Name: "connection", OK: r.Outbox+r.Unanswered == 0, Hint: true, Passing: true, Detail: said}
}

// Critic says whether the points that a model gives mean something.
func Critic(c org.Calibration) reports.CheckResult {
	if c.Sound {
		return reports.CheckResult{Name: "critic", OK: true, Detail: c.String()}
	}
	return reports.CheckResult{Name: "critic", OK: true, Hint: true, Detail: fmt.Sprintf(
		"%s can't tell good work from bad (%s: %s), so a second model checks all of it. Another FRASIER_MODEL_T1 or _X may judge better", c.Model, c.Kind, c.Gave())}
}

// Search is the check that research can search the web.
func Search(set bool) reports.CheckResult {
	if set {
		return reports.CheckResult{Name: "search", OK: true, Detail: "set"}
	}
	return reports.CheckResult{Name: "search", OK: true, Hint: true, Detail: "I can't search the web, so research has your documents and links only. Set BRAVE_API_KEY or FRASIER_SEARXNG_URL"}
}

// Requests is the check that repositories are looked at. Failing are those that
// could not be so far, oldest first.
func Requests(failing []string) reports.CheckResult {
	if len(failing) == 0 {
		return reports.CheckResult{Name: "repositories", OK: true, Detail: "none waits to be looked at"}
	}
	return reports.CheckResult{Name: "repositories", Passing: true, Detail: fmt.Sprintf("%s can't be reached or written, and waits: I keep trying; the log says why", wording.List(failing))}
}

// Deliveries is the check that messages go out. Of those that were refused three
// times it names the channel of one, and when that is tried again.
func Deliveries(r reports.StatusReport, now time.Time) reports.CheckResult {
	c := reports.CheckResult{Name: "messages", OK: r.Stuck == 0, Passing: true, Detail: wording.Count(r.Outbox, "message") + " on the way"}
	if c.OK {
		return c
	}
	where, next := "", "now"
	if r.StuckIn != "" {
		where = " to <#" + r.StuckIn + ">"
	}
	if wait := r.StuckNext.Sub(now); wait > 0 {
		next = "in " + wording.Duration(wait)
	}
	c.Detail = fmt.Sprintf("%s can't be sent%s: Discord doesn't take what I send. The next try is %s. Allow direct messages from this server, and I'll send them there; the log says why", wording.CountOf(r.Stuck, "message", "messages"), where, next)
	return c
}

// Size is the size of the database, what it was 30 days ago (0: not known),
// and for how many days what nobody needs any more is kept (0: for ever).
func Size(bytes, before int64, days int) reports.CheckResult {
	said := wording.Size(bytes)
	switch {
	case before > 0 && bytes > before:
		said += ", " + wording.Size(bytes-before) + " more than 30 days ago"
	case before > 0:
		said += ", no larger than 30 days ago"
	}
	if days == 0 {
		return reports.CheckResult{Name: "database", OK: true, Detail: said + "; everything is kept. FRASIER_KEEP_DAYS sets a limit"}
	}
	return reports.CheckResult{Name: "database", OK: true, Detail: fmt.Sprintf("%s; unused drafts and pages go %d days after a project has ended", said, days)}
}

func describeTraffic(spans [3][]reports.Traffic) string {
	if len(spans[2]) == 0 {
		return ""
	}
	sum := func(some []reports.Traffic) string {
		var n int64
		for _, t := range some {
			n += t.Sent + t.Received
		}
		return wording.Size(n)
	}
	return fmt.Sprintf("Network: %s today, %s in 7 days, %s in 30 days: %s. Headers, name look-ups, and a database or backups elsewhere aren't counted.",
		sum(spans[0]), sum(spans[1]), sum(spans[2]), wording.DescribeTraffic(spans[2]))
}

// Zone is the check of whose clock days are reckoned by. Chosen means that the founder
// named the zone.
func Zone(zone string, chosen bool, now time.Time) reports.CheckResult {
	c := reports.CheckResult{Name: "time", OK: true, Detail: fmt.Sprintf("your clock is that of %s, so it is %s for you", zone, moment.Weekday(now, now.Location()))}
	if !chosen {
		c.Detail = fmt.Sprintf("your clock is that of the machine I run on (%s), so it is %s for you; `!settings zone Europe/Berlin` names another", zone, moment.Weekday(now, now.Location()))
	}
	return c
}

// Site is the check that nothing is public that is not shared.
func Site(left []string, err error) reports.CheckResult {
	c := reports.CheckResult{Name: "public site", OK: err == nil && len(left) == 0, Detail: "only what you share is there"}
	switch {
	case err != nil:
		c.Detail = "I can't see what is public: " + err.Error()
	case len(left) > 0:
		c.Detail = "still public though it isn't shared any more: " + strings.Join(left, ", ") + ". Delete it from published/site in my folder"
	}
	return c
}

// Update says which release runs, and where newer ones come from.
func Update(version, before, from string, cut bool) string {
	if cut {
		return "going back to " + before + " was cut short, so the data may be missing. Stop me and run: frasier update"
	}
	text := "this is " + version
	if before != "" {
		text += "; \"frasier update --back\" goes back to " + before
	}
	return text + ". Newer ones come from " + from + " when you run: frasier update"
}

// Wait is the check of one thing that a fault holds up. Its name is what it waits for.
func Wait(w reports.Wait, now time.Time) reports.CheckResult {
	return reports.CheckResult{Name: string(w.For), Passing: true, Detail: fmt.Sprintf(
		"%s, since %s: %s; the next try is %s. %s", prose.Capital(wording.DescribeWait(w)), moment.Mark(w.Since, moment.Minute), wording.DescribeWaitCause(w), wording.DescribeNextTry(w, now), wording.AdviseOnWait(w))}
}

package messages

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/forecast"
	"github.com/frasier-cos/frasier/internal/lazyregexp"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/work"
)

const (
	summaryMost = 1200 // UTF-16 units of a summary
	doubtsMost  = 3
	missingMost = 5
)

// Result goes with the finished document; of a project that only changed code it
// tells the changes instead.
func Result(ticket reports.Ticket) org.Reply {
	t := view{ticket}
	var b strings.Builder
	fmt.Fprintf(&b, "**%s** is done", wording.OneLine(t.Project.Title))
	if t.Project.State == org.ProjectPartial {
		b.WriteString(", with gaps")
	}
	b.WriteString(".\n")
	b.WriteString(t.unread())
	b.WriteString(t.codeResult())
	if t.Before != "" && !t.onlyCode() {
		if diff := listChanges(t.Before, t.Deliverable.Markdown); len(diff) > 0 {
			b.WriteString("\nWhat changed:\n- " + strings.Join(diff, "\n- ") + "\n")
		} else {
			b.WriteString("\nNothing changed: the new version says the same as the one before. If you asked for a change, say it in other words, or send me what it should rest on.\n")
		}
	}
	if s, sources := cutSummary(t.Deliverable.Markdown); s != "" && !t.onlyCode() {
		b.WriteString("\n" + s + "\n")
		if len(sources) > 0 {
			b.WriteString("\n" + strings.Join(sources, "\n") + "\n")
		}
	}
	b.WriteString(t.explainNoSources())
	if t.Project.State == org.ProjectPartial {
		b.WriteString(t.missing())
	}
	if doubts := t.doubts(); len(doubts) > 0 {
		b.WriteString("\nWhat I'm not sure of:\n- " + strings.Join(doubts, "\n- ") + "\n")
	}
	b.WriteString("\n" + t.receipt())
	return org.Reply{Text: b.String(), Card: org.Card{Buttons: t.resultButtons()}, Files: t.Files}
}

// explainNoSources says in a sentence why a document for which something had to be
// looked up quotes nothing, where the web could not be searched.
func (t view) explainNoSources() string {
	sought := slices.ContainsFunc(t.Steps, func(s org.Step) bool {
		return s.Kind == org.KindResearch || s.Kind == org.KindAnalysis || s.Kind == org.KindStrategy
	})
	if t.Checked > 0 || t.onlyCode() || !sought {
		return ""
	}
	for _, n := range t.Notes {
		switch {
		case n.Shelf == nil || !n.Shelf.NoWeb:
		case t.Sources == 0 && len(n.Shelf.Documents) == 0:
			return "\nI had no web search and no documents of yours, so I looked nothing up.\n"
		default:
			return "\nI had no web search and found nothing to quote in your documents.\n"
		}
	}
	return ""
}

// missing lists what could not be finished and what that means.
func (t view) missing() string {
	var b strings.Builder
	n := 0
	for _, s := range t.Steps {
		if s.State == org.StepCompleted || s.Kind == org.KindAssembly || s.CauseStep != "" {
			continue
		}
		if n++; n <= missingMost {
			fmt.Fprintf(&b, "- “%s”: %s\n", wording.ShortenLine(s.Title, wording.TitleMost), wording.ShortenLine(wording.Spoken(s.Cause), noteMost))
		}
	}
	if n == 0 {
		return ""
	}
	if n > missingMost {
		fmt.Fprintf(&b, "- and %d more\n", n-missingMost)
	}
	return "\nMissing:\n" + b.String() + "The document says so where they belong.\n"
}

// Failure says what happened, what there is, and what can be done.
func Failure(ticket reports.Ticket) org.Reply {
	t := view{ticket}
	var b strings.Builder
	asked := t.asks()
	if len(asked) > 0 {
		b.WriteString(t.stopped(asked))
	} else {
		fmt.Fprintf(&b, "**%s** has stopped: %s.\n", wording.OneLine(t.Project.Title), strings.TrimRight(t.why(), "."))
	}
	done, all := t.counts()
	switch {
	case all == 0:
	case done == 0:
		b.WriteString("No step was finished.")
	default:
		fmt.Fprintf(&b, "%d of %s are done and kept.", done, prose.Count(all, "step"))
	}
	if t.Unbegun > 0 {
		fmt.Fprintf(&b, " %s of the roadmap never started.", prose.Capital(prose.Count(t.Unbegun, "more item")))
	}
	if len(t.Files) > 0 {
		b.WriteString(" What there is of the document is attached.")
	}
	b.WriteString(" I've stopped spending on it.\n")
	buttons := t.answers(asked)
	if len(asked) == 0 {
		buttons = t.retries()
		if t.root().ID != "" {
			b.WriteString("Try again? Finished work is kept; a hint helps.\n")
		}
	}
	b.WriteString(t.codeResult() + "\n" + t.receipt())
	if len(t.Files) > 0 {
		buttons = append(buttons, org.Button{Label: "Read here", Command: org.CommandRead + " " + string(t.Project.ID)})
	}
	buttons = append(buttons, t.codeButtons()...)
	return org.Reply{Text: strings.ReplaceAll(b.String(), "\n ", "\n"), Card: org.Card{Buttons: buttons}, Files: t.Files}
}

// asks lists the decisions that a failed project waits for: with an answer its
// work goes on, so it has stopped rather than failed.
func (t view) asks() []org.Decision {
	if t.Project.State != org.ProjectFailed {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(t.Decisions), func(d org.Decision) bool { return !d.Open() })
}

// stopped says which answers a project waits for.
func (t view) stopped(asked []org.Decision) string {
	ids := make([]string, 0, len(asked))
	for _, d := range asked {
		ids = append(ids, d.ID)
	}
	what := "your answer (" + ids[0] + ")"
	if len(ids) > 1 {
		what = "your answers (" + wording.List(ids) + ")"
	}
	where := ""
	if s := t.root(); s.ID != "" {
		where = fmt.Sprintf(" at “%s”", wording.ShortenLine(wording.StepTitle(s), wording.TitleMost))
	}
	return fmt.Sprintf("**%s** has stopped%s and needs %s. With that, work goes on from there.\n", wording.OneLine(t.Project.Title), where, what)
}

// answers are the buttons that show what is asked.
func (t view) answers(asked []org.Decision) []org.Button {
	var out []org.Button
	for _, d := range asked[:min(len(asked), 3)] {
		out = append(out, org.Button{Label: "Answer " + d.ID, Command: org.CommandDecide + " " + d.ID, Style: org.StylePrimary})
	}
	return out
}

// Reopened says of a project that had stopped that it was taken up again since.
func Reopened(p org.Project) string {
	return fmt.Sprintf("**%s** had stopped; work on it was taken up again.", wording.OneLine(p.Title))
}

// A step that failed by itself is the cause; those behind it only followed. Without one the
// outcome says why.
func (t view) why() string {
	if s := t.root(); s.ID != "" {
		return fmt.Sprintf("I couldn't finish “%s” (%s)", wording.ShortenLine(wording.StepTitle(s), wording.TitleMost), strings.TrimRight(wording.ShortenLine(wording.Spoken(s.Cause), wording.QuoteMost), "."))
	}
	return wording.ShortenLine(wording.Spoken(t.Project.Outcome), 500)
}

// root is the first step that failed by itself.
func (t view) root() org.Step {
	for _, s := range t.Steps {
		if s.State == org.StepFailed && s.CauseStep == "" && s.Kind != org.KindAssembly {
			return s
		}
	}
	return org.Step{}
}

func (t view) resultButtons() []org.Button {
	id := " " + string(t.Project.ID)
	accept := org.Button{Label: "Accept", Command: org.CommandAccept + id, Style: org.StyleGood}
	if t.Project.State == org.ProjectPartial {
		accept.Label = "Accept as it is"
	}
	out := []org.Button{
		accept,
		{Label: "Request changes", Command: org.CommandChanges + id, Ask: "What should change, and where?"},
	}
	if !t.onlyCode() {
		out = append(out, org.Button{Label: "Read here", Command: org.CommandRead + id}, org.Button{Label: "Sources", Command: org.CommandSources + id}, org.Button{Label: "Signed bundle", Command: org.CommandBundle + id})
	}
	out = append(out, t.codeButtons()...)
	if s := t.root(); s.ID != "" {
		out = append(out, org.Button{Label: "Retry what is missing", Command: org.CommandRedo + " " + string(s.ID)})
	}
	return out
}

func (t view) retries() []org.Button {
	var out []org.Button
	if s := t.root(); s.ID != "" {
		redo := org.CommandRedo + " " + string(s.ID)
		out = append(out, org.Button{Label: "Try again", Command: redo, Style: org.StylePrimary},
			org.Button{Label: "Give a hint", Command: redo, Ask: "What should I know?"})
	}
	return out
}

// receipt is one line: "7 steps, $2.31, 40 min, 23 sources, 21 of them quoted
// and checked, 1 revision". What was read and not quoted is said to be so: the
// list of sources has quotes only.
func (t view) receipt() string {
	done, _ := t.counts()
	var parts []string
	if done > 0 {
		parts = append(parts, prose.Count(done, "step"))
	}
	parts = append(parts, sayMoney(t.Spent, t.Project.Offline))
	if at := t.Project.EndedAt; at.After(t.Project.CreatedAt) {
		parts = append(parts, wording.Elapsed(at.Sub(t.Project.CreatedAt)))
	}
	if t.Sources > 0 || t.Checked > 0 {
		line := prose.Count(t.Sources, "source")
		if t.Checked > 0 {
			line += fmt.Sprintf(", %d of them quoted and checked", t.Checked)
		} else {
			line += " read, none quoted"
		}
		parts = append(parts, line)
	}
	if t.Revisions > 0 {
		parts = append(parts, prose.Count(t.Revisions, "revision"))
	}
	if t.Project.Offline {
		parts = append(parts, "offline (no model)")
	}
	line := strings.Join(parts, ", ")
	if f := t.foreseen(); f != nil && !t.Project.Offline && (t.Spent.Cost > f.CostMost || t.Spent.Cost < f.Cost) {
		line += fmt.Sprintf("\nI had expected %s.", priceRange(forecast.Forecast{Cost: f.Cost, CostHigh: f.CostMost}))
	}
	if by := OrderedBy(t.Project); by != "" {
		line += "\n" + by
	}
	return line
}

// It adds up what the project's plans expected; nil when they do not say.
func (t view) foreseen() *work.Foreseen {
	var sum *work.Foreseen
	for _, n := range t.Notes {
		if n.Foreseen == nil {
			continue
		}
		if sum == nil {
			sum = &work.Foreseen{}
		}
		sum.Add(*n.Foreseen)
	}
	return sum
}

// cutSummary returns the document's own summary, else how it begins, as one message
// may show it, and the sources that it quotes, a line each.
func cutSummary(md string) (text string, sources []string) {
	part := cutSection(md, "Summary")
	if part == "" {
		part = cutOpening(md)
	}
	part = strings.TrimSpace(regexp.MustCompile(`\n{3,}`).ReplaceAllString(plainMarkdown(part), "\n\n"))
	text = cutWhole(part, summaryMost)
	return text, listCited(md, text)
}

// sourceLine is a line of a document's list of sources.
var sourceLine = lazyregexp.New(`(?m)^- <a id="source-(\d+)"></a>\[\d+\] (.+)$`)

// listCited lists the sources that a text names by number, as the document lists
// them.
func listCited(md, text string) []string {
	const most = 5
	var out []string
	for _, m := range sourceLine.FindAllStringSubmatch(cutSection(md, "Sources"), -1) {
		if !regexp.MustCompile(`\[` + m[1] + `[a-z]*\]`).MatchString(text) {
			continue
		}
		if len(out) == most {
			return append(out, "and more: **Sources** lists them all")
		}
		line, _, _ := strings.Cut(m[2], ", read 2")
		out = append(out, fmt.Sprintf("[%s] %s", m[1], wording.Shorten(prose.OneLine(line), noteMost)))
	}
	return out
}

// Headings are of the second level.
func cutSection(md, title string) string {
	var out []string
	in := false
	for line := range strings.Lines(md) {
		switch {
		case strings.HasPrefix(line, "## "):
			in = strings.TrimSpace(line[3:]) == title
		case strings.HasPrefix(line, `<a id="`) && strings.HasSuffix(strings.TrimSpace(line), `</a>`):
		case in:
			out = append(out, line)
		}
	}
	return strings.TrimSpace(strings.Join(out, ""))
}

// cutOpening returns the document's first paragraph of prose, and the next one when nothing
// stands between them: what follows a table or a heading speaks of those. A list keeps its
// heading, without which it may be taken for the result.
func cutOpening(md string) string {
	var out []string
	heading := ""
	for part := range strings.SplitSeq(md, "\n\n") {
		part = strings.TrimSpace(part)
		if part == "" || strings.HasPrefix(part, "#") || strings.HasPrefix(part, "<a ") || strings.HasPrefix(part, ">") || strings.HasPrefix(part, "|") {
			if len(out) > 0 && part != "" {
				break
			}
			if strings.HasPrefix(part, "##") {
				heading = part
			}
			continue
		}
		if len(out) == 0 && strings.HasPrefix(part, "- ") && heading != "" {
			part = heading + "\n\n" + part
		}
		if out = append(out, part); len(out) == 2 {
			break
		}
	}
	return strings.Join(out, "\n\n")
}

// plainMarkdown takes out what a chat would show as noise: anchors and links within the
// document, of which a source keeps its number. Headings become bold lines.
func plainMarkdown(md string) string {
	md = regexp.MustCompile(`<a id="[^"]*"></a>`).ReplaceAllString(md, "")
	md = regexp.MustCompile(`\[\\?\[?(\d+[a-z]*)\\?\]?\]\(#[^)\s]*\)`).ReplaceAllString(md, "[$1]")
	md = regexp.MustCompile(`\[([^\]]*)\]\(#[^)\s]*\)`).ReplaceAllString(md, "$1")
	md = regexp.MustCompile(`(?m)^#{2,6} +(.*)$`).ReplaceAllString(md, "**$1**")
	return regexp.MustCompile(`[ \t]+([.,;:!?])`).ReplaceAllString(md, "$1")
}

// cutWhole cuts a text of several paragraphs, lists and tables after the last that fits
// whole. A first paragraph that is too long by itself is cut where a sentence ends, if
// that is near.
func cutWhole(s string, most int) string {
	if prose.CountUnits(s) <= most {
		return s
	}
	whole := ""
	for part := range strings.SplitSeq(s, "\n\n") {
		next := strings.TrimPrefix(whole+"\n\n"+part, "\n\n")
		if prose.CountUnits(next)+1 > most {
			break
		}
		whole = next
	}
	if title := strings.LastIndex(whole, "\n\n**"); title >= 0 && !strings.Contains(whole[title+2:], "\n") {
		whole = whole[:title] // of what is left out
	}
	last := whole[strings.LastIndex(whole, "\n")+1:]
	switch {
	case strings.HasPrefix(last, "|"):
		return whole + "\n\n…"
	case whole != "":
		return whole + "…"
	case strings.HasPrefix(s, "|"): // a table that no message holds
		_, rest, _ := strings.Cut(s, "\n\n")
		return cutWhole(strings.TrimSpace(rest), most)
	}
	return cutSentence(s, most)
}

// cutSentence cuts where a line or a sentence ends, if that is near.
func cutSentence(s string, most int) string {
	n, end, whole := 1, 0, 0
	for i, r := range s {
		if n += prose.CountUnits(string(r)); n > most {
			break
		}
		end = i + len(string(r))
		if r == '\n' || r == ' ' && i > 0 && strings.ContainsRune(".!?", rune(s[i-1])) {
			whole = i
		}
	}
	if whole > end/2 {
		end = whole
	}
	return strings.TrimSpace(s[:end]) + "…"
}

// What the document itself is not sure of comes first, then what its plan rested on.
func (t view) doubts() []string {
	var out []string
	add := func(text string) {
		if text = wording.ShortenLine(strings.TrimPrefix(strings.TrimSpace(text), "- "), noteMost); text != "" && len(out) < doubtsMost && !slices.Contains(out, text) {
			out = append(out, text)
		}
	}
	for line := range strings.Lines(plainMarkdown(cutSection(t.Deliverable.Markdown, "About this document"))) {
		if strings.HasPrefix(line, "- ") {
			add(line)
		}
	}
	for _, s := range t.Steps {
		if s.State == org.StepCompleted && s.Scored && org.FellShort(s.Points, s.Score) && s.Kind != org.KindAssembly {
			got := "didn't get all points"
			if s.Points.Counted() {
				got = "got only " + s.Points.String()
			}
			add(fmt.Sprintf("“%s” %s.", wording.ShortenLine(s.Title, wording.TitleMost), got))
		}
	}
	for _, m := range t.Missions {
		if risk := t.Notes[m.ID].Risk; risk != "" {
			add("It rests on this: " + risk)
		}
	}
	return out
}

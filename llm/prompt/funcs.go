package prompt

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"text/template"
	"time"
	"unicode/utf8"

	"github.com/frasier-cos/frasier/internal/learning"
	"github.com/frasier-cos/frasier/internal/moment"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/work"
)

// Datamark begins every line of outside data in a prompt. It is no part of the
// text: a quote must not contain it.
const Datamark = "┃"

func (s *Set) listFuncs() template.FuncMap {
	return template.FuncMap{
		"data":      func(nonce, label, body string) string { return wrapData(nonce, label, body) },
		"bullets":   formatBullets,
		"asked":     (*Project).makeRequestTitle,
		"line":      prose.OneLine,
		"join":      strings.Join,
		"clip":      func(n int, t string) string { return clipText(t, n) },
		"message":   func(t string) string { return clipBoth(t, messageHead, messageTail) },
		"whole":     func(t string) string { return clipMiddle(t, org.UpstreamTokens) },
		"files":     formatFiles,
		"dialogue":  s.formatDialogue,
		"texts":     formatFileTexts,
		"delivered": s.formatDelivered,
		"waiting":   formatDecisions,
		"memories":  s.formatMemories,
		"lessons":   formatLessons,
		"items":     formatItems,
		"keys":      formatKeys,
		"sketch":    formatSketch,
		"moment":    func(t time.Time) string { return t.UTC().Format(time.DateOnly) },
		"steps":     formatSteps,
		"cites":     formatCitations,
		"orelse": func(other, t string) string {
			if strings.TrimSpace(t) == "" {
				return other
			}
			return t
		},
		"need":       needLines,
		"criteria":   formatCriteria,
		"questions":  formatQuestions,
		"upstream":   doneLines,
		"paragraphs": numberedParagraphs,
		"candidates": formatCandidates,
		"phase":      phaseLine,
		"team":       teamLines,
		"minus":      func(a, b int) int { return a - b },
		"refusals":   renderRefusals,
		"manifest":   func(category string, code bool) string { return Manifest(Office{category, code}) },
		"charter":    renderCharter,
		"scene":      s.renderScene,
	}
}

// Characters of a message that a classification reads: the start says what it
// is about, the end what is wanted.
const (
	messageHead = 4000
	messageTail = 2000
)

// The body stands between two lines that hold the nonce, every line with the datamark before it,
// so that it cannot pass for an instruction. The nonce itself cannot occur inside.
func wrapData(nonce, label, body string) string {
	if strings.TrimSpace(body) == "" {
		return ""
	}
	return fmt.Sprintf("<<<data %s %s>>>\n%s<<<end %s>>>", nonce, label, dataLines(nonce, body), nonce)
}

func dataLines(nonce, body string) string {
	body = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\u2028", "\n", "\u2029", "\n", "\v", "\n", "\f", "\n").Replace(removeNonce(body, nonce))
	var b strings.Builder
	for l := range strings.Lines(strings.TrimSpace(body)) {
		b.WriteString(Datamark + " " + strings.TrimRight(l, "\n") + "\n")
	}
	return b.String()
}

// The sign cannot join what stands on either side of it to the nonce again.
func removeNonce(body, nonce string) string { return strings.ReplaceAll(body, nonce, "…") }

func formatBullets(lines []string) string {
	var b strings.Builder
	for _, l := range lines {
		if l = prose.OneLine(l); l != "" {
			b.WriteString("- " + l + "\n")
		}
	}
	return strings.TrimRight(b.String(), "\n")
}

// The cut is at a word and says so.
func clipText(t string, n int) string {
	t = strings.TrimSpace(t)
	cut := prose.FirstWords(t, n)
	if cut == t {
		return t
	}
	return strings.TrimSpace(cut) + fmt.Sprintf(" [shortened: %d characters left out]", utf8.RuneCountInString(t)-utf8.RuneCountInString(cut))
}

// It says what is left out.
func clipBoth(t string, head, tail int) string {
	t = strings.TrimSpace(t)
	r := []rune(t)
	if len(r) <= head+tail {
		return t
	}
	return string(r[:head]) + fmt.Sprintf("\n[shortened: %d characters left out here]\n", len(r)-head-tail) + string(r[len(r)-tail:])
}

// Three quarters come from the start and a quarter from the end.
func clipMiddle(t string, tokens int) string {
	n := tokens * org.CharsPerToken
	return clipBoth(t, n*3/4, n/4)
}

func formatFiles(list []org.Attachment) string {
	var lines []string
	for _, a := range list {
		l := fmt.Sprintf("%s (%d bytes, %d headings, %d list items)", prose.OneLine(a.Name), a.Size, countHeadings(a.Text), countItems(a.Text))
		if a.Note != "" {
			l += ": " + a.Note
		}
		lines = append(lines, l)
	}
	return formatBullets(lines)
}

func phaseLine(j work.PlanningJob) string {
	for _, p := range j.Project.Phases {
		if p.Index == j.Mission.Phase && p.Task != "" {
			return prose.OneLine(p.Label + ". It produces " + p.Task)
		}
	}
	if j.Mission.Label != "" {
		return prose.OneLine(j.Mission.Label)
	}
	return prose.OneLine(j.Project.Title)
}

// Roles order the list; names decide nothing.
func teamLines(agents []org.Agent) string {
	var lines []string
	for _, a := range agents {
		if a.Reviewer == "" && a.Team != "" {
			lines = append(lines, fmt.Sprintf("%s (%s)", prose.OneLine(a.Role), a.Category))
		}
	}
	return formatBullets(lines)
}

func countHeadings(t string) int { return countLines(t, "#") }

func countItems(t string) int { return countLines(t, "- ", "* ", "+ ") }

func countLines(t string, marks ...string) int {
	n := 0
	for l := range strings.Lines(t) {
		l = strings.TrimSpace(l)
		for _, m := range marks {
			if strings.HasPrefix(l, m) {
				n++
				break
			}
		}
	}
	return n
}

// Each side of a turn takes one line, with its day and time. Of more than fits into so many tokens
// the newest is kept; 0 keeps all.
func (s *Set) formatDialogue(history []org.PastTurn, chief string, tokens int) string {
	const side = 600 // characters
	left, zone := tokens*org.CharsPerToken, s.Where()
	var lines []string
	for _, t := range slices.Backward(history) {
		text := "Founder: " + clipText(prose.OneLine(t.Message.Text), side)
		if !t.Message.SaidAt.IsZero() {
			text = moment.Weekday(t.Message.SaidAt, zone) + ", " + text
		}
		for _, a := range t.Message.Attachments {
			text += " [file " + prose.OneLine(a.Name) + "]"
		}
		if t.Reply != "" {
			text += "\n" + chief + ": " + clipText(prose.OneLine(moment.Spell(t.Reply, zone)), side)
		}
		if left -= utf8.RuneCountInString(text); left < 0 && tokens > 0 {
			break
		}
		lines = append(lines, text)
	}
	slices.Reverse(lines)
	return strings.Join(lines, "\n")
}

func (s *Set) formatDelivered(all []Delivered) string {
	var parts []string
	for _, d := range all {
		parts = append(parts, fmt.Sprintf("%s, %s, delivered %s:\n%s", d.Project, prose.OneLine(d.Title), moment.Text(d.At, moment.Day, s.Where()), strings.TrimSpace(d.Text)))
	}
	return strings.Join(parts, "\n\n")
}

func formatFileTexts(all []FileText) string {
	var parts []string
	for _, f := range all {
		head := prose.OneLine(f.Name)
		if !f.Whole {
			head += " (passages of it)"
		}
		parts = append(parts, head+":\n"+f.Text)
	}
	return strings.Join(parts, "\n\n")
}

func formatDecisions(all []org.Decision) string {
	const question = 500 // characters
	var b strings.Builder
	for _, d := range all {
		fmt.Fprintf(&b, "%s of %s: %s\n", d.ID, d.Project, clipText(prose.OneLine(d.Question), question))
		for _, o := range d.Options {
			fmt.Fprintf(&b, "  %s) %s", o.ID, prose.OneLine(o.Label))
			if o.Ask != "" {
				b.WriteString(" (with words)")
			}
			b.WriteString("\n")
		}
	}
	return b.String()
}

// Of a document the title alone is given: what it says stands elsewhere.
func (s *Set) formatMemories(all []org.Memory) string {
	const side = 500
	var lines []string
	for _, m := range all {
		text := clipText(prose.OneLine(m.Text), side)
		if m.Kind == org.MemoryDocument {
			text = "delivered: " + prose.OneLine(m.Title)
		}
		about := m.Kind + " of " + moment.Text(m.At, moment.Day, s.Where())
		if m.Project != "" {
			about += ", " + string(m.Project)
		}
		lines = append(lines, about+": "+text)
	}
	return strings.Join(lines, "\n")
}

func formatLessons(items []learning.Item) string {
	var lines []string
	for _, i := range items {
		lines = append(lines, fmt.Sprintf("- [%s] %s (came %d times in %d projects; %s)", i.ID, prose.OneLine(i.Text), i.Steps, i.Projects, i.State))
	}
	return strings.Join(lines, "\n")
}

// Each list has one element, so that a try of a template walks every branch.
func buildSample(empty any) any {
	v := reflect.New(reflect.TypeOf(empty)).Elem()
	fillValue(v)
	return v.Interface()
}

func fillValue(v reflect.Value) {
	switch v.Kind() { //nolint:exhaustive // only the kinds that contracts are made of
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				fillValue(v.Field(i))
			}
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		fillValue(v.Index(0))
	case reflect.String:
		v.SetString("x")
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int64:
		v.SetInt(1)
	case reflect.Float64:
		v.SetFloat(1)
	}
}

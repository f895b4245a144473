// Package view makes the dashboard's pages: values in, HTML out. It reads and
// writes nothing, and everything that somebody wrote is escaped by
// html/template or, as Markdown, rendered without raw HTML.
package view

import (
	"bytes"
	"embed"
	"fmt"
	"html/template"
	"io"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/util"

	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/company"
	"github.com/frasier-cos/frasier/internal/moment"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/safetext"
)

//go:embed pages/*.html
var pages embed.FS

// Base is a part of every page. The zero value is a page for somebody who is not signed in: it has
// no tabs and no controls.
type Base struct {
	Title  string
	Tab    string // the name of the tab that is open
	Name   string // of the chief
	Who    string // who is signed in; empty for nobody
	Now    time.Time
	Zone   *time.Location // of the founder's times; nil is UTC
	Live   bool           // whether the page refreshes itself
	About  string         // the page whose changes its stream tells of; empty for everything
	Seq    int64          // the journal's last line when the page was made
	Back   string         // the page's own path, where a command returns to
	Said   *org.Reply     // what the last command answered; nil for none
	Open   int            // questions that wait
	tabs   []Tab
	parts  []ProjectPart // of a project
	newKey func() string
}

// WithKeys gives a page the function that makes the keys of its forms: what is
// sent twice with one key is done once.
func (b Base) WithKeys(key func() string) Base { b.newKey = key; return b }

// Today is the founder's day.
func (b Base) Today() time.Time { return b.In(b.Now) }

// In is a moment where the founder is.
func (b Base) In(at time.Time) time.Time {
	if b.Zone != nil {
		return at.In(b.Zone)
	}
	return at.UTC()
}

// WithTabs gives a page the tabs of all pages and the parts of a project's, in their order.
func (b Base) WithTabs(tabs []Tab, parts []ProjectPart) Base {
	b.tabs, b.parts = tabs, parts
	return b
}

// Tabs are the pages that each page leads to, in their order.
func (b Base) Tabs() []Tab { return b.tabs }

// Tab is one of the pages at the top. Phone says whether it also stands at the
// bottom of a phone.
type Tab struct {
	Name, Path string
	Phone      bool
	Place      int // among the others, the smallest first; 0 is behind all
}

// Control is one form: a command with one button, and a field when it asks for
// words.
type Control struct {
	Label, Line, Ask, Key, Back string
	Amount                      bool // it asks for dollars
	Style                       org.Style
}

// Control makes a control of a page.
func (b Base) Control(label, line, ask string) Control {
	return Control{Label: label, Line: line, Ask: ask, Key: b.newKey(), Back: b.Back}
}

// Dollars makes a control that asks for an amount of money.
func (b Base) Dollars(label, line, ask string) Control {
	c := b.Control(label, line, ask)
	c.Amount, c.Style = true, org.StylePrimary
	return c
}

// Primary is a control as the one that most will want.
func (Base) Primary(c Control) Control { c.Style = org.StylePrimary; return c }

// Danger is a control as one that is hard to take back.
func (Base) Danger(c Control) Control { c.Style = org.StyleDanger; return c }

// Controls makes the controls of a card's buttons, without those that only
// lead elsewhere.
func (b Base) Controls(buttons []org.Button) []Control {
	out := make([]Control, 0, len(buttons))
	for _, x := range buttons {
		if x.Command != "" {
			c := b.Control(x.Label, x.Command, x.Ask)
			c.Style = x.Style
			out = append(out, c)
		}
	}
	return out
}

// Answers are the controls by which a director's question is answered: a button for each
// answer that he offers, and a field.
func (b Base) Answers(m company.Memo) []Control {
	line := "company answer " + string(m.ID)
	var out []Control
	for _, o := range m.Data.Options {
		if o = prose.OneLine(o); o != "" {
			out = append(out, b.Control(o, line+" "+o, ""))
		}
	}
	return append(out, b.Control("In my words", line, "Your answer"))
}

// Pages renders pages. It may be used by many goroutines once all are added.
type Pages struct {
	sets map[string]func() (*template.Template, error)
}

// New knows the pages of the dashboard itself. A template is read when its page is first
// looked at: all of them take 3 MB of memory, and an office that nobody looks at shows none.
func New() (*Pages, error) {
	entries, err := pages.ReadDir("pages")
	if err != nil {
		return nil, fmt.Errorf("read the pages: %w", err)
	}
	out := &Pages{sets: map[string]func() (*template.Template, error){}}
	for _, e := range entries {
		name := strings.TrimSuffix(e.Name(), ".html")
		if name == "base" || name == "parts" {
			continue
		}
		text, err := pages.ReadFile("pages/" + e.Name())
		if err != nil {
			return nil, fmt.Errorf("read page %s: %w", name, err)
		}
		out.Add(name, string(text))
	}
	return out, nil
}

// Add adds a page by the text of its template, which may use the parts that all pages share.
func (p *Pages) Add(name, text string) {
	p.sets[name] = sync.OnceValues(func() (*template.Template, error) {
		t, err := template.New("base.html").Funcs(funcs()).ParseFS(pages, "pages/base.html", "pages/parts.html")
		if err == nil {
			_, err = t.New(name).Parse(text)
		}
		if err != nil {
			return nil, fmt.Errorf("read page %s: %w", name, err)
		}
		return t, nil
	})
}

// Render writes a page whole, or with part only what stands in its main
// element. data has a Base.
func (p *Pages) Render(w io.Writer, name string, data any, part bool) error {
	read := p.sets[name]
	if read == nil {
		return fmt.Errorf("there is no page %q", name)
	}
	t, err := read()
	if err != nil {
		return err
	}
	block := "base.html"
	if part {
		block = "main"
	}
	var out bytes.Buffer
	if err := t.ExecuteTemplate(&out, block, data); err != nil {
		return fmt.Errorf("page %s: %w", name, err)
	}
	var zone *time.Location
	if b, ok := data.(interface{ where() *time.Location }); ok {
		zone = b.where()
	}
	if _, err := io.WriteString(w, moment.Spell(out.String(), zone)); err != nil {
		return fmt.Errorf("page %s: %w", name, err)
	}
	return nil
}

// where is the zone in which a page names its moments.
func (b Base) where() *time.Location { return b.Zone }

// markdown renders what a command or a model wrote: tables, lists and links to
// web pages, without raw HTML.
var markdown = goldmark.New( //nolint:gochecknoglobals // it never changes, and is used by many at once
	goldmark.WithExtensions(extension.Table, extension.Strikethrough), goldmark.WithRendererOptions(html.WithHardWraps(), renderer.WithNodeRenderers(util.Prioritized(pictures{}, 0))))

// handbook renders the product's own pages, whose lines end where there is room.
var handbook = goldmark.New( //nolint:gochecknoglobals // as markdown
	goldmark.WithExtensions(extension.Table, extension.Strikethrough), goldmark.WithRendererOptions(renderer.WithNodeRenderers(util.Prioritized(pictures{}, 0))))

// Handbook is one of the product's own pages as HTML.
func Handbook(text string) template.HTML { return rendered(handbook, text) }

// pictures renders pictures as their descriptions: a page loads nothing.
type pictures struct{}

// RegisterFuncs takes pictures away from goldmark's own renderer.
func (pictures) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(ast.KindImage, func(util.BufWriter, []byte, ast.Node, bool) (ast.WalkStatus, error) { return ast.WalkContinue, nil })
}

// Markdown is a text as HTML. Raw HTML in it is left out, and so are links that
// are neither web pages nor mail addresses.
func Markdown(text string) template.HTML { return rendered(markdown, text) }

func rendered(by goldmark.Markdown, text string) template.HTML {
	var out bytes.Buffer
	if err := by.Convert([]byte(safetext.Markdown(text)), &out); err != nil {
		return template.HTML("<pre>" + template.HTMLEscapeString(text) + "</pre>") // escaped in this line
	}
	// a table that is wider than the page is moved by keys only where they can reach it
	reached := strings.ReplaceAll(out.String(), "<table>", `<table tabindex="0">`)
	return template.HTML(reached) // goldmark escapes, and leaves raw HTML and unsafe links out
}

func funcs() template.FuncMap {
	return template.FuncMap{
		"money": org.Cents, "points": org.SayPoints, "markdown": Markdown, "state": State, "ago": ago, "took": Took, "clip": clip,
		"first":    func(text string) string { line, _, _ := strings.Cut(text, "\n"); return line },
		"clock":    func(b Base, at time.Time) string { return moment.Short(at, b.Zone) },
		"stamp":    func(at time.Time) string { return at.UTC().Format(time.RFC3339) },
		"size":     wording.TierWord,
		"work":     wording.StageWord,
		"spoken":   wording.Spoken,
		"count":    prose.Count,
		"day":      prose.Day,
		"piece":    blockName,
		"plain":    plain,
		"outside":  func(name string) bool { return name == sourcesBlock },
		"lower":    strings.ToLower,
		"sentence": sentence,
		"add":      func(a, b int) int { return a + b },
		"phase":    phase, "tried": tried,
		"ms":       func(n int64) time.Duration { return time.Duration(n) * time.Millisecond },
		"reserved": company.Reserved,
		"health":   func(h string) string { return strings.ReplaceAll(h, "_", " ") },
		"pct": func(part, all int) int {
			if all == 0 {
				return 0
			}
			return 100 * part / all
		},
		"dict": func(base Base, v any) map[string]any { return map[string]any{"Base": base, "V": v} },
	}
}

// clip cuts a text to about n characters at a space.
func clip(n int, text string) string {
	text = prose.OneLine(text)
	if head := prose.First(text, n); head != text {
		return strings.TrimRight(head, " ,.;:") + "…"
	}
	return text
}

// ago says how long ago something was, as people say it.
func ago(b Base, at time.Time) string {
	if at.IsZero() {
		return "never"
	}
	d := max(b.Now.Sub(at), 0)
	switch {
	case d < time.Minute:
		return "just now"
	case d < time.Hour:
		return prose.Count(int(d.Minutes()), "minute") + " ago"
	case d < 36*time.Hour:
		return prose.Count(int(d.Hours()), "hour") + " ago"
	}
	return prose.Count(int(d.Hours()/24), "day") + " ago"
}

// Took is a length of time, as people say it; a negative one is none.
func Took(d time.Duration) string {
	d = max(d, 0)
	switch {
	case d < 50*time.Millisecond:
		return "0 s"
	case d < 10*time.Second:
		return fmt.Sprintf("%.1f s", d.Seconds())
	case d < time.Minute:
		return fmt.Sprintf("%d s", int(d.Seconds()))
	case d < time.Hour:
		return fmt.Sprintf("%d min %d s", int(d.Minutes()), int(d.Seconds())%60)
	}
	return fmt.Sprintf("%d h %d min", int(d.Hours()), int(d.Minutes())%60)
}

// Mark is a state as a page shows it: never by colour alone.
type Mark struct{ Icon, Word, Tone string }

// State is the mark of a project's or a step's state.
func State(state any) Mark {
	if state == org.ProjectFailed {
		return Mark{"✗", "stopped", "bad"}
	}
	switch fmt.Sprint(state) {
	case "active", "in_progress":
		return Mark{"▶", "working", "now"}
	case "in_review":
		return Mark{"◎", "being checked", "now"}
	case "paused":
		return Mark{"⏸", "paused", "wait"}
	case "completed":
		return Mark{"✓", "done", "good"}
	case "partial":
		return Mark{"✓", "done, with gaps", "wait"}
	case "failed":
		return Mark{"✗", "failed", "bad"}
	case "cancelled":
		return Mark{"–", "cancelled", "off"}
	case "pending":
		return Mark{"·", "not begun", "off"}
	}
	return Mark{"·", fmt.Sprint(state), "off"}
}

// sourcesBlock is the block of a prompt that holds what others wrote.
const sourcesBlock = "B4"

// blockName says what a block of a prompt is.
func blockName(name string) string {
	if said, known := map[string]string{
		"B0": "what holds for all work", "B1": "the project", "B2": "who is asked", "B3": "the step", sourcesBlock: "sources",
		"B5": "the work so far", "B6": "what to do", "B7": "the day", "B8": "what changed and was learnt", "B9": "the part of the whole",
		"B10": "results of the project's other steps",
	}[name]; known {
		return said
	}
	return name
}

// sentence is a text as a sentence: from a capital to a full stop.
func sentence(text string) string {
	text = strings.TrimRight(text, ". ")
	if r, n := utf8.DecodeRuneInString(text); n > 0 {
		text = string(unicode.ToUpper(r)) + text[n:] + "."
	}
	return text
}

// plain is a text without the marks of Markdown.
func plain(text string) string { return strings.NewReplacer("**", "", "__", "", "`", "").Replace(text) }

package terminal

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
	"unicode"

	"golang.org/x/text/width"

	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/internal/org"
)

// View is a project at one moment, as the live tree shows it.
type View struct {
	Project org.Project
	Steps   []org.Step
	Names   map[org.AgentID]string
	Cost    map[org.StepID]org.NanoUSD
	Turns   map[org.StepID]string // what was done last of those that change code
	Now     time.Time
}

// Frame draws a view as lines of at most wide columns (0: as long as they are): the steps by phase
// with who does each, what is being done to it, its time and its cost.
func Frame(v View, wide int) []string {
	done, all := 0, 0
	for _, s := range v.Steps {
		if s.Kind != org.KindAssembly {
			all++
			if s.State == org.StepCompleted {
				done++
			}
		}
	}
	out := []string{fmt.Sprintf("%s  %s  %d of %d steps done", v.Project.ID, v.Project.Title, done, all)}
	phase := -1
	for _, s := range v.Steps {
		if s.Phase != phase {
			phase = s.Phase
			if l := chooseLabel(v.Project, phase); l != "" {
				out = append(out, "", l)
			}
		}
		out = append(out, renderRow(v, s, wide))
		if did := v.Turns[s.ID]; did != "" && s.State.Claimed() {
			out = append(out, "      "+did)
		}
	}
	for i, l := range out {
		out[i] = fitColumns(joinLines(l), wide)
	}
	return out
}

func joinLines(s string) string {
	return strings.TrimRight(strings.NewReplacer("\n", " ", "\t", " ").Replace(Clean(s)), " ")
}

func chooseLabel(p org.Project, index int) string {
	for _, ph := range p.Phases {
		if ph.Index == index && len(p.Phases) > 1 {
			return ph.Label
		}
	}
	return ""
}

// renderRow is one step. Where the line is short, the title gives way first.
func renderRow(v View, s org.Step, wide int) string {
	title := s.Title
	if s.Kind == org.KindAssembly {
		title = "Put the document together"
	}
	facts := []string{v.Names[s.Agent], messages.StepNow(s), formatTaken(v, s)}
	if c := v.Cost[s.ID]; c > 0 {
		facts = append(facts, org.Cents(c))
	}
	facts = slices.DeleteFunc(facts, func(f string) bool { return f == "" })
	tail := joinLines("  " + strings.Join(facts, ", "))
	const titleLeast = 16
	if wide > 0 {
		title = fitColumns(joinLines(title), max(titleLeast, wide-measureWidth(tail)-4))
	}
	return fmt.Sprintf("  %s %s%s", chooseMark(s), title, tail)
}

func chooseMark(s org.Step) string {
	switch s.State {
	case org.StepCompleted:
		return "✓"
	case org.StepFailed:
		return "✗"
	case org.StepCancelled:
		return "–"
	case org.StepInProgress, org.StepInReview:
		return "▸"
	case org.StepPending:
		return "·"
	}
	return "?"
}

func formatTaken(v View, s org.Step) string {
	if s.StartedAt.IsZero() {
		return ""
	}
	end := s.EndedAt
	if end.IsZero() {
		end = v.Now
	}
	return fmt.Sprintf("%.1f s", end.Sub(s.StartedAt).Seconds())
}

// fitColumns cuts a text to so many columns; no width leaves it whole.
func fitColumns(s string, most int) string {
	if most <= 0 || measureWidth(s) <= most {
		return s
	}
	used := 0
	for i, r := range s {
		if used += columnsOf(r); used > most-1 {
			return s[:i] + "…"
		}
	}
	return s
}

func measureWidth(s string) int {
	n := 0
	for _, r := range s {
		n += columnsOf(r)
	}
	return n
}

// columnsOf is 2 for East Asian characters and most pictures, 0 for marks that
// stand on the character before them, else 1.
func columnsOf(r rune) int {
	switch {
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		return 0
	case r >= 0x1f300 && r <= 0x1faff:
		return 2
	}
	switch width.LookupRune(r).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth:
		return 2
	case width.Neutral, width.EastAsianAmbiguous, width.EastAsianNarrow, width.EastAsianHalfwidth:
		return 1
	}
	return 1
}

// Painter draws frames over one another on a terminal. Of a frame that is
// taller than Height it draws the end, since a terminal cannot go back above
// its first line; zero means that frames fit.
type Painter struct {
	Out    io.Writer
	Height int
	lines  int
}

// Draw replaces the last frame by this one.
func (p *Painter) Draw(frame []string) error {
	if n := len(frame) - p.Height + 1; p.Height > 1 && n > 0 {
		frame = frame[n:]
	}
	var b strings.Builder
	if p.lines > 0 {
		fmt.Fprintf(&b, "\x1b[%dA", p.lines)
	}
	b.WriteString("\x1b[J")
	for _, l := range frame {
		b.WriteString(l + "\n")
	}
	p.lines = len(frame)
	if _, err := io.WriteString(p.Out, b.String()); err != nil {
		return fmt.Errorf("draw: %w", err)
	}
	return nil
}

package engine

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/excerpt"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/store/memory"
	"github.com/frasier-cos/frasier/store/sqldb"
)

const (
	deliveredAtMost = 2 // documents of earlier projects that a step is given
	deliveredTokens = 700
	deliveredLooked = 20 // memories that are looked through for them
)

// delivered finds what was delivered before about what a step is about, in
// other projects: what was settled there can be cited like any document, and
// each says what it is. Without a model nobody could tell it from a source, so
// none is given then.
func delivered(ctx context.Context, q sqldb.Getter, dialect *sqldb.Dialect, s org.Step, c *work.StepContext) error {
	if c.Project.Offline || c.Code != nil || s.Kind == org.KindAssembly {
		return nil
	}
	found, err := memory.Find(ctx, q, dialect, s.Title, deliveredLooked)
	if err != nil {
		return fmt.Errorf("find earlier documents for %s: %w", s.ID, err)
	}
	var given []org.ProjectID
	for _, m := range found {
		if m.Kind != org.MemoryDocument || m.Project == s.Project || slices.Contains(given, m.Project) || !about(m.Text, s.Title) {
			continue
		}
		if given = append(given, m.Project); len(given) > deliveredAtMost {
			return nil
		}
		day := m.At.UTC().Format("2 January 2006")
		text := excerpt.Of(excerpt.Plain(m.Text), s.Title, deliveredTokens*org.CharsPerToken)
		c.Given = append(c.Given, work.Document{
			Title: "Delivered before: " + m.Title, URL: fmt.Sprintf("file:%s/deliverable.md", m.Project), Site: "file", Origin: work.OriginStep, Published: m.At.UTC().Format("2006-01-02"),
			Text: fmt.Sprintf("From %q, delivered on %s in project %s. Its sources stand there.\n\n%s", m.Title, day, m.Project, text), FetchedAt: m.At,
		})
	}
	return nil
}

// about reports whether a document speaks of a title: it holds two words of it
// at least that carry a topic, and one of them stands in a heading.
func about(text, title string) bool {
	var headings []string
	for l := range strings.Lines(text) {
		if strings.HasPrefix(l, "#") {
			headings = append(headings, prose.Words(l)...)
		}
	}
	all := prose.Words(text)
	held, headed := 0, false
	for _, w := range prose.Words(title) {
		if prose.StopWord(w) || !slices.Contains(all, w) {
			continue
		}
		held++
		headed = headed || slices.Contains(headings, w)
	}
	return held >= 2 && headed
}

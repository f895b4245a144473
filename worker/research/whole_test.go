package research_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/llm"
	"github.com/frasier-cos/frasier/worker/research"
	"github.com/frasier-cos/frasier/worker/research/web"
)

// What is at hand goes to the author whole, with no model asked, when nothing
// is searched and it fits; else questions choose from it.
func TestASmallShelfGoesWhole(t *testing.T) {
	const sentence = "The northern quarter counts 412 offices. "
	long := "# Minutes\n\n" + strings.Repeat("The committee met and adjourned without a vote. ", 1500)
	writing, sourced := step("A welcome mail to offices"), step("A welcome mail to offices")
	writing.Kind, sourced.Kind = org.KindWriting, org.KindWriting
	sourced.Acceptance = []org.Criterion{{ID: "a1", Text: "At least 1 source", Check: org.CheckSources, N: 1}}
	simple := step("What do offices order?")
	simple.Depth = org.DepthSimple
	for _, c := range []struct {
		name            string
		step            org.Step
		files           map[string]string
		search, fed     bool
		whole, unsought bool
		calls           int // of decompose
		passages        int // -1 for some
	}{
		{name: "fits", step: step("Size the market"), files: map[string]string{"a.md": sentence, "b.md": "Bread costs £3.40 a loaf."}, whole: true, passages: 2},
		{name: "too much", step: step("Size the market of offices"), files: map[string]string{"a.md": sentence, "b.md": long}, calls: 1, passages: -1},
		{name: "a search is set", step: step("Size the market of offices"), files: map[string]string{"a.md": sentence}, search: true, calls: 1, passages: -1},
		{name: "nothing at hand", step: step("Size the market"), whole: true},
		{name: "a mail that is fed", step: writing, files: map[string]string{"a.md": sentence}, search: true, fed: true, whole: true, passages: 1},
		{name: "a mail that is fed, beside a long shelf", step: writing, files: map[string]string{"b.md": long}, search: true, fed: true, unsought: true},
		{name: "a fed mail that needs sources", step: sourced, files: map[string]string{"a.md": sentence}, search: true, fed: true, calls: 1, passages: -1},
		{name: "a mail that nothing feeds", step: writing, files: map[string]string{"a.md": sentence}, search: true, calls: 1, passages: -1},
		{name: "simple", step: simple, files: map[string]string{"a.md": sentence}, unsought: true},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			for name, text := range c.files {
				if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			corpus, err := research.OpenCorpus(dir, "", clock, nil)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() {
				if err := corpus.Close(); err != nil {
					t.Error(err)
				}
			})
			asked := map[string]int{}
			r := &research.Researcher{Prompts: prompts(t), Records: &memory{}, Now: clock, Corpus: corpus, Client: client(t, scripted(func(w llm.Wire) string {
				asked[w.Purpose]++
				return `{"known":[],"sub_questions":[{"id":"q1","text":"How many offices are there?","serves":[],"need":"number","fresh_days":null},{"id":"q2","text":"Who orders?","serves":[],"need":"fact","fresh_days":null}],"queries":[],"checklist":[]}`
			}))}
			if c.search {
				r.Searchers = []web.Searcher{silent{}}
			}
			j := job(c.step)
			j.Fed = c.fed
			inq, err := r.Inquire(t.Context(), j)
			if err != nil {
				t.Fatal(err)
			}
			if inq.Whole != c.whole || asked[org.StageDecompose] != c.calls {
				t.Errorf("whole %v after %d calls, want %v after %d", inq.Whole, asked[org.StageDecompose], c.whole, c.calls)
			}
			if c.whole && len(inq.Questions)+len(inq.Queries) > 0 {
				t.Errorf("%+v: questions nobody will answer", inq)
			}
			if !c.whole && !c.unsought {
				return
			}
			ev, err := r.Gather(t.Context(), j, inq)
			if err != nil {
				t.Fatal(err)
			}
			if len(ev.Passages) != c.passages || ev.Unsought != c.unsought || asked[org.StageClaims] != 0 || len(ev.Findings) != 0 {
				t.Errorf("%d passages, unsought %v, %d calls for claims; want %d, %v, none", len(ev.Passages), ev.Unsought, asked[org.StageClaims], c.passages, c.unsought)
			}
			for _, g := range ev.Gaps {
				if !strings.HasPrefix(g, "Nothing was looked up") {
					t.Errorf("gap %q: nobody asked", g)
				}
			}
		})
	}
}

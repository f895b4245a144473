package worker_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/llmtest"
)

// A draft that lacks a fact is not sent back empty-handed: what the critic says
// must be looked up is looked up first, and the author is told where it stands,
// or that it could not be found.
func TestARevisionHasNewEvidence(t *testing.T) {
	lacks := func(what string) llmtest.Rule {
		return llmtest.Rule{Stage: org.StageCritique, Do: "reply", Times: 1, Reply: `{"items":[{"id":"k1","found_quote":"","why":"No duty is named.","yes":false}],
			"contradictions":[],"missing_implicit":[],"top_fixes":[{"para":0,"problem":"The duty is left out","find":"` + what + `","instruction":"Name it."}],"lesson":{"text":"","generalises":false}}`}
	}
	for _, c := range []struct{ name, find, told string }{
		{"found", "import duty feldspar percent", "Looked up for it: [S"},
		{"not found", "harbour master's telephone", "looked up and not found"},
		{"nothing to find", "", ""},
	} {
		b := newBench(t, llmtest.Options{Rules: []llmtest.Rule{lacks(c.find)}})
		b.ok(os.WriteFile(filepath.Join(b.folder, "duty.md"), []byte("# Duties\n\nThe import duty on feldspar is 6.5 percent since January.\n"), 0o600))
		// With this the documents are too many to be given whole.
		b.ok(os.WriteFile(filepath.Join(b.folder, "minutes.md"), []byte("# Minutes\n\n"+strings.Repeat("The committee met and adjourned without a vote. ", 1500)), 0o600))
		b.restart()
		b.plan(b.piece("one"))
		b.mustWork()
		b.want("one", org.StepCompleted, 0, 0)
		wrote, revised := "", ""
		for _, r := range b.server.Requests() {
			switch {
			case r.Stage == org.StageSynthesize:
				wrote = r.Prompt
			case r.Stage == org.StageRevise && revised == "":
				revised = r.Prompt
			}
		}
		const fact = "feldspar is 6.5 percent"
		if strings.Contains(wrote, fact) || revised == "" {
			t.Fatalf("%s: the first draft has the fact, or there is no revision", c.name)
		}
		if has := strings.Contains(revised, fact); has != (c.name == "found") || !strings.Contains(revised, c.told) {
			t.Errorf("%s: fact in the revision %v; want %q in its prompt:\n%s", c.name, has, c.told, revised[strings.Index(revised, "The defects"):])
		}
		if strings.Contains(revised, "ooked up") != (c.told != "") {
			t.Errorf("%s: the revision is told of a search that was not made", c.name)
		}
		if c.find != "" {
			again, err := b.w.Again(t.Context(), b.step("one"), org.StageSearch+"/1")
			if b.ok(err); !again.Same || !strings.Contains(again.Bytes, `"wants"`) {
				t.Errorf("%s: done again it gave %s, want the same bytes", c.name, again.Bytes)
			}
		}
	}
}

package llmtest_test

import (
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/llmtest"
	"github.com/frasier-cos/frasier/llm/prompt"
)

// TestAuthorUsesWhatIsLeft: by the real prompt the author fetches while pages
// are left, else searches while searches are left, else gives up.
func TestAuthorUsesWhatIsLeft(t *testing.T) {
	_, url := llmtest.Start(t, llmtest.Options{})
	for _, c := range []struct {
		searches, pages int
		want            string
	}{{2, 4, "fetch"}, {1, 1, "fetch"}, {0, 13, "fetch"}, {5, 0, "query"}, {1, 0, "query"}, {0, 0, "give_up"}} {
		d := dataFor(org.StageGap)
		contract, ok := d.Contract.(prompt.GapContract)
		if !ok {
			t.Fatalf("the contract of gap is a %T", d.Contract)
		}
		contract.Queries, contract.Fetches = c.searches, c.pages
		d.Contract = contract
		reply := fits(t, org.StageGap, said(t, url, d))
		gaps, ok := reply["gaps"].([]any)
		if !ok || len(gaps) == 0 {
			t.Fatalf("%d searches and %d pages left: %v; want gaps", c.searches, c.pages, reply)
		}
		if g, ok := gaps[0].(map[string]any); !ok || g["action"] != c.want {
			t.Errorf("%d searches and %d pages left: %v; want %s first", c.searches, c.pages, gaps[0], c.want)
		}
	}
}

package deliver_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/worker/check"
	"github.com/frasier-cos/frasier/worker/deliver"
)

// audited is a project of which the drafts that were taken and their passages
// are kept, composed as it would be after its audits.
func audited(t *testing.T, name string) deliver.Document {
	t.Helper()
	var drafts []struct {
		Project  string            `json:"project"`
		Step     string            `json:"step"`
		Reply    string            `json:"reply"`
		Titles   map[string]string `json:"titles"`
		Passages []struct {
			ID   string `json:"id"`
			Text string `json:"text"`
		} `json:"passages"`
	}
	if err := json.Unmarshal([]byte(read(t, "excerpts/drafts.json")), &drafts); err != nil {
		t.Fatal(err)
	}
	var steps []work.Upstream
	for _, d := range drafts {
		if d.Project != name {
			continue
		}
		var pack []work.Passage
		for _, p := range d.Passages {
			title := d.Titles[strings.Split(p.ID, ":")[0]]
			pack = append(pack, work.Passage{ID: p.ID, Text: p.Text, End: len(p.Text), Document: hash(title), Title: title, URL: "file:" + title})
		}
		draft := check.ParseDraft(d.Reply)
		a := check.Run(check.Subject{Step: org.Step{Kind: org.KindAnalysis, Title: d.Step}, Draft: draft, Evidence: work.Evidence{Passages: pack}, Context: d.Reply})
		steps = append(steps, work.Upstream{
			ID: org.StepID(d.Step), Key: d.Step, Title: "Part " + d.Step, Kind: org.KindAnalysis, State: org.StepCompleted, Result: draft.Text, Sources: a.Citations,
		})
	}
	return deliver.Compose(project(), steps, nil)
}

// The excerpt that a citation leads to bears what it stands behind, in nearly
// all of the claims of real drafts that were read and labelled by hand.
func TestExcerptsBearTheirClaims(t *testing.T) {
	var claims []struct {
		Project string   `json:"project"`
		Said    string   `json:"said"` // the words before the citation
		Want    []string `json:"want"` // what its excerpt must hold
	}
	if err := json.Unmarshal([]byte(read(t, "excerpts/claims.json")), &claims); err != nil {
		t.Fatal(err)
	}
	docs, excerpts := map[string]string{}, map[string]map[string]string{}
	for _, name := range []string{"bakery", "pricing", "mails"} {
		d := audited(t, name)
		excerpts[name] = map[string]string{}
		for _, s := range d.Sources {
			for i, p := range s.Passages {
				label := fmt.Sprint(s.N)
				if len(s.Passages) > 1 {
					label += letter(i)
				}
				excerpts[name][label] = p
			}
		}
		docs[name], _, _ = strings.Cut(d.Markdown(), "\n## Sources\n")
	}
	good := 0
	for _, c := range claims {
		shown, found := led(docs[c.Project], c.Said, excerpts[c.Project])
		if !found {
			t.Errorf("%s: %q is not in the document", c.Project, c.Said)
			continue
		}
		bears := len(shown) > 0
		for _, w := range c.Want {
			bears = bears && strings.Contains(strings.Join(shown, "\n"), w)
		}
		if bears {
			good++
		} else {
			t.Logf("%s: after %q\n  shown %q\n  wanted %q", c.Project, c.Said, shown, c.Want)
		}
	}
	const fewest, atLeast = 40, 0.95
	if share := float64(good) / float64(max(1, len(claims))); len(claims) < fewest || share < atLeast {
		t.Errorf("%d of %d excerpts bear their claim, want %.0f %% of at least %d", good, len(claims), atLeast*100, fewest)
	}
}

// led are the excerpts of the citations behind the first of such words that
// have one.
func led(text, said string, excerpts map[string]string) (shown []string, found bool) {
	for len(shown) == 0 {
		_, after, ok := strings.Cut(text, said)
		if !ok {
			break
		}
		text, found = after, true
		for {
			m := mdCitation.FindStringSubmatchIndex(after)
			if m == nil || len(strings.Trim(after[:m[0]], " .,;:*\"”)")) > 0 {
				break
			}
			shown = append(shown, excerpts[after[m[2]:m[3]]])
			after = after[m[1]:]
		}
	}
	return shown, found
}

// letter counts a, b, ... z, aa, ab.
func letter(i int) string {
	out := ""
	for n := i + 1; n > 0; n = (n - 1) / 26 {
		out = string(rune('a'+(n-1)%26)) + out
	}
	return out
}

package deliver_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/worker/deliver"
)

func read(t *testing.T, name string) string {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join("testdata", filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

// bakery is a roadmap of four steps as a capable author answered it, with
// citations of three short documents; opened says whether with its opening.
func bakery(t *testing.T, opened bool) (deliver.Document, []work.Upstream) {
	t.Helper()
	var v struct {
		Steps []struct {
			Key   string `json:"key"`
			Title string `json:"title"`
			Kind  string `json:"kind"`
			Phase int    `json:"phase"`
		} `json:"steps"`
		Citations []struct {
			Passage string `json:"passage"`
			File    string `json:"file"`
			Title   string `json:"title"`
			Quote   string `json:"quote"`
		} `json:"citations"`
	}
	if err := json.Unmarshal([]byte(read(t, "bakery/steps.json")), &v); err != nil {
		t.Fatal(err)
	}
	cites := map[string]work.Citation{}
	for _, c := range v.Citations {
		cites[c.Passage] = work.Citation{
			Passage: c.Passage, Document: hash(c.File), Title: c.Title, URL: "file:" + c.File, Quote: c.Quote, Claim: c.Quote,
			FetchedAt: time.Date(2026, 11, 23, 11, 0, 0, 0, time.UTC),
		}
	}
	p := org.Project{
		ID: "p1", Title: "Rye & Shine: subscription bread for offices", State: org.ProjectCompleted, CreatedAt: time.Date(2026, 11, 23, 0, 0, 0, 0, time.UTC),
		Phases: []org.Phase{{Index: 0, Label: "1. Know the market"}, {Index: 1, Label: "2. Decide the offer"}},
	}
	var steps []work.Upstream
	for _, s := range v.Steps {
		text := read(t, "bakery/"+s.Key+".md")
		u := work.Upstream{
			ID: org.StepID("s" + s.Key), Key: s.Key, Title: s.Title, Phase: s.Phase, Kind: org.StepKind(s.Kind), State: org.StepCompleted, Result: text,
			Tier: org.T2, Served: org.T2,
		}
		for _, c := range v.Citations {
			if strings.Contains(text, c.Passage) {
				u.Sources = append(u.Sources, cites[c.Passage])
			}
		}
		steps = append(steps, u)
	}
	d := deliver.Compose(p, steps, nil)
	if opened {
		d.Introduce(read(t, "bakery/opening.md"), read(t, "bakery/roadmap.md"))
	}
	return d, steps
}

// long is a document of many pages: a guide of two phases with tables, charts,
// arithmetic, copy and gaps.
func long(t *testing.T) deliver.Document {
	t.Helper()
	p := org.Project{
		ID: "p2", Title: "A year of pop-up bakeries", Goal: "Find out where and when a stand pays, and run the first ones.", Template: org.TemplateGuide,
		CreatedAt: time.Date(2026, 5, 2, 0, 0, 0, 0, time.UTC), Phases: []org.Phase{{Index: 0, Label: "Choose the places"}, {Index: 1, Label: "Run the stands"}},
	}
	var steps []work.Upstream
	for i := range 12 {
		var b strings.Builder
		fmt.Fprintf(&b, "Square %d brings %d customers an hour on a dry Saturday [S1:p%d], which pays for a stand of two people (computed: %d x 4 = %d).\n\n", i+1, 30+i, i+1, 30+i, 4*(30+i))
		for k := range 4 + i%4 {
			fmt.Fprintf(&b, "## Reason %d\n\n%s\n\n", k+1, strings.Repeat("People cross the square on their way to the station and stop where something smells of butter. ", 5+(i+k)%5))
		}
		fmt.Fprintf(&b, "| Day | Customers an hour | Rent |\n|---|--:|--:|\n| Friday | %d [S1:p%d] | £%d |\n| Saturday | %d | £%d |\n| Sunday | %d | £%d |\n\n", 20+i, i+1, 40+i, 30+i, 60+i, 12+i, 30+i)
		fmt.Fprintf(&b, "## Not established\n\n- Whether square %d may be used in winter.\n", i+1)
		words := fmt.Sprintf("On a dry Saturday square %d counts %d customers an hour.", i+1, 30+i)
		title := fmt.Sprintf("Count who comes to square %d", i+1)
		if i == 7 {
			title = "Write a one-page checklist for the morning of a stand"
		}
		c := cite(fmt.Sprintf("S1:p%d", i+1), words, "Counts of the market office", "https://example.org/counts")
		c.Document = hash("counts")
		u := done(fmt.Sprintf("i%d", i), title, b.String(), c)
		u.Phase = i / 6
		if i == 7 {
			u.Kind, u.Result = org.KindWriting, "- [ ] Unload the oven, baker, 5:30\n- [ ] Light it, baker, 5:40\n- [ ] Set the prices out, seller, 6:30\n- [ ] Open the till, seller, 6:45\n\nDo not open before the floor is dry.\n"
		}
		steps = append(steps, u)
	}
	d := deliver.Compose(p, steps, nil)
	d.Introduce("Begin on square 12 on Saturdays: 41 customers an hour [1k] pay for two people.\n\n**First steps.**\n\n- Book squares 10 to 12.\n- Hire a second baker.", "")
	return d
}

// mail is a document of one part, a single mail.
func mail(t *testing.T) deliver.Document {
	t.Helper()
	p := org.Project{ID: "p3", Title: "Write the welcome mail for new subscribers", CreatedAt: time.Date(2026, 6, 1, 0, 0, 0, 0, time.UTC), Single: true, State: org.ProjectCompleted}
	u := done("i1", "Write the welcome mail for new subscribers", "**Subject:** Your first bread comes on Wednesday\n\nHello {first name},\n\nyour first box comes on Wednesday before 8:30: six rye and four seeded loaves, to the desk at the entrance.\n\nIf a loaf is missing or you want fewer next week, answer this mail by Monday noon. There is no minimum.\n\nWarm regards,\n\nRye & Shine\n")
	u.Kind = org.KindWriting
	return deliver.Compose(p, []work.Upstream{u}, nil)
}

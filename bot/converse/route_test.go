package converse_test

import (
	"math"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/bot/converse"
	"github.com/frasier-cos/frasier/internal/org"
)

func TestRoute(t *testing.T) {
	classes := map[string]org.Class{"none": org.ClassNone, "casual": org.ClassCasual, "simple": org.ClassSimpleTask, "full": org.ClassFullProject}
	bands := map[string][]float64{
		"below":  {0, 0.5, 0.69, math.Nextafter(0.70, 0)},
		"middle": {0.70, 0.71, 0.8, 0.90},
		"above":  {math.Nextafter(0.90, 1), 0.91, 1},
	}
	tags := []org.Action{org.ActionResponse, org.ActionProposal, org.ActionNewProject, org.ActionNone}
	meant := map[byte]org.Action{'R': org.ActionResponse, 'P': org.ActionProposal, 'N': org.ActionNewProject}
	n := 0
	for _, row := range fields(overrides) {
		for i, tag := range tags {
			n++
			for _, confidence := range bands[row[1]] {
				c := org.Classification{Class: classes[row[0]], Confidence: confidence}
				want := meant[row[2][i]]
				if got := converse.Route(c, false, tag); got != want {
					t.Errorf("Route(%q at %v, tag %q): got %s, want %s", c.Class, confidence, tag, got, want)
				}
				if got := converse.Route(c, true, tag); got != org.ActionNewProject {
					t.Errorf("Route of an explicit command (%q at %v, tag %q): got %s, want NEW_PROJECT", c.Class, confidence, tag, got)
				}
				certain := c
				if certain.Certain = true; converse.Route(certain, false, tag) != org.ActionNewProject {
					t.Errorf("Route of an order by file (%q at %v, tag %q): want NEW_PROJECT", c.Class, confidence, tag)
				}
				c.Structural = true
				if want = org.ActionNewProject; tag == org.ActionResponse {
					want = org.ActionResponse
				}
				if got := converse.Route(c, false, tag); got != want {
					t.Errorf("Route with a roadmap (%q at %v, tag %q): got %s, want %s", c.Class, confidence, tag, got, want)
				}
			}
		}
	}
	if n != 48 {
		t.Errorf("%d rows, want 48", n)
	}
}

// A confidence that is no number starts no project by itself.
func TestRouteWithoutANumber(t *testing.T) {
	for _, confidence := range []float64{math.NaN(), math.Inf(-1), -1} {
		c := org.Classification{Class: org.ClassFullProject, Confidence: confidence}
		if got := converse.Route(c, false, org.ActionNone); got != org.ActionProposal {
			t.Errorf("Route at %v: got %s, want PROPOSAL", confidence, got)
		}
	}
}

// The override table: for each class and band of confidence, what becomes of
// a message whose chief says RESPONSE, PROPOSAL, NEW_PROJECT and nothing.
// R is RESPONSE, P is PROPOSAL, N is NEW_PROJECT.
const overrides = `
none    below   RPNR
none    middle  RPNR
none    above   RPNR
casual  below   RPNP
casual  middle  RPNR
casual  above   RPNR
simple  below   RPNP
simple  middle  RPNP
simple  above   RPNP
full    below   RPNP
full    middle  RNNN
full    above   RNNN
`

// fields splits a table in a text into its words.
func fields(table string) [][]string {
	var out [][]string
	for line := range strings.Lines(table) {
		if f := strings.Fields(line); len(f) > 0 {
			out = append(out, f)
		}
	}
	return out
}

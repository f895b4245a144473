package review_test

import (
	"testing"

	"github.com/frasier-cos/frasier/llm/prompt"
)

// A reply about a document that quotes nothing of it is no review.
func TestCoherenceEvidenceRule(t *testing.T) {
	defect := answers{"section": "i1", "quote": "It sells forty boxes", "instruction": "Say it once", "fix": answers{"part": "i1", "old": "It sells", "new": "They sell"}}
	elsewhere := answers{"section": "i1", "quote": "It sells cakes and tea", "instruction": "Say it once", "fix": answers{"part": "", "old": "", "new": ""}}
	for _, c := range []struct {
		name, verdict, proof string
		defects              []answers
		pass                 bool
		findings             int
	}{
		{"pass", "pass", "The stall opens in April", []answers{}, true, 0},
		{"pass without a quote", "pass", "", []answers{}, false, 0},
		{"return", "return", "", []answers{defect}, false, 1},
		{"return for what is not there", "return", "The stall opens in April", []answers{elsewhere}, true, 0},
		{"return for what is not there, nothing read", "return", "", []answers{elsewhere}, false, 0},
	} {
		v, err := judge(t, answers{
			"contradictions": []answers{}, "defects": c.defects, "proof": []string{c.proof}, "verdict": c.verdict,
		}).Coherence(t.Context(), drafted(said), prompt.CoherenceContract{})
		if err != nil || v.Pass != c.pass || len(v.Remarks) != c.findings || c.findings > 0 && v.Remarks[0].Fix.New != "They sell" {
			t.Errorf("%s: got %+v, %v, want pass %v with %d remarks", c.name, v, err, c.pass, c.findings)
		}
	}
}

// Of a contradiction both statements are kept, with the parts in which they stand; one
// that stands in two parts is of neither.
func TestCoherenceKeepsBothSides(t *testing.T) {
	const text = "## i1: Price\n\nThe stall asks 4 euros a box. It is open daily.\n\n## i2: Mail\n\nA box costs you 5 euros at our stall. It is open daily.\n\n## Not known\n\ng1 (i1): the rent\n"
	clash := func(first, second string) answers {
		return answers{"first": first, "second": second, "why": "Two prices.", "fix": answers{"part": "", "old": "", "new": ""}}
	}
	v, err := judge(t, answers{
		"contradictions": []answers{clash("The stall asks 4 euros a box.", "A box costs you 5 euros at our stall."), clash("It is open daily.", "A box costs you 5 euros at our stall.")},
		"defects":        []answers{}, "proof": []string{}, "verdict": "return",
	}).Coherence(t.Context(), drafted(text), prompt.CoherenceContract{Sections: []prompt.Section{{Key: "i1"}, {Key: "i2"}}})
	if err != nil || len(v.Remarks) != 2 {
		t.Fatalf("got %+v, %v", v, err)
	}
	for i, want := range []string{"i1 i2", " i2"} {
		m := v.Remarks[i]
		if got := m.FirstPart + " " + m.SecondPart; got != want || m.Second != "A box costs you 5 euros at our stall." || m.Why != "Two prices." || m.First == "" {
			t.Errorf("got %q, want %q: %+v", got, want, m)
		}
	}
}

package review_test

import (
	"strings"
	"testing"
)

// A reviewer who shows no words for most of what he passes is asked once for the rest, and for
// nothing else; what he says then counts, and his first words for the others do. Who fails it was
// heard, and is not asked again.
func TestAReviewerIsAskedOnceForWhatHeForgot(t *testing.T) {
	shown := func(ids ...string) (out []answers) {
		for _, id := range ids {
			out = append(out, verdict(id, "opens in April", "It stands there.", "pass"))
		}
		return out
	}
	for _, c := range []struct {
		name          string
		first, second []answers
		pass          bool
		calls         int
	}{
		{"all shown", shown("a1", "k1", "k2", "k3", "k4"), nil, true, 1},
		{"one forgotten", shown("a1", "k1", "k2", "k3"), nil, true, 1},
		{"most forgotten, then shown", shown("a1"), shown("k1", "k2", "k3", "k4"), true, 2},
		{"most forgotten, then failed", shown("a1"), append(shown("k1", "k2", "k3"), verdict("k4", "", "It names no seller.", "fail")), false, 2},
		{"forgotten twice", shown("a1"), shown("a1"), false, 2},
		{"failed", []answers{verdict("a1", "", "It says no month.", "fail")}, shown("a1"), false, 1},
	} {
		j, model := judgeInTurn(t, answers{"verdicts": c.first}, answers{"verdicts": c.second})
		v, err := j.QA(t.Context(), drafted(said))
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		asked := model.Requests()
		if v.Pass != c.pass || len(asked) != c.calls {
			t.Errorf("%s: passes %v (%q) after %d calls; want %v after %d", c.name, v.Pass, v.Findings, len(asked), c.pass, c.calls)
		}
		if c.calls == 2 && !strings.Contains(string(asked[1].Body), "[k1], [k2], [k3], [k4]. Answer these alone") {
			t.Errorf("%s: it is not asked for the four that are open", c.name)
		}
	}
}

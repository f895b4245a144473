package prompt_test

import (
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/learning"
	"github.com/frasier-cos/frasier/internal/org"
)

// Whoever may write a lesson down is told of the mark by which code knows one
// that is everybody's: without it none ever is.
func TestCriticsAreToldOfTheMark(t *testing.T) {
	s := load(t, "")
	told := 0
	for _, c := range calls() {
		if c.stage != org.StageCritique && c.stage != org.StageCompare {
			continue
		}
		told++
		var all strings.Builder
		for _, b := range render(t, s, data(c)) {
			all.WriteString(b.Text)
		}
		if !strings.Contains(all.String(), learning.TrickMark) {
			t.Errorf("%s: the prompt says nothing of %q", c.stage, learning.TrickMark)
		}
	}
	if told < 2 {
		t.Errorf("%d prompts were looked at, want those of critique and compare", told)
	}
}

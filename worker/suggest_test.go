package worker_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/llm/llmtest"
)

// What a critic calls important though nobody asked goes with a revision that
// happens anyway, and is never the reason for one.
func TestImportantRemarksGoWithARevision(t *testing.T) {
	const remark, minor = "The kiln needs a permit of its own.", "A photograph would be nice."
	for met, want := range map[bool]bool{false: true, true: false} {
		reply := fmt.Sprintf(`{"items":[{"id":"k1","found_quote":"","why":"It says so.","yes":%v}],"contradictions":[],"missing_implicit":[{"text":%q,"important":true},{"text":%q,"important":false}],
			"top_fixes":[],"lesson":{"text":"","generalises":false}}`, met, remark, minor)
		b := newBench(t, llmtest.Options{Rules: []llmtest.Rule{{Stage: org.StageCritique, Do: "reply", Times: 1, Reply: reply}}})
		b.plan(b.piece("one"))
		b.mustWork()
		told := ""
		for _, r := range b.server.Requests() {
			if r.Stage == org.StageRevise && told == "" {
				told = r.Prompt
			}
		}
		if (told != "") != want || strings.Contains(told, remark) != want || strings.Contains(told, minor) {
			t.Errorf("item met %v: revised %v, want %v with the important remark alone:\n%s", met, told != "", want, told)
		}
	}
}

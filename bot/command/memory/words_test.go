package memory_test

import (
	"testing"
	"time"

	"github.com/frasier-cos/frasier/bot/command/memory"
	"github.com/frasier-cos/frasier/internal/learning"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/nountest"
)

func TestWords(t *testing.T) {
	all := examples()
	nountest.Golden(t, all...)
	nountest.Marked(t, all...)
}

func examples() []nountest.Example {
	at := time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)
	rule := learning.Lesson{ID: "l1", Kind: org.MemoryDirective, State: "active", Text: "Write prices in euros"}
	lesson := learning.Lesson{ID: "l2", Kind: "lesson", State: "candidate", Text: "Name the date beside each price."}
	tidied := learning.Curation{ID: "c1", At: at, Ops: []learning.Op{{Op: learning.OpEdit, IDs: []org.LessonID{"l2"}}}, Before: []learning.Item{{ID: "l2", Text: "Name dates."}}, After: []learning.Item{{ID: "l2", Text: "Name the date beside each price."}}}
	return []nountest.Example{
		{Name: "Rules", Message: memory.Rules([]learning.Lesson{rule, lesson})},
		{Name: "Rules: none", Message: memory.Rules(nil)},
		{Name: "RulesHow", Message: memory.RulesHow("burn")},
		{Name: "Remembered", Message: memory.Remembered("l1", "Write prices in euros")},
		{Name: "RememberWhat", Message: memory.RememberWhat("remember Write prices in euros")},
		{Name: "RememberTooLong", Message: memory.RememberTooLong(900, 600)},
		{Name: "Forgot", Message: memory.Forgot("l1", "Write prices in euros")},
		{Name: "Forgot: again", Message: memory.Forgot("l1", "")},
		{Name: "ForgotMessage", Message: memory.ForgotMessage("m3")},
		{Name: "ForgetWhat", Message: memory.ForgetWhat()},
		{Name: "ForgetUnknown: rule", Message: memory.ForgetUnknown("l9")},
		{Name: "ForgetUnknown: message", Message: memory.ForgetUnknown("m9")},
		{Name: "ForgetNotNow", Message: memory.ForgetNotNow("m3", "it is being answered")},
		{Name: "Learnt", Message: memory.Learnt([]learning.Lesson{rule, lesson}, []learning.Curation{tidied})},
		{Name: "Learnt: none", Message: memory.Learnt(nil, nil)},
		{Name: "MemoryHow", Message: memory.How("burn")},
		{Name: "TidyingUndone", Message: memory.TidyingUndone("c1", 2)},
		{Name: "TidyingNone", Message: memory.TidyingNone()},
		{Name: "TidyingUnknown", Message: memory.TidyingUnknown("c9")},
		{Name: "Recalled", Message: memory.Recalled("oats", []org.Memory{{Kind: "document", Ref: "n1", Project: "p1", Title: "Oats", Text: "Oats cost 212 euros.", At: at}})},
		{Name: "Recalled: papers that nothing rests on", Message: memory.Recalled("oats", []org.Memory{{Kind: "document", Ref: "n1", Project: "p1", Title: "Oats", Text: "Oats cost 212 euros.", At: at, Outcome: org.ProjectCompleted, Offline: true}, {Kind: "document", Ref: "n2", Project: "p2", Title: "Oats", Text: "Oats cost 212 euros.", At: at, Outcome: org.ProjectCancelled}, {Kind: "document", Ref: "n3", Project: "p3", Title: "Oats", Text: "Oats cost 212 euros.", At: at, Outcome: org.ProjectActive}, {Kind: "document", Ref: "n4", Project: "p4", Title: "Oats", Text: "Oats cost 212 euros.", At: at, Outcome: org.ProjectCompleted}})},
		{Name: "Recalled: nothing", Message: memory.Recalled("tea", nil)},
	}
}

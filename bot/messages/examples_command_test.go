package messages_test

import (
	"strings"

	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/org"
)

func lisbon() org.ProjectName {
	return org.ProjectName{ID: "p1", Title: "Lisbon launch", State: org.ProjectActive}
}

func commandExamples() []example {
	return append(append(projectCommandExamples(), memoryExamples()...),
		example{"UnknownCommand", "", messages.UnknownCommand("frobnicate", "")},
		example{"UnknownCommand", "one letter wrong", messages.UnknownCommand("satus", "status")},
		example{"UnknownCommand", "no word", messages.UnknownCommand("", "")},
	)
}

func projectCommandExamples() []example {
	p, _ := lisbon(), org.ProjectName{ID: "p1", Title: "Lisbon launch", State: org.ProjectCompleted}
	both := []org.ProjectName{p, {ID: "p2", Title: "Oats"}}
	return append(decisionExamples(),
		example{"OpenProjects", "", messages.OpenProjects()},
		example{"CommandNeeds", "", messages.CommandNeeds("remember", "the rule", "remember Write prices in euros")}, example{"CommandTakesNo", "", messages.CommandTakesNo("inbox", "please", "inbox")},
		example{"ProjectNone", "", messages.ProjectNone()}, example{"ProjectNoneOpen", "", messages.ProjectNoneOpen()}, example{"ProjectNoneRead", "", messages.ProjectNoneRead(2, "pause")},
		example{"ProjectWhich", "", messages.ProjectWhich(both, "", false, "pause", "pause")}, example{"ProjectWhich", "several fit", messages.ProjectWhich(both, "li", false, "meant i4", "steer")}, example{"ProjectWhich", "all ended", messages.ProjectWhich(both, "", true, "read", "read")},
		example{"ProjectUnknown", "", messages.ProjectUnknown("lyon")}, example{"ProjectSlip", "", messages.ProjectSlip("lison", p, "steer p3 Leave the islands out")}, example{"CommandNeedsWords", "", messages.CommandNeedsWords("changes", "p3", "what should change", "changes p3 Shorter")},
		example{"RuleOrProject", "", wording.RuleOrProject("Always write prices in euros").Reply()}, example{"RuleOrProject", "of many words", wording.RuleOrProject(strings.Repeat("Always write prices in euros. ", 4)).Reply()},
		example{"Redone", "", wording.Redone("s1", "", nil)}, example{"Redone", "with a note", wording.Redone("s1", "only 2026", []org.StepID{"s2", "s3"})},
		example{"RedoUnknown", "", wording.RedoUnknown("s99")},
		example{"Replanned", "", wording.Replanned(p, "fewer steps")}, example{"Replanned", "by an answer", wording.Replanned(org.ProjectName{ID: "p1"}, "")},
	)
}

func decisionExamples() []example {
	return []example{}
}

func memoryExamples() []example {
	p := lisbon()
	return []example{
		{"DocumentNone", "", wording.DocumentNone(p)},
	}
}

package messages_test

import (
	"time"

	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/policy"
)

// converseExamples are what Frasier says in a conversation beside the chief's own
// words, with what each depends on.
func converseExamples() []example {
	at := time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
	bread := org.Project{ID: "p3", Title: "Bread prices", State: org.ProjectActive}
	held := org.Project{ID: "p4", Title: "Oats", State: org.ProjectPaused}
	words, label := org.Option{ID: "a", Label: "Answer", Ask: "What?"}, org.Option{ID: "b", Label: "Leave it out"}
	plan := &org.Roadmap{Items: []org.Item{{Key: "i1"}, {Key: "i2"}, {Key: "i3", Done: true}}, Notes: []string{"I read \"after: B\" as \"needs B\"."}}
	two := []org.Phase{{Label: "A"}, {Label: "B"}}
	return []example{
		{"ChatLoop", "", messages.ChatLoop},
		{"ChatNothingRead", "", messages.ChatNothingRead},
		{"ChatNeedsList", "", messages.ChatNeedsList},
		{"ChatWhichRepository", "", messages.ChatWhichRepository([]string{"shop", "site"})},
		{"ChatBaseUnknown", "", messages.ChatBaseUnknown("p9", coding.Repository{Name: "shop", Ref: "main"}, []coding.Branch{{Project: "p1", Title: "Fees", Repository: "shop"}, {Project: "p2", Title: "Site", Repository: "site"}})},
		{"ChatReadOnly", "", messages.ChatReadOnly("shop")},
		{"ChatNotStarted", "", messages.ChatNotStarted},
		{"ChatGarbled", "", messages.ChatGarbled},
		{"ChatUnreachable", "", messages.ChatUnreachable},
		{"ChatHelloOffline", "", messages.ChatHelloOffline},
		{"ChatWelcome", "", messages.ChatWelcome},
		{"ChatFinished", "", messages.ChatFinished(org.Project{ID: "p3", Title: "Oats market"})},
		{"ChangesButton", "", messages.ChangesButton("p3").Label},
		{"ChatWhichStep", "", messages.ChatWhichStep([]org.Step{{ID: "s1", Title: "Launch plan"}, {ID: "s2", Title: "Email to customers"}})},
		{"ChatWhichStep", "none", messages.ChatWhichStep(nil)},
		{"ChatStepFirst", "", messages.ChatStepFirst("hold", "Launch plan")},
		{"StepNotNow", "", wording.StepNotNow("s1", "Launch plan", "it has ended")},
		{"ChatInvisible", "", messages.ChatInvisible(1)},
		{"ChatInvisible", "", messages.ChatInvisible(4)},
		{"ChatRulesKept", "", messages.ChatRulesKept([]string{"Always quote prices in euros.", "No calls before nine."})},
		{"ChatLeftOpen", "", messages.ChatLeftOpen([]string{"Which farmers near Lisbon grow oats?", "What does a van cost, and which of the three that we looked at last year would bring our bread to Lisbon and back each day?"})},
		{"ChatMuted", "", messages.ChatMuted(true)},
		{"ChatMuted", "", messages.ChatMuted(false)},
		{"ChatFile", "", messages.ChatFile(org.Attachment{Name: "plan.md", Text: "# Plan"})},
		{"ChatFile", "", messages.ChatFile(org.Attachment{Name: "plan.md", Text: "# Plan\n- a\n", Note: "I removed 2 invisible characters from plan.md.", Before: at, Started: "p3"})},
		{"ChatFile", "", messages.ChatFile(org.Attachment{Name: "film.mp4", Note: "film.mp4 is an MP4 video; I kept it but cannot read it yet.", Before: at})},
		{"ChatFile", "picture", messages.ChatFile(org.Attachment{Name: "bill.jpg", ContentType: "image/jpeg", Text: org.SeenText("anthropic/claude-sonnet-5.5, its figures again by minimax/minimax-m3", "Total: 4")})},
		{"ChatFile", "picture not looked at", messages.ChatFile(org.Attachment{Name: "bill.jpg", Sense: org.SensePicture})},
		{"ChatFile", "recording not listened to", messages.ChatFile(org.Attachment{Name: "voice.ogg", Sense: org.SenseSound})},
		{"ChatFile", "recording of somebody else's", messages.ChatFile(org.Attachment{Name: "voice.ogg (from a forwarded message)", ContentType: "audio/ogg", Text: "Please pay the bank today."}.AsQuoted())},
		{"ChatLooked", "recording", messages.ChatLooked([]org.Attachment{org.Attachment{Name: "voice.ogg (from a forwarded message)", ContentType: "audio/ogg", Text: "Please pay the bank today."}.AsQuoted()})},
		{"ChatTooMany", "", messages.ChatTooMany("eleventh.png", org.SensePicture, 10)},
		{"ChatTooMany", "", messages.ChatTooMany("sixth.ogg", org.SenseSound, 5)},
		{"ChatHeard", "", messages.ChatHeard("Compare the three payroll tools for me, by Friday.")},
		{"ChatForget", "", messages.ChatForget()},
		{"ChatLooked", "", messages.ChatLooked([]org.Attachment{{Name: "bill.jpg", ContentType: "image/jpeg", Text: org.SeenText("x", org.SeenWhat("document", "A bill of Cafe Lumen.")+"\n\nTotal: 4")}})},
		{"ChatSameFile", "", messages.ChatSameFile(org.Attachment{Name: "plan.md", Started: "p3"}, "Bread prices")},
		{"ChatSameFile", "", messages.ChatSameFile(org.Attachment{Name: "plan.md", Started: "p3"}, "")},
		{"ChatNoProject", "", messages.ChatNoProject("p77", []org.Project{bread, held})},
		{"ChatNoProject", "", messages.ChatNoProject("", []org.Project{bread})},
		{"ChatNoProject", "", messages.ChatNoProject("p77", nil)},
		{"ChatPassedOn", "", messages.ChatPassedOn(bread)},
		{"ChatPassedOn", "", messages.ChatPassedOn(held)},
		{"ChatChangeFirst", "", messages.ChatChangeFirst(bread)},
		{"ChatPauseFirst", "", messages.ChatPauseFirst(held)},
		{"ChatPauseFirst", "", messages.ChatPauseFirst(org.Project{})},
		{"ChatResumeFirst", "", messages.ChatResumeFirst(held)},
		{"ChatResumeFirst", "", messages.ChatResumeFirst(org.Project{})},
		{"ChatUnsure", "", messages.ChatUnsure(org.Decision{Options: []org.Option{words, label}})},
		{"ChatUnsure", "", messages.ChatUnsure(org.Decision{Options: []org.Option{label}})},
		{"ChatUnsure", "", messages.ChatUnsure(org.Decision{})},
		{"ChatNoDecision", "", messages.ChatNoDecision("e4")},
		{"ChatNoDecision", "", messages.ChatNoDecision("")},
		{"ChatReadLabel", "", messages.ChatReadLabel("Bread prices")},
		{"ChatReadLabel", "", messages.ChatReadLabel("What the bakeries of the old town charge for rye and seeded loaves")},
		{"ChatCited", "", messages.ChatCited("p3", "Bread prices", at)},
		{"ChatHold", "its title says no more than the order", messages.ChatHold(org.Classification{Title: "Make it better"}, "", "Make it better", false)},
		{"ChatHold", "", messages.ChatHold(org.Classification{Question: true, Title: "Spain"}, "", "", false)},
		{"ChatHold", "", messages.ChatHold(org.Classification{Question: true}, "", "", false)},
		{"ChatHold", "", messages.ChatHold(org.Classification{Ask: "Shop or market stall?"}, "", "", false)},
		{"ChatHold", "", messages.ChatHold(org.Classification{}, "Spain", "", false)},
		{"ChatHold", "", messages.ChatHold(org.Classification{}, "", "", false)},
		{"ChatHold", "", messages.ChatHold(org.Classification{}, "Spain", "", true)},
		{"ChatStarted", "", messages.ChatStarted("", &org.NewProject{Title: "Bread prices", Roadmap: plan, Phases: two})},
		{"ChatStarted", "", messages.ChatStarted("On it.", &org.NewProject{Title: "Bread prices", Phases: two})},
		{"ChatStarted", "", messages.ChatStarted("", &org.NewProject{Title: "Bread prices", Phases: two})},
		{"ChatStarted", "", messages.ChatStarted("On it, one table.", &org.NewProject{Title: "Bread prices", Single: true})},
		{"ChatStarted", "", messages.ChatStarted("", &org.NewProject{Title: "Bread prices", Single: true})},
		{"ChatStarted", "", messages.ChatStarted("", &org.NewProject{Title: "Bread prices", Single: true, Offline: true, Gates: policy.GatesIn("gate: after planning")})},
		{"ChatStarted", "code without a model", messages.ChatStarted("", &org.NewProject{Title: "Bread prices", Roadmap: &org.Roadmap{Items: []org.Item{{Code: true}}}, Phases: two, Offline: true})},
		{"ChatStarted", "code and words without a model", messages.ChatStarted("", &org.NewProject{Title: "Bread prices", Roadmap: &org.Roadmap{Items: []org.Item{{Code: true}, {}}}, Phases: two, Offline: true})},
	}
}

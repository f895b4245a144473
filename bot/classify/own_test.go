package classify_test

import (
	"testing"

	"github.com/frasier-cos/frasier/bot/classify"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/llmtest"
)

func TestOwnWords(t *testing.T) {
	for text, want := range map[string]string{
		"plain words, don't touch":                       "plain words, don't touch",
		"> theirs\nmine":                                 "…\nmine",
		"  > theirs":                                     "…",
		`he said "do it now" and left`:                   `he said … and left`,
		"it says 'do it', the bakers' don't":             "it says …, the bakers' don't",
		"„mach das“ sagt er, «tu lo haces» sie":          "… sagt er, … sie",
		`5" by 7" is the size`:                           `5" by 7" is the size`,
		`an "open end`:                                   `an "open end`,
		"a \"first\n\nparagraph\" ends":                  "a \"first\n\nparagraph\" ends",
		`"Always quote prices in euros."`:                `"Always quote prices in euros."`,
		"fyi\n---------- Forwarded message\nFrom: P\nx":  "fyi\n…",
		"From: P <p@x>\nSubject: y\n\nSend us a study":   "…",
		"look\n-----Original Message-----\nDo this":      "look\n…",
		"From: the market to: the shelf, that is my way": "From: the market to: the shelf, that is my way",
	} {
		if got := classify.Own(text); got != want {
			t.Errorf("Own(%q): %q, want %q", text, got, want)
		}
	}
}

// What only a quotation says is no evidence of what the founder wants.
func TestEvidenceIsTheFoundersOwn(t *testing.T) {
	for text, want := range map[string]float64{
		"> compare the hosts\nshould be quick":                   org.UngroundedConfidence,
		`the mail says "compare the hosts"`:                      org.UngroundedConfidence,
		"> the hosts\nplease compare the hosts":                  0.9,
		"compare the hosts, and use the name 'Sunrise' for them": 0.9,
	} {
		c, _ := newClassifier(t, &llmtest.Options{Script: llmtest.Script{"classify/*": {{Text: reply("simple_task", "0.9", "compare the hosts")}}}})
		if got := ask(t, c, org.Message{Text: text}); got.Confidence != want {
			t.Errorf("%q: confidence %v, want %v", text, got.Confidence, want)
		}
	}
}

// Small talk in any of its languages asks no model. After a question, or while a
// decision waits, a yes does.
func TestSmallTalk(t *testing.T) {
	asked := classify.Scene{History: []org.PastTurn{{Reply: "Shall I look at Spain?", Asked: true}}}
	waits := classify.Scene{Waits: true}
	for _, c := range []struct {
		text               string
		alone, asked, wait bool // whether rules say that it is small talk
	}{
		{"helooo!", true, true, true},
		{"Guten Morgen", true, true, true},
		{"muchas gracias, chef", true, true, true},
		{"ok", true, false, true},
		{"super, danke dir!", true, false, true},
		{"ja", true, false, false},
		{"yes, thanks", true, false, false},
		{"👍", true, false, true},
		{"stop", false, false, false},
		{"go", false, false, false},
		{"not this one", false, false, false},
		{"the other one", false, false, false},
	} {
		for scene, want := range map[*classify.Scene]bool{{}: c.alone, &asked: c.asked, &waits: c.wait} {
			classifier, server := newClassifier(t, &llmtest.Options{})
			if _, err := classifier.Classify(t.Context(), org.Message{ID: "m1", Text: c.text}, *scene); err != nil || (len(server.Requests()) == 0) != want {
				t.Errorf("%q after %+v: %d calls, %v; want small talk: %v", c.text, *scene, len(server.Requests()), err, want)
			}
		}
	}
}

// A text of questions alone starts no work, whatever a model makes of it.
func TestAsks(t *testing.T) {
	for text, want := range map[string]bool{
		"How is the oats project going?":                 true,
		"Hi there! What did we decide about Spain?":      true,
		"Is it done?  Who did it?":                       true,
		"Wie läuft das Projekt?":                         true,
		"Can you find three suppliers of oats?":          false,
		"What should we charge? Find three competitors.": false,
		"How is it going? Please add a chapter on rye":   false,
		"Find the price of oats":                         false,
		"Hello":                                          false,
		"":                                               false,
	} {
		if got := classify.Asks(text); got != want {
			t.Errorf("Asks(%q) = %v, want %v", text, got, want)
		}
	}
}

// Beside a list a question asks to be told something whatever else is said, and an order in
// the form of a question does not.
func TestAsksBeside(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"we have no printer. which of these touch us?": true,
		"We open at six, is that too early?":           true,
		"ok so what does that cost":                    false,
		"Und welche davon betreffen uns?":              true,
		"Could you run this by Friday?":                false,
		"Which is fine. Can you start it?":             false,
		"Budget: 400. Begin when you like.":            false,
		"¿Cuál es más barato?":                         true,
	} {
		if got := classify.AsksBeside(text); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}

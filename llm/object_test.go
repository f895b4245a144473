package llm_test

import (
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/llm"
)

type objectCase struct {
	Name string  `json:"name"`
	In   string  `json:"in"`
	Want *string `json:"want"` // nil: refused
}

func objectCases(tb testing.TB) []objectCase {
	tb.Helper()
	raw, err := os.ReadFile("testdata/objects.json")
	if err != nil {
		tb.Fatal(err)
	}
	var cases []objectCase
	if err := json.Unmarshal(raw, &cases); err != nil {
		tb.Fatal(err)
	}
	return cases
}

// TestObjectCorpus sends every text of the corpus as the reply to a call with
// a schema, and gives no second chance.
func TestObjectCorpus(t *testing.T) {
	cases := objectCases(t)
	if len(cases) < 60 {
		t.Fatalf("the corpus has %d cases; want 60 at least", len(cases))
	}
	for _, c := range cases {
		b, _ := scripted(t, says(c.In), says("no"), says("no"))
		r, err := b.client.Do(t.Context(), question("x_stage", org.T1, schema()))
		switch {
		case c.Want == nil && !llm.Content(err):
			t.Errorf("%s: %.80q gave %s, %v; want a content error", c.Name, c.In, r.Object, err)
		case c.Want != nil && err != nil:
			t.Errorf("%s: %.80q: %v; want %s", c.Name, c.In, err, *c.Want)
		case c.Want != nil && cmp.Diff(*c.Want, string(r.Object)) != "":
			t.Errorf("%s: %.80q: %s", c.Name, c.In, cmp.Diff(*c.Want, string(r.Object)))
		}
	}
}

func TestRepairNamesTheFaults(t *testing.T) {
	b, s := scripted(t, says("{\"answer\":\"\",\n\"n\":\"three\"}"), says(`{"answer":"x","n":3}`))
	r, err := b.client.Do(t.Context(), question("x_stage", org.T2, schema()))
	if err != nil || string(r.Object) != `{"answer":"x","n":3}` {
		t.Fatalf("Do: %s, %v", r.Object, err)
	}
	if len(s.seen) != 2 || s.seen[1].Purpose != org.StageRepair || s.seen[1].Model != llm.DefaultModels().T1.ID || s.seen[1].Schema.Name != "x_stage" {
		t.Fatalf("calls %+v; want the question and one repair by T1", s.seen)
	}
	asked := whole(s.seen[1])
	for _, want := range []string{"## Stage: repair", "/answer", "/n", "\n┃ {\"answer\":\"\",\n┃ \"n\":\"three\"}\n<<<end "} {
		if !strings.Contains(asked, want) {
			t.Errorf("the repair's prompt lacks %q:\n%s", want, asked)
		}
	}
	if r.Served != org.T2 || r.Downgraded || len(r.Notes) == 0 {
		t.Errorf("reply %+v; want one served by T2 with a note about the repair", r)
	}
	ends := b.ledger.ends()
	if len(ends) != 2 || !ends[0].Unparsed || ends[0].State != org.CallUnusable || ends[1].State != org.CallUsable {
		t.Errorf("ledger %+v; want a ghost and a usable repair", ends)
	}
	if got := b.ledger.begun[1].TierAsked; got != org.T1 {
		t.Errorf("the repair was asked of %s in the ledger; want T1, or it looks like a downgrade", got)
	}
}

// whole is the text of all messages.
func whole(w llm.Wire) string {
	var b strings.Builder
	for _, m := range w.Messages {
		for _, p := range m.Parts {
			b.WriteString(p.Text + "\n\n")
		}
	}
	return b.String()
}

func TestCheckIsRepairedOnceAndThenAContentError(t *testing.T) {
	b, s := scripted(t, says(`{"answer":"x","n":3}`))
	q := question("x_stage", org.T1, schema())
	q.Check = func(json.RawMessage) []string { return []string{"r7: n must be the number of items"} }
	_, err := b.client.Do(t.Context(), q)
	if !llm.Content(err) || llm.Transport(err) || len(s.seen) != 2 {
		t.Fatalf("%d calls, %v; want 2 and a content error", len(s.seen), err)
	}
	if text := whole(s.seen[1]); !strings.Contains(text, "r7") {
		t.Errorf("the repair does not name the rule:\n%s", text)
	}
}

func TestObjectTakesTheOneThatIsAccepted(t *testing.T) {
	first := func(o json.RawMessage) []string {
		if strings.Contains(string(o), `"a"`) {
			return nil
		}
		return []string{"no a"}
	}
	got, err := llm.Object(`{"b":1} {"a":2}`, first)
	if err != nil || string(got) != `{"a":2}` {
		t.Errorf("Object = %s, %v; want the second", got, err)
	}
	if got, err := llm.Object(`{"b":1} {"a":2}`, nil); err == nil {
		t.Errorf("Object without a rule = %s; want an error for two objects", got)
	}
}

func FuzzObject(f *testing.F) {
	for _, c := range objectCases(f) {
		f.Add(c.In)
	}
	f.Fuzz(func(t *testing.T, text string) {
		obj, err := llm.Object(text, nil)
		if err != nil {
			return
		}
		var m map[string]any
		if err := json.Unmarshal(obj, &m); err != nil {
			t.Errorf("Object(%q) = %q, which is no object: %v", text, obj, err)
		}
		again, err := llm.Object(string(obj), nil)
		if err == nil && string(again) != string(obj) {
			t.Errorf("Object(%q) = %q, and again %q", text, obj, again)
		}
	})
}

func TestUselessRepliesAreTold(t *testing.T) {
	for said, want := range map[string]string{
		"Sure, I will do that @everyone":          "Sure, I will do that @\u200beveryone",
		"<think>hm</think>No braces in this one.": "No braces in this one.",
		"": "",
	} {
		b, _ := scripted(t, says(said))
		_, err := b.client.Do(t.Context(), question("x_stage", org.T1, schema()))
		var e *llm.Error
		if !errors.As(err, &e) || !llm.Content(err) || e.Reply != want {
			t.Errorf("Do after %q: %v with reply %q; want a content error with %q", said, err, replyOf(e), want)
		}
	}
}

func replyOf(e *llm.Error) string {
	if e == nil {
		return ""
	}
	return e.Reply
}

func TestNothingIsRepairedWithoutAPrompt(t *testing.T) {
	b, s := scripted(t, says(`{"answer":"","n":"three"}`))
	b.client.Repair = nil
	if _, err := b.client.Do(t.Context(), question("x_stage", org.T1, schema())); !llm.Content(err) || len(s.seen) != 1 {
		t.Errorf("Do: %v after %d calls; want a content error after one", err, len(s.seen))
	}
}

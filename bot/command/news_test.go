package command_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/bot/command"
	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/reports"
)

// News are said by their noun, whether they were stored or not, and so are those that a version of before stored; what no noun
// says is said to be there, and figures that cannot be read are an error.
func TestNounsSayTheirNews(t *testing.T) {
	var before reports.Facts // as it was stored while a webhook's trouble was a field of the facts
	if err := json.Unmarshal([]byte(`{"webhook":{"name":"crm","address":"https://crm.example.com/hooks","why":"it answered 502"}}`), &before); err != nil || before.News == nil {
		t.Fatalf("%+v, %v", before, err)
	}
	fresh := reports.News{Noun: "webhook", Figures: outward.WebhookNews{Name: "crm", Address: "https://crm.example.com/hooks", Why: "it answered 502"}}
	for name, n := range map[string]reports.News{"stored": *before.News, "not stored": fresh} {
		if r, err := command.SayNews(n); err != nil || !strings.Contains(r.Text, "doesn't take what I send: it answered 502") {
			t.Errorf("%s: %q, %v", name, r.Text, err)
		}
	}
	if r, err := command.SayNews(reports.News{Noun: "nosuch", Figures: json.RawMessage(`{}`)}); err != nil || !strings.Contains(r.Text, "nosuch") {
		t.Errorf("news of a noun that is not known: %q, %v", r.Text, err)
	}
	for _, figures := range []any{json.RawMessage(`"crm"`), 3} {
		if r, err := command.SayNews(reports.News{Noun: "webhook", Figures: figures}); err == nil {
			t.Errorf("figures %v are said as %q", figures, r.Text)
		}
	}
	said := map[string]bool{}
	for _, n := range new(command.Handler).Nouns() {
		for _, notice := range n.Notices {
			if said[notice.Name] {
				t.Errorf("two nouns say the news of %s", notice.Name)
			}
			said[notice.Name] = true
		}
	}
}

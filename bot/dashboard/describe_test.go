package dashboard_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/frasier-cos/frasier/bot/command/noun"
	"github.com/frasier-cos/frasier/bot/dashboard"
	"github.com/frasier-cos/frasier/docs"
	"github.com/frasier-cos/frasier/internal/org"
)

// A noun that describes its answer has it in the description of the API, which stays one: its JSON fits it, and what has a
// field too few, too many or of another kind does not.
func TestAnswersDescribeThemselves(t *testing.T) {
	type inner struct {
		Calls int `json:"calls" doc:"since midnight"`
	}
	type figures struct {
		inner
		Cost  org.NanoUSD       `json:"cost_nano_usd"`
		Since time.Time         `json:"since,omitzero"`
		Names []string          `json:"names"`
		By    map[string]*inner `json:"by"`
		Whole bool              `json:"whole"`
		Share float64           `json:"share"`
		Plain string
	}
	given := figures{inner{3}, 5, time.Now(), []string{"Rosalind"}, map[string]*inner{"t1": {1}}, true, 0.5, "x"}
	raw, err := dashboard.Describe(docs.API, []noun.Noun{{Answers: []noun.Answer{{Path: "pulse", Says: "how busy it is here", Gives: figures{}, Of: func(context.Context, noun.Input) (noun.View, error) { return noun.View{}, nil }}}}})
	if err != nil {
		t.Fatal(err)
	}
	doc, err := openapi3.NewLoader().LoadFromData(raw)
	if err != nil {
		t.Fatal(err)
	}
	if err := doc.Validate(t.Context()); err != nil {
		t.Fatal(err)
	}
	schema := doc.Paths.Value("/pulse").Get.Responses.Value("200").Value.Content["application/json"].Schema.Value
	if got := schema.Properties["calls"].Value.Description; got != "since midnight" {
		t.Errorf("calls is described as %q", got)
	}
	fits := func(change func(map[string]any)) error {
		t.Helper()
		text, err := json.Marshal(given) //nolint:musttag // one field has no tag, on purpose
		if err != nil {
			t.Fatal(err)
		}
		var v map[string]any
		if err := json.Unmarshal(text, &v); err != nil {
			t.Fatal(err)
		}
		change(v)
		return schema.VisitJSON(v)
	}
	if err := fits(func(map[string]any) {}); err != nil {
		t.Errorf("what is given does not fit: %v", err)
	}
	for name, change := range map[string]func(map[string]any){
		"without a field":       func(v map[string]any) { delete(v, "names") },
		"with one more":         func(v map[string]any) { v["more"] = 1 },
		"with a text":           func(v map[string]any) { v["calls"] = "three" },
		"with numbers as names": func(v map[string]any) { v["names"] = []any{1.0} },
	} {
		if fits(change) == nil {
			t.Errorf("what is given %s fits the description", name)
		}
	}
	if err := fits(func(v map[string]any) { delete(v, "since") }); err != nil {
		t.Errorf("a field that may be left out is missed: %v", err)
	}
	if _, err := dashboard.Describe(docs.API, []noun.Noun{{Answers: []noun.Answer{{Path: "status", Gives: figures{}}}}}); err == nil || !strings.Contains(err.Error(), "/status") {
		t.Errorf("a path that is described already: %v", err)
	}
	if same, err := dashboard.Describe(docs.API, []noun.Noun{{Answers: []noun.Answer{{Path: "status"}}}}); err != nil || string(same) != string(docs.API) {
		t.Errorf("without a noun that describes its answer the description changes: %v", err)
	}
}

package reports_test

import (
	"encoding/json"
	"testing"

	"github.com/frasier-cos/frasier/internal/reports"
)

// News of a noun are stored under its name beside other facts, and read back as they were; what a program of before stored
// under a name that was a field of facts then is such news now.
func TestNewsAreAFieldOfStoredFacts(t *testing.T) {
	type figures struct {
		Calls int `json:"calls"`
	}
	for _, c := range []struct {
		name  string
		facts reports.Facts
		want  string
	}{
		{"alone", reports.Facts{News: &reports.News{Noun: "pulse", Figures: figures{3}}}, `{"pulse":{"calls":3}}`},
		{"beside others", reports.Facts{Notice: "Slow.", News: &reports.News{Noun: "pulse", Figures: figures{3}}}, `{"notice":"Slow.","pulse":{"calls":3}}`},
		{"none", reports.Facts{Notice: "Slow."}, `{"notice":"Slow."}`},
	} {
		raw, err := json.Marshal(c.facts)
		if err != nil || string(raw) != c.want {
			t.Errorf("%s: %s, %v; want %s", c.name, raw, err, c.want)
		}
		var back reports.Facts
		if err := json.Unmarshal(raw, &back); err != nil || back.Notice != c.facts.Notice || (back.News == nil) != (c.facts.News == nil) {
			t.Errorf("%s comes back as %+v, %v", c.name, back, err)
			continue
		}
		if again, err := json.Marshal(back); err != nil || string(again) != c.want {
			t.Errorf("%s is stored again as %s, %v", c.name, again, err)
		}
	}
	for name, noun := range map[string]string{"of a field of facts": "alert", "of nobody": ""} {
		if raw, err := json.Marshal(reports.Facts{News: &reports.News{Noun: noun, Figures: figures{3}}}); err == nil {
			t.Errorf("news %s are stored as %s", name, raw)
		}
	}
}

package prompt_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/frasier-cos/frasier/internal/org"
)

// stripped drops what strict modes reject. Names of properties stay, whatever
// they are called.
func stripped(v any, names bool) any {
	dropped := []string{"pattern", "minimum", "maximum", "minItems", "maxItems", "minLength", "maxLength"}
	switch x := v.(type) {
	case map[string]any:
		out := map[string]any{}
		for k, e := range x {
			if names || !slices.Contains(dropped, k) {
				out[k] = stripped(e, k == "properties" && !names)
			}
		}
		return out
	case []any:
		out := make([]any, len(x))
		for i, e := range x {
			out[i] = stripped(e, false)
		}
		return out
	}
	return v
}

// strict reports the objects that do not require every property or allow more.
func strict(t *testing.T, stage string, v any) {
	t.Helper()
	switch x := v.(type) {
	case map[string]any:
		if props, ok := x["properties"].(map[string]any); ok {
			required, _ := x["required"].([]any) //nolint:errcheck // nil counts as none
			if len(required) != len(props) || x["additionalProperties"] != false {
				t.Errorf("%s: an object requires %d of %d properties, additionalProperties %v; want all, false", stage, len(required), len(props), x["additionalProperties"])
			}
		}
		for _, e := range x {
			strict(t, stage, e)
		}
	case []any:
		for _, e := range x {
			strict(t, stage, e)
		}
	}
}

// younger are fields that replies had not from the beginning. A model is asked for them;
// a reply without them, which was kept or recorded before, is read all the same.
var younger = map[string][]string{
	org.StageEnrich: {"trade", "instead", "builds_on", "grave", "change"},
	org.StagePlan:   {"trade", "grave"},
}

// older are fields that replies had once and no code reads any more. No model is asked
// for them; a reply with them, which was kept or recorded before, is read all the same.
var older = map[string][]string{
	org.StageCritique: {"important"},
	org.StageCompare:  {"important"},
	org.StageGap:      {"why"},
}

// withoutFields drops properties from every object.
func withoutFields(v any, fields []string) {
	switch x := v.(type) {
	case map[string]any:
		if props, ok := x["properties"].(map[string]any); ok {
			for _, f := range fields {
				delete(props, f)
			}
		}
		for _, e := range x {
			withoutFields(e, fields)
		}
	case []any:
		for _, e := range x {
			withoutFields(e, fields)
		}
	}
}

// demand makes every object require those of the fields that it has.
func demand(v any, fields []string) {
	switch x := v.(type) {
	case map[string]any:
		if props, ok := x["properties"].(map[string]any); ok {
			required, _ := x["required"].([]any) //nolint:errcheck // nil counts as none
			for _, f := range fields {
				if _, has := props[f]; has {
					required = append(required, f)
				}
			}
			x["required"] = required
		}
		for _, e := range x {
			demand(e, fields)
		}
	case []any:
		for _, e := range x {
			demand(e, fields)
		}
	}
}

// unordered sorts the lists of required fields.
func unordered(v any) any {
	switch x := v.(type) {
	case map[string]any:
		if required, ok := x["required"].([]any); ok {
			slices.SortFunc(required, func(a, b any) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
		}
		for _, e := range x {
			unordered(e)
		}
	case []any:
		for _, e := range x {
			unordered(e)
		}
	}
	return v
}

func TestWireSchemasAreTheLocalOnesStripped(t *testing.T) {
	s := load(t, "")
	for _, name := range s.Names() {
		stage := strings.TrimSuffix(strings.TrimSuffix(path.Base(name), ".json"), ".wire")
		if !strings.HasSuffix(name, ".json") {
			continue
		}
		schema := s.Schema(stage)
		var local, wire any
		if err := json.Unmarshal(schema.Local, &local); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if err := json.Unmarshal(schema.Wire, &wire); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		demand(local, younger[stage])
		withoutFields(local, older[stage])
		if d := cmp.Diff(unordered(stripped(local, false)), unordered(wire)); d != "" {
			t.Errorf("%s: the wire form is not the local one without bounds:\n%s", stage, d)
		}
		strict(t, stage, wire)
		c := jsonschema.NewCompiler()
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(schema.Local))
		if err != nil {
			t.Fatal(err)
		}
		if err := c.AddResource("x.json", doc); err != nil {
			t.Fatal(err)
		}
		if _, err := c.Compile("x.json"); err != nil {
			t.Errorf("%s: %v", stage, err)
		}
	}
}

// The form of a reply is sent with the call and stands in no prompt; what a
// prompt shows is an example, and where it is a whole reply it has that form.
func TestJSONStagesHaveASchemaAndAnExample(t *testing.T) {
	s := load(t, "")
	parts := []string{org.StagePlan, org.StageEnrich, org.StageOutline} // whose examples are parts of a reply
	for _, c := range callsOfAll(t, s) {
		schema := s.Schema(c.stage)
		if (schema == nil) != org.StageOf(c.stage).Text {
			t.Errorf("%s: schema %v, want one exactly for JSON stages", c.stage, schema)
		}
		if schema == nil {
			continue
		}
		if schema.Name != c.stage {
			t.Errorf("%s: its schema is called %q", c.stage, schema.Name)
		}
		for _, b := range render(t, s, data(c)) {
			if strings.Contains(b.Text, `"additionalProperties"`) {
				t.Errorf("%s: its schema stands in the prompt too", c.stage)
			}
			if b.Name == "B6" && !slices.Contains(parts, c.stage) {
				conforms(t, c.stage, b.Text, schema.Local)
			}
		}
	}
}

// conforms checks the example of a prompt by its schema.
func conforms(t *testing.T, stage, text string, schema []byte) {
	t.Helper()
	_, example, _ := strings.Cut(text, "\nGood: ")
	example, _, _ = strings.Cut(example, "\n")
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(schema))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("x.json", doc); err != nil {
		t.Fatal(err)
	}
	compiled, err := compiler.Compile("x.json")
	if err != nil {
		t.Fatal(err)
	}
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(example))
	if err != nil {
		t.Errorf("%s: its example is no object: %v: %s", stage, err, example)
		return
	}
	if err := compiled.Validate(value); err != nil {
		t.Errorf("%s: its example has another form: %v", stage, err)
	}
}

// TestReasonsComeBeforeVerdicts: the order of fields is the order in which a
// model writes them.
func TestReasonsComeBeforeVerdicts(t *testing.T) {
	s := load(t, "")
	for stage, pair := range map[string][2]string{
		org.StageClassify: {"evidence", "class"}, org.StageCritique: {"found_quote", "yes"}, org.StageCompare: {"why_better", "better"},
		org.StageQA: {"quote", "verdict"}, org.StageLead: {"blockers", "verdict"}, org.StagePlanReview: {"missing", "verdict"},
		org.StageClaims: {"quote", "text"}, org.StageCoherence: {"defects", "verdict"},
		org.StageWatch: {"quotes", "verdict"},
	} {
		for _, raw := range [][]byte{s.Schema(stage).Local, s.Schema(stage).Wire} {
			first, second := bytes.Index(raw, []byte(`"`+pair[0]+`": {`)), bytes.Index(raw, []byte(`"`+pair[1]+`": {`))
			if first < 0 || second < 0 || first > second {
				t.Errorf("%s: %s at %d, %s at %d; want the reason first", stage, pair[0], first, pair[1], second)
			}
		}
	}
}

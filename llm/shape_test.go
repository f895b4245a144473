package llm_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
	"pgregory.net/rapid"

	"github.com/frasier-cos/frasier/llm"
	"github.com/frasier-cos/frasier/llm/prompt"
)

// What is said of a reply is what a library says that knows all of JSON schema,
// for all our schemas and replies that are nearly right.
func TestFaultsAreThoseOfALibrary(t *testing.T) {
	t.Parallel()
	set, err := prompt.Load("")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, name := range set.Names() {
		stage, ok := strings.CutSuffix(strings.TrimPrefix(name, "schema/"), ".json")
		if !ok || strings.Contains(stage, "/") {
			continue
		}
		n++
		schema := set.Schema(stage)
		doc := decoded(t, string(schema.Local))
		library := compiled(t, doc)
		rapid.Check(t, func(r *rapid.T) {
			raw, err := json.Marshal(reply(r, doc))
			if err != nil {
				r.Fatal(err)
			}
			got, err := llm.Faults(schema, raw)
			if err != nil {
				r.Fatal(err)
			}
			want := sentences(library.Validate(decoded(t, string(raw))))
			slices.Sort(want)
			if len(want) > 10 { // any ten of them
				want = slices.DeleteFunc(want, func(s string) bool { return !slices.Contains(got, s) })
			}
			slices.Sort(got)
			if diff := cmp.Diff(want, got); diff != "" {
				r.Fatalf("%s: %s (-library +ours):\n%s", stage, raw, diff)
			}
		})
	}
	if n < 20 {
		t.Errorf("%d schemas were tried, want all", n)
	}
}

func decoded(t *testing.T, text string) any {
	t.Helper()
	v, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func compiled(t *testing.T, doc any) *jsonschema.Schema {
	t.Helper()
	c := jsonschema.NewCompiler()
	if err := c.AddResource("mem://x.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("mem://x.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// sentences lists the leaves of a library's error.
func sentences(err error) []string {
	var e *jsonschema.ValidationError
	if !errors.As(err, &e) {
		return nil
	}
	if len(e.Causes) == 0 {
		text := e.ErrorKind.LocalizedString(message.NewPrinter(language.English))
		return []string{"/" + strings.Join(e.InstanceLocation, "/") + ": " + regexp.MustCompile(`((?:got|want) \d+),(\d)`).ReplaceAllString(text, "$1$2")} // it groups digits
	}
	var out []string
	for _, c := range e.Causes {
		out = append(out, sentences(c)...)
	}
	return out
}

// reply makes a value that a schema allows, or nearly.
func reply(r *rapid.T, schema any) any {
	s, ok := schema.(map[string]any)
	if !ok {
		r.Fatalf("no schema: %v", schema)
	}
	if rapid.IntRange(0, 30).Draw(r, "odd") == 0 {
		return rapid.SampledFrom([]any{nil, true, 1, 1.5, -7, 12, json.RawMessage("3.0"), "", "it's \"so\"\n", []any{}, map[string]any{"x": 1}}).Draw(r, "odd value")
	}
	if list, ok := s["anyOf"].([]any); ok {
		return reply(r, rapid.SampledFrom(list).Draw(r, "alternative"))
	}
	if list, ok := s["enum"].([]any); ok && rapid.IntRange(0, 9).Draw(r, "other") > 0 {
		return rapid.SampledFrom(list).Draw(r, "choice")
	}
	kind := s["type"]
	if list, ok := kind.([]any); ok {
		kind = rapid.SampledFrom(list).Draw(r, "type")
	}
	switch kind {
	case "object":
		out := map[string]any{}
		properties, ok := s["properties"].(map[string]any)
		if !ok {
			r.Fatalf("an object without properties: %v", s)
		}
		for _, name := range slices.Sorted(maps.Keys(properties)) {
			if rapid.IntRange(0, 20).Draw(r, "leave out") > 0 {
				out[name] = reply(r, properties[name])
			}
		}
		if rapid.IntRange(0, 9).Draw(r, "add") == 0 {
			out["stray'"] = 1
		}
		return out
	case "array":
		out := []any{}
		for range rapid.IntRange(0, 3).Draw(r, "items") {
			out = append(out, reply(r, s["items"]))
		}
		return out
	case "string":
		text := rapid.SampledFrom([]string{"", "a", "q1", "s12", "R3", "c9", "a1", "äöü", "words and more"}).Draw(r, "text")
		return strings.Repeat(text, rapid.SampledFrom([]int{1, 1, 1, 150}).Draw(r, "times"))
	case "integer":
		return rapid.IntRange(-1, 12).Draw(r, "integer")
	case "number":
		return rapid.SampledFrom([]float64{-0.2, 0, 0.5, 1, 1.2}).Draw(r, "number")
	case "boolean":
		return rapid.Bool().Draw(r, "boolean")
	}
	return nil
}

// A schema with a word that our check does not know is refused, since nothing
// would be checked by it.
func TestUnknownKeywordsAreRefused(t *testing.T) {
	t.Parallel()
	for _, text := range []string{`{"type":"strin"}`, `{"format":"date"}`, `{"properties":{"a":{"oneOf":[]}}}`, `{"pattern":"("}`, `[]`, `{"required":"a"}`} {
		if _, err := llm.Faults(&llm.Schema{Name: "x", Local: []byte(text)}, []byte(`{}`)); err == nil {
			t.Errorf("%s was taken as a schema", text)
		}
	}
	s := &llm.Schema{Name: "x", Local: []byte(`{"type":"object"}`)}
	for _, text := range []string{`{} {}`, `{`, ``} {
		if _, err := llm.Faults(s, []byte(text)); err == nil {
			t.Errorf("%s was taken as an object", text)
		}
	}
	if got, err := llm.Faults(s, bytes.TrimSpace([]byte(` {"a":1e999999999} `))); err != nil || len(got) > 0 {
		t.Errorf("a number beyond all: %v, %v, want nothing", got, err)
	}
}

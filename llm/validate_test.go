package llm_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/llm"
)

// What is wrong with a reply is said in one sentence a fault, in the order of their places however
// often it is asked, at most ten.
func TestFaultsOfAReply(t *testing.T) {
	t.Parallel()
	schema := &llm.Schema{Name: "x", Local: []byte(`{"type":"object","required":["a","b"],"additionalProperties":false,"properties":{
		"a":{"type":"array","minItems":1,"items":{"type":"string","maxLength":1200,"pattern":"^q"}},
		"b":{"enum":["yes","no"]},"c":{"type":["integer","null"],"minimum":1},"d":{"anyOf":[{"type":"string"},{"type":"boolean"}]}}}`)}
	for reply, want := range map[string][]string{
		`{"a":["q1"],"b":"no","c":3.0,"d":true}`:                nil,
		`{"a":["q1"],"b":"no","c":null,"d":"x"}`:                nil,
		`[]`:                                                    {"/: got array, want object"},
		`{"z":1,"y":2}`:                                         {"/: additional properties 'y', 'z' not allowed", "/: missing properties 'a', 'b'"},
		`{"a":[],"b":"maybe"}`:                                  {"/a: minItems: got 0, want 1", "/b: value must be one of 'yes', 'no'"},
		`{"a":["q1",7,"x"],"b":"no","c":0}`:                     {"/a/1: got number, want string", "/a/2: 'x' does not match pattern '^q'", "/c: minimum: got 0, want 1"},
		`{"a":["q1"],"b":"no","c":1.5,"d":null}`:                {"/c: got number, want null or integer", "/d: got null, want boolean", "/d: got null, want string"},
		`{"a":["q` + strings.Repeat("x", 1200) + `"],"b":"no"}`: {"/a/0: maxLength: got 1201, want 1200"},
	} {
		for range 5 {
			got, err := llm.Faults(schema, []byte(reply))
			if err != nil || !slices.Equal(got, want) {
				t.Errorf("%.60s: got %q, %v; want %q", reply, got, err, want)
				break
			}
		}
	}
	got, err := llm.Faults(schema, []byte(`{"b":"no","a":[`+strings.Repeat("1,", 20)+`1]}`))
	if err != nil || len(got) != 10 {
		t.Errorf("of 21 faults %d are said, %v; want 10", len(got), err)
	}
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

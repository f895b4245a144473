package prompt_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/llm"
	"github.com/frasier-cos/frasier/llm/llmtest"
)

// ask sends a rendered prompt to an author who knows nothing but the prompt.
func ask(t *testing.T, url, stage string, blocks []llm.Block, schema *llm.Schema) string {
	t.Helper()
	var text []string
	for _, b := range blocks {
		text = append(text, b.Text)
	}
	body := map[string]any{"model": "minimax/minimax-m3", "messages": []any{map[string]any{"role": "user", "content": strings.Join(text, "\n\n")}}}
	if schema != nil {
		body["response_format"] = map[string]any{"type": "json_schema", "json_schema": map[string]any{"name": stage, "strict": true, "schema": schema.Wire}}
	}
	raw, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url+"/chat/completions", bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Authorization", "Bearer test")
	res, err := new(http.Client).Do(req)
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		Choices []struct {
			Message struct {
				Content string `json:"content"`
			} `json:"message"`
		} `json:"choices"`
	}
	err = json.NewDecoder(res.Body).Decode(&got)
	if cerr := res.Body.Close(); err != nil || cerr != nil || len(got.Choices) == 0 {
		t.Fatalf("%s: %d choices, %v, %v", stage, len(got.Choices), err, cerr)
	}
	return got.Choices[0].Message.Content
}

// TestAnAuthorUnderstandsEachPrompt: someone who reads the rendered prompt and
// nothing else can answer, keeps the schema and names what the prompt shows.
func TestAnAuthorUnderstandsEachPrompt(t *testing.T) {
	_, url := llmtest.Start(t, llmtest.Options{})
	s := load(t, "")
	holds := map[string][]string{
		org.StageClassify: {`"Compare the prices of Acme and Bolt`}, org.StageRoles: {"agent-scout"}, org.StageEnrich: {`"key":"i1"`, `"key":"i2"`, "at least 3 sources"},
		org.StageFeasibility: {`"key":"s1"`, `"key":"s2"`}, org.StageDecompose: {`"serves":["a2"]`, `"serves":["a10"]`},
		org.StageClaims: {"Acme is $12 a month"}, org.StageGap: {`"sub_question":"q1"`, `"url_ids":["u1"]`},
		org.StageOutline: {`"passages":[`, `"meets":["a2"]`}, org.StageSection: {"[S10:p1]", "```evidence"},
		org.StageSynthesize: {"[S10:p1]", "```evidence"}, org.StageRevise: {"```evidence"},
		org.StageCritique: {`"id":"c1"`, "Acme costs $12"}, org.StageQA: {`"id":"a1"`, `"id":"q1"`, `"id":"q3"`, "¶1"},
	}
	for _, c := range calls() {
		d := data(c)
		d.Evidence.Passages[2].Text = "The team plan of Acme is $12 a month for one seat."
		d.Evidence.Passages[0].Text = "Others in this market cost more than that for a seat."
		got := ask(t, url, c.stage, render(t, s, d), s.Schema(c.stage))
		for _, want := range holds[c.stage] {
			if !strings.Contains(got, want) {
				t.Errorf("%s: the reply lacks %q: %s", c.stage, want, got)
			}
		}
		if schema := s.Schema(c.stage); schema != nil {
			valid(t, c.stage, schema.Local, got)
		}
	}
}

func valid(t *testing.T, stage string, schema []byte, reply string) {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(schema))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("x.json", doc); err != nil {
		t.Fatal(err)
	}
	obj, err := jsonschema.UnmarshalJSON(strings.NewReader(reply))
	if err != nil {
		t.Errorf("%s: %v in %s", stage, err, reply)
		return
	}
	if err := c.MustCompile("x.json").Validate(obj); err != nil {
		t.Errorf("%s: the reply does not keep the schema: %v\n%s", stage, err, reply)
	}
}

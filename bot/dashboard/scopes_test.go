package dashboard_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/bot/command"
	"github.com/frasier-cos/frasier/bot/converse"
	"github.com/frasier-cos/frasier/bot/dashboard"
	"github.com/frasier-cos/frasier/docs"
	"github.com/frasier-cos/frasier/internal/attest"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
)

// scoped is a dashboard whose commands are carried out, with a token of each scope.
type scoped struct {
	*doors
	mu     sync.Mutex
	given  []string // lines of the command language that got through
	tokens map[string]string
}

func openScoped(t *testing.T) *scoped {
	t.Helper()
	s := &scoped{tokens: map[string]string{"none": "", "wrong": "frasier_WRONG"}}
	s.doors = openDoorsAs(t, "u", func(o *dashboard.Options) {
		o.Do = func(_ context.Context, c org.Command) (org.Reply, error) {
			s.mu.Lock()
			defer s.mu.Unlock()
			s.given = append(s.given, c.Line)
			return org.Reply{Text: "done"}, nil
		}
		home := t.TempDir()
		o.Bundle = func(ctx context.Context, want attest.Want) ([]byte, error) {
			ring, err := attest.Open(ctx, s.db, home, o.Now())
			if err != nil {
				return nil, err
			}
			return attest.Make(ctx, s.db, ring, want, o.Now())
		}
		o.Order = func(ctx context.Context, token, key, goal string, limit org.NanoUSD) (outward.AgentOrdered, error) {
			p, _ := converse.DescribeOrder(goal, false)
			return s.db.BeginAgentOrder(ctx, outward.AgentOrder{Token: token, Key: key, Text: goal, Project: p, Cap: limit})
		}
	})
	for name, add := range map[string]func() (string, error){
		"read":    func() (string, error) { return s.db.NewToken(t.Context(), "read", false) },
		"order":   func() (string, error) { return s.db.NewOrderToken(t.Context(), "order", 5*org.Dollar) },
		"no day":  func() (string, error) { return s.db.NewOrderToken(t.Context(), "poor", 0) },
		"act":     func() (string, error) { return s.db.NewToken(t.Context(), "act", true) },
		"code":    func() (string, error) { return s.db.NewCodeToken(t.Context(), "code", "shop") },
		"removed": func() (string, error) { return s.db.NewToken(t.Context(), "gone", true) },
	} {
		secret, err := add()
		if err != nil {
			t.Fatal(err)
		}
		s.tokens[name] = secret
	}
	if err := s.db.RemoveToken(t.Context(), "gone"); err != nil {
		t.Fatal(err)
	}
	return s
}

func (s *scoped) send(token, method, path, body string, headers ...string) (int, string) {
	s.t.Helper()
	req, err := http.NewRequestWithContext(s.t.Context(), method, s.at.URL+path, strings.NewReader(body))
	if err != nil {
		s.t.Fatal(err)
	}
	if token != "" {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json, text/event-stream")
	for i := 0; i < len(headers); i += 2 {
		req.Header.Set(headers[i], headers[i+1])
	}
	resp, err := (&http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }, Timeout: 10 * time.Second}).Do(req)
	if err != nil {
		s.t.Fatal(err)
	}
	defer resp.Body.Close() //nolint:errcheck // it was read
	raw, err := io.ReadAll(io.LimitReader(resp.Body, 1<<20))
	if err != nil {
		s.t.Fatal(err)
	}
	return resp.StatusCode, string(raw)
}

// A token of every scope at every door: the pages, the API with each path of its description, and the tools of agents. None does more than its scope.
func TestNoTokenDoesMoreThanItsScope(t *testing.T) {
	t.Parallel()
	s := openScoped(t)
	known := map[string]bool{"read": true, "order": true, "no day": true, "act": true, "code": true}
	var description struct {
		Paths map[string]map[string]json.RawMessage `json:"paths"`
	}
	if err := json.Unmarshal(docs.API, &description); err != nil || len(description.Paths) < 20 {
		t.Fatalf("%d paths, %v", len(description.Paths), err)
	}
	asked := 0
	for scope, token := range s.tokens {
		for path, methods := range description.Paths {
			if strings.HasSuffix(path, "/stream") {
				continue // it does not end; its token is looked at before, as of all others
			}
			for method := range methods {
				if method = strings.ToUpper(method); method == "PARAMETERS" {
					continue
				}
				at := "/api/v1" + strings.NewReplacer("{id}", "p1", "{n}", "1").Replace(path)
				status, body := s.send(token, method, at, "{}")
				asked++
				code := strings.HasSuffix(path, "/intents") || strings.HasSuffix(path, "/intent") || strings.HasSuffix(path, "/patch")
				want := map[bool]string{true: "answered", false: "403"}
				allowed := false
				switch {
				case !known[scope]:
					if status != http.StatusUnauthorized && status != http.StatusTooManyRequests {
						t.Errorf("%s: %s %s: %d, want 401", scope, method, at, status)
					}
					continue
				case scope == "code":
					allowed = code
				case code:
				case path == "/orders":
					allowed = scope == "order" || scope == "no day"
				case method == http.MethodGet:
					allowed = true
				default:
					allowed = scope == "act"
				}
				if (status == http.StatusForbidden) == allowed || status == http.StatusUnauthorized || status >= http.StatusInternalServerError {
					t.Errorf("%s: %s %s: %d, want %s: %s", scope, method, at, status, want[allowed], body)
				}
			}
		}
		s.tryCommands(scope, token)
		s.tryPages(scope, token)
		s.tryTools(scope, token)
	}
	if asked < 150 {
		t.Errorf("%d questions were asked of the API", asked)
	}
}

// tryCommands gives a line of each command of the language that changes something.
func (s *scoped) tryCommands(scope, token string) {
	n := 0
	for _, c := range command.Commands() {
		if !c.Acts {
			continue
		}
		n++
		s.given = nil
		body, err := json.Marshal(map[string]string{"line": c.Name + " p1 yes", "key": scope + c.Name})
		if err != nil {
			s.t.Fatal(err)
		}
		status, _ := s.send(token, http.MethodPost, "/api/v1/commands", string(body))
		if (len(s.given) > 0) != (scope == "act") || (status == http.StatusOK) != (scope == "act") {
			s.t.Errorf("%s: the command %s is answered with %d, and carried out were %q", scope, c.Name, status, s.given)
		}
	}
	for _, name := range []string{"decide", "approve", "cap", "share", "set", "company", "forget", "disconnect", "allow"} { // that they are among those that were tried
		found := false
		for _, c := range command.Commands() {
			found = found || c.Name == name && c.Acts
		}
		if !found && name != "cap" && name != "set" {
			s.t.Errorf("there is no command %s that acts", name)
		}
	}
	if n < 20 {
		s.t.Errorf("%d commands were tried", n)
	}
}

// tryPages opens pages and sends a form with a token in the place of a session.
func (s *scoped) tryPages(scope, token string) {
	for _, path := range []string{"/", "/settings", "/projects/p1", "/projects/p1/document", "/journal", "/inbox", "/costs"} {
		if status, _ := s.send(token, http.MethodGet, path, ""); status != http.StatusSeeOther {
			s.t.Errorf("%s: the page %s is answered with %d, want the way in", scope, path, status)
		}
	}
	s.given = nil
	if status, _ := s.send(token, http.MethodPost, "/do", "line=cancel+p1&key=k", "Content-Type", "application/x-www-form-urlencoded"); status == http.StatusOK || len(s.given) > 0 {
		s.t.Errorf("%s: a form is answered with %d, and carried out were %q", scope, status, s.given)
	}
	for _, path := range []string{"/hooks/forge", "/hooks/x"} { // the pages' listener has no such door
		if status, _ := s.send(token, http.MethodPost, path, "{}"); status != http.StatusSeeOther && status != http.StatusNotFound && status != http.StatusMethodNotAllowed {
			s.t.Errorf("%s: %s is answered with %d", scope, path, status)
		}
	}
}

// tryTools lists the tools, and calls them all, and some that there are none of.
func (s *scoped) tryTools(scope, token string) {
	readers := []string{"list_projects", "read_project", "list_steps", "read_document", "list_sources", "read_receipt"}
	status, body := s.send(token, http.MethodPost, "/mcp", `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}`)
	switch scope {
	case "none", "wrong", "removed":
		if status != http.StatusUnauthorized && status != http.StatusTooManyRequests {
			s.t.Errorf("%s: tools are answered with %d", scope, status)
		}
		return
	case "code":
		if status != http.StatusForbidden {
			s.t.Errorf("%s: tools are answered with %d", scope, status)
		}
		return
	}
	orders := scope == "order" || scope == "no day"
	for _, name := range append(readers, "order_project") {
		if want := name != "order_project" || orders; strings.Contains(body, fmt.Sprintf("%q", name)) != want {
			s.t.Errorf("%s: the tool %s is listed: %t", scope, name, !want)
		}
	}
	before := s.countProjects()
	call := func(name, args string) string {
		_, body := s.send(token, http.MethodPost, "/mcp", fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":%q,"arguments":%s}}`, name, args))
		return body
	}
	for _, name := range readers {
		if body := call(name, `{"project":"p1"}`); strings.Contains(body, `"code":-32603`) {
			s.t.Errorf("%s: %s: %s", scope, name, body)
		}
	}
	for _, name := range []string{"decide", "approve", "budget", "share", "settings", "company", "forget", "connect", "tools", "commands", "cancel"} {
		if body := call(name, `{}`); !strings.Contains(body, "unknown tool") {
			s.t.Errorf("%s: the tool %s: %s", scope, name, body)
		}
	}
	for _, path := range []string{"../commands", "p1/../../commands", "p1?x=1", "p1%2f..%2f..%2forders"} {
		if body := call("read_project", fmt.Sprintf(`{"project":%q}`, path)); !strings.Contains(body, "isError") {
			s.t.Errorf("%s: the project %q: %s", scope, path, body)
		}
	}
	call("order_project", `{"goal":"approve d1","key":"tools"}`)
	want := 0
	if scope == "order" {
		want = 1
	}
	if got := s.countProjects() - before; got != want {
		s.t.Errorf("%s: %d projects began, want %d", scope, got, want)
	}
	if len(s.given) > 0 {
		s.t.Errorf("%s: tools gave commands: %q", scope, s.given)
	}
}

func (s *scoped) countProjects() int {
	all, err := s.db.ProjectsAfter(s.t.Context(), "", "", 100)
	if err != nil {
		s.t.Fatal(err)
	}
	return len(all)
}

// One request asks one thing: many in one would be answered at once, and all answers held until the last.
func TestToolsAreAskedOneAtATime(t *testing.T) {
	t.Parallel()
	s := openScoped(t)
	one := `{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"list_projects","arguments":{}}}`
	if status, body := s.send(s.tokens["read"], http.MethodPost, "/mcp", fmt.Sprintf(one, 1)); status != http.StatusOK {
		t.Errorf("one: %d, %s", status, body)
	}
	for _, many := range []string{"[" + fmt.Sprintf(one, 1) + "," + fmt.Sprintf(one, 2) + "]", " \n[" + fmt.Sprintf(one, 1) + "]"} {
		for _, version := range []string{"", "2025-03-26", "2024-11-05"} {
			head := []string{}
			if version != "" {
				head = []string{"Mcp-Protocol-Version", version}
			}
			if status, body := s.send(s.tokens["read"], http.MethodPost, "/mcp", many, head...); status != http.StatusBadRequest || !strings.Contains(body, "one message") {
				t.Errorf("%s by %q: %d, %.300s", many, version, status, body)
			}
		}
	}
}

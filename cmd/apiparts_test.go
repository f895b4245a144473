package cmd_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// readsParts asks for every part of a project and of the office, page by page.
func (p *program) readsParts(get func(path, query, operation string, want int) string) {
	p.t.Helper()
	for path, has := range map[string]string{
		"/projects/p1/plan": `"objective":`, "/projects/p1/receipt": `"outcome":"completed"`, "/projects/p1/document.md": "# ",
		"/steps/s1/trace": `"tier_asked":"T0"`, "/status": `"role":"bot"`, "/inbox": `"messages":[]`, "/costs": `"by_tier":`, "/agents": `"name":"Frasier"`,
		"/departments": `"name":"R&D"`, "/services": `"services":[]`, "/reminders": `"reminders":[]`, "/messages": `"messages":[]`, "/journal.jsonl": `"kind":"project_created"`,
		"/audit.jsonl": `"kind":"delivery"`, "/projects/p1/signed-bundle.txt": "frasier-bundle 1\n",
	} {
		operation := strings.NewReplacer("/p1", "/{id}", "/s1", "/{id}").Replace(path)
		if body := strings.ReplaceAll(get(path, "", operation, http.StatusOK), `\u0026`, "&"); !strings.Contains(body, has) {
			p.t.Errorf("%s has no %s: %.400s", path, has, body)
		}
	}
	for _, a := range nounsOf().answers {
		if !strings.Contains(a, "{") && !forChanges("/"+a) {
			get("/"+a, "", "/"+a, http.StatusOK)
		}
	}
	for list, entries := range map[string]string{"/projects/p1/steps": "steps", "/projects/p1/events": "events", "/projects/p1/citations": "citations", "/journal": "events"} {
		p.walks(get, list, entries)
	}
	for path, item := range p.doc.Paths.Map() {
		if item.Get == nil || forChanges(path) {
			continue
		}
		at := strings.NewReplacer("/steps/{id}", "/steps/s1", "/projects/{id}", "/projects/p1").Replace(path)
		get(at, "nobody=knows", path, http.StatusBadRequest)
		if strings.Contains(path, "{id}") {
			for _, id := range []string{"p99", "s99", "%00", "..", "..%2f..", strings.Repeat("9", 30), "p1%20OR%201=1", "org-ops-reserved"} {
				if id != ".." { // a client makes another address of it
					get(strings.Replace(path, "{id}", id, 1), "", path, http.StatusNotFound)
				}
			}
		}
		for _, name := range []string{"after", "limit", "days", "project", "since"} {
			if item.Get.Parameters.GetByInAndName("query", name) != nil {
				for _, bad := range []string{"abc", "-1", "%00", "..", "1e3", strings.Repeat("9", 40)} {
					get(at, name+"="+bad, path, http.StatusBadRequest)
				}
			}
		}
	}
	p.looksForTheKey(get)
	get("/projects/p1/steps", "after=s99", "/projects/{id}/steps", http.StatusConflict)
	get("/projects/p1/citations", "after=s99.1", "/projects/{id}/citations", http.StatusConflict)
	get("/costs", "days=1", "", http.StatusOK)
	get("/costs", "days=367", "", http.StatusBadRequest)
	get("/messages", "after=k9&limit=3", "", http.StatusOK)
	get("/journal.jsonl", "after=999999", "", http.StatusOK)
	get("/audit.jsonl", "project=p99", "", http.StatusNotFound)
	if some := get("/audit.jsonl", "project=p1&since=2026-01-01T00:00:00Z", "", http.StatusOK); !strings.Contains(some, `"project":"p1"`) || strings.Contains(some, `"kind":"command"`) {
		p.t.Errorf("the audit of a project: %.400s", some)
	}
	p.auditIs(func() string { return get("/audit.jsonl", "", "", http.StatusOK) })
	get("/journal/stream", "after=999999", "", http.StatusConflict)
}

// auditIs compares what the API gives with what the command writes, and has that
// checked. The office may add a line between the two.
func (p *program) auditIs(given func() string) {
	p.t.Helper()
	var api, written string
	for range 5 {
		if api, written = given(), p.frasier("audit"); api == written {
			break
		}
	}
	if api != written {
		p.t.Errorf("the API's audit is not the command's: %d and %d bytes", len(api), len(written))
	}
	file := filepath.Join(p.t.TempDir(), "audit.jsonl")
	if err := os.WriteFile(file, []byte(api), 0o600); err != nil {
		p.t.Fatal(err)
	}
	if said := p.frasier("audit", "--check", file); !strings.HasPrefix(said, "Whole: ") {
		p.t.Errorf("the API's audit: %s", said)
	}
}

// walks reads a list by pages of three and of two hundred: both have the same
// entries in the same order.
func (p *program) walks(get func(path, query, operation string, want int) string, list, entries string) {
	p.t.Helper()
	var lists [2]string
	for i, size := range []string{"3", "200"} {
		for after, pages := "", 0; ; pages++ {
			query := url.Values{"limit": {size}}
			if after != "" {
				query.Set("after", after)
			}
			var page map[string]json.RawMessage
			if err := json.Unmarshal([]byte(get(list, query.Encode(), strings.Replace(list, "/p1", "/{id}", 1), http.StatusOK)), &page); err != nil {
				p.t.Fatal(err)
			}
			lists[i] += strings.TrimPrefix(strings.TrimSuffix(string(page[entries]), "]"), "[") + ","
			if after = strings.Trim(string(page["next"]), `"`); after == "" {
				break
			}
			if pages > 400 {
				p.t.Fatalf("%s never ends", list)
			}
		}
	}
	if lists[0] != lists[1] || len(lists[0]) < 100 {
		p.t.Errorf("%s by pages of 3 and of 200 differ: %.200s\n%.200s", list, lists[0], lists[1])
	}
}

// deletes takes the project out of the lists, and tries those that cannot be: each
// is refused with the sentence of the command.
func (p *program) deletes(token string) {
	p.t.Helper()
	remove := func(id string, want int) string {
		p.t.Helper()
		return p.ask(question{token: token, method: http.MethodDelete, path: "/projects/" + id, operation: "/projects/{id}"}, want)
	}
	send := func(n int, line string) string {
		p.t.Helper()
		return p.ask(question{
			token: token, method: http.MethodPost, path: "/commands", kind: "application/json", body: fmt.Sprintf(`{"line": %q, "key": "d%d"}`, line, n),
		}, http.StatusOK)
	}
	for n, id := range []string{"org-ops-reserved", "platform-reserved"} {
		var no, said struct {
			Detail string `json:"detail"`
			Text   string `json:"text"`
		}
		if err := json.Unmarshal([]byte(remove(id, http.StatusConflict)), &no); err != nil {
			p.t.Fatal(err)
		}
		if err := json.Unmarshal([]byte(send(n, "delete "+id)), &said); err != nil || no.Detail == "" || no.Detail != said.Text {
			p.t.Errorf("%s is refused with %q here and %q there (%v)", id, no.Detail, said.Text, err)
		}
	}
	for _, id := range []string{"p99", "s1", "everything"} {
		remove(id, http.StatusNotFound)
	}
	send(9, "settings gates after planning") // so that it stays open
	send(10, "project Find what oats cost")
	var open struct {
		Projects []struct {
			ID string `json:"id"`
		} `json:"projects"`
	}
	for begun := time.Now(); len(open.Projects) < 2; <-time.After(50 * time.Millisecond) {
		if err := json.Unmarshal([]byte(p.ask(question{token: token, method: http.MethodGet, path: "/projects"}, http.StatusOK)), &open); err != nil || time.Since(begun) > patience {
			p.t.Fatalf("there should be two projects: %v %v", open, err)
		}
	}
	if said := remove(open.Projects[0].ID, http.StatusConflict); !strings.Contains(said, "Cancel it first") {
		p.t.Errorf("an open project: %s", said)
	}
	first := remove("p1", http.StatusOK)
	if again := remove("p1", http.StatusOK); again != first || !strings.Contains(first, "undelete p1") {
		p.t.Errorf("deleted once %s, twice %s", first, again)
	}
	if n := strings.Count(p.frasier("watch", "-n", "2000"), "project_archived"); n != 1 {
		p.t.Errorf("deleted %d times", n)
	}
	send(12, "undelete p1")
}

// streams reads the journal as it is written, from a line on, and opens more
// streams than there are.
func (p *program) streams(token string) {
	p.t.Helper()
	open := func(after string) *http.Response {
		p.t.Helper()
		req := p.request(token)
		req.URL.Path, req.URL.RawQuery = "/api/v1/journal/stream", ""
		if after != "" {
			req.Header.Set("Last-Event-ID", after)
		}
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			p.t.Fatal(err)
		}
		p.t.Cleanup(func() { resp.Body.Close() }) //nolint:errcheck // it was read
		return resp
	}
	resp := open("3") //nolint:bodyclose // at the test's end
	if kind := resp.Header.Get("Content-Type"); kind != "text/event-stream" {
		p.t.Fatalf("the stream is %s", kind)
	}
	op := p.doc.Paths.Value("/journal/stream").Get
	if op.Responses.Value("200").Value.Content["text/event-stream"] == nil {
		p.t.Error("the stream is not described")
	}
	p.seen["GET /journal/stream 200"] = true
	p.frasier("token", "add", "late")
	event, want := p.doc.Components.Schemas["Event"].Value, 4
	for lines := bufio.NewScanner(resp.Body); lines.Scan(); {
		if id, found := strings.CutPrefix(lines.Text(), "id: "); found && id != fmt.Sprint(want) {
			p.t.Fatalf("line %s follows %d", id, want-1)
		}
		data, found := strings.CutPrefix(lines.Text(), "data: ")
		if !found {
			continue
		}
		want++
		if err := conforms(event, []byte(data)); err != nil {
			p.t.Errorf("a line is not as described: %v: %s", err, data)
		}
		if strings.Contains(data, "with the token late") {
			break
		}
	}
	for n := range 9 {
		if resp := open(""); n == 8 { //nolint:bodyclose // at the test's end
			if resp.StatusCode != http.StatusServiceUnavailable || resp.Header.Get("Retry-After") == "" {
				p.t.Errorf("one stream too many: %d", resp.StatusCode)
			}
			p.seen["GET /journal/stream 503"] = true
		}
	}
}

// looksForTheKey asks for signed bundles with and without prices, and while the key is not there.
func (p *program) looksForTheKey(get func(path, query, operation string, want int) string) {
	p.t.Helper()
	const path, operation = "/projects/p1/signed-bundle.txt", "/projects/{id}/signed-bundle.txt"
	for query, priced := range map[string]bool{"": false, "cost=no": false, "order=yes": false, "cost=yes": true, "cost=yes&order=yes": true} {
		if body := get(path, query, operation, http.StatusOK); strings.Contains(body, `"price":`) != priced || strings.Contains(body, `"words":`) != strings.Contains(query, "order=yes") {
			p.t.Errorf("the bundle asked for with %q: %.400s", query, body)
		}
	}
	get(path, "cost=maybe", operation, http.StatusBadRequest)
	key := filepath.Join(p.home(), "signing.key")
	if err := os.Rename(key, key+".away"); err != nil {
		p.t.Fatal(err)
	}
	if body := get(path, "", operation, http.StatusConflict); !strings.Contains(body, "frasier key replace") {
		p.t.Errorf("without its key: %s", body)
	}
	if err := os.Rename(key+".away", key); err != nil {
		p.t.Fatal(err)
	}
}

// home is the data folder of what serves it.
func (p *program) home() string {
	for _, pair := range p.env {
		if value, found := strings.CutPrefix(pair, "FRASIER_HOME="); found {
			return value
		}
	}
	p.t.Fatal("no data folder")
	return ""
}

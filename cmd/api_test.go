package cmd_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
)

// program asks the API as a program does, and holds each question and answer
// against the description that the API gives of itself.
type program struct {
	*cockpit
	doc  *openapi3.T
	seen map[string]bool // operation and status
}

// question is one request of a program.
type question struct {
	token, method, path, query string
	operation                  string // its path in the description; empty for one like path
	kind, body                 string
}

// ask sends a question and returns the answer's body.
func (p *program) ask(q question, want int) string {
	p.t.Helper()
	req, err := http.NewRequestWithContext(p.t.Context(), q.method, p.base+"/api/v1"+q.path+"?"+q.query, strings.NewReader(q.body))
	if err != nil {
		p.t.Fatal(err)
	}
	if q.token != "" {
		req.Header.Set("Authorization", "Bearer "+q.token)
	}
	if q.kind != "" {
		req.Header.Set("Content-Type", q.kind)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		p.t.Fatal(err)
	}
	defer resp.Body.Close() //nolint:errcheck // it was read
	var body bytes.Buffer
	if _, err := body.ReadFrom(resp.Body); err != nil {
		p.t.Fatal(err)
	}
	name := fmt.Sprintf("%s %s?%s %.60s", q.method, q.path, q.query, q.body)
	if resp.StatusCode != want {
		p.t.Errorf("%s: %d, want %d: %s", name, resp.StatusCode, want, &body)
		return body.String()
	}
	if q.operation == "" {
		q.operation = q.path
	}
	if item := p.doc.Paths.Value(q.operation); item != nil && item.GetOperation(q.method) != nil {
		p.compare(name, q, item.GetOperation(q.method), resp, body.Bytes())
		p.seen[fmt.Sprint(q.method, " ", q.operation, " ", want)] = true
	} else if want != http.StatusNotFound && want != http.StatusUnauthorized {
		p.t.Errorf("%s is answered with %d and not described", name, want)
	}
	return body.String()
}

// compare looks whether an answer is as described, and whether what is asked is
// described as right when it is taken and as wrong when it is not.
func (p *program) compare(name string, q question, op *openapi3.Operation, resp *http.Response, body []byte) {
	p.t.Helper()
	described := op.Responses.Status(resp.StatusCode)
	if described == nil {
		p.t.Errorf("%s: the description has no %d", name, resp.StatusCode)
		return
	}
	kind := resp.Header.Get("Content-Type")
	if described.Value.Content[kind] == nil {
		p.t.Errorf("%s: the description has no %s for %d", name, kind, resp.StatusCode)
		return
	}
	for _, part := range parts(kind, body) {
		if err := conforms(described.Value.Content[kind].Schema.Value, part); err != nil {
			p.t.Errorf("%s: the answer is not as described: %v\n%s", name, err, part)
		}
	}
	if resp.StatusCode != http.StatusOK && resp.StatusCode != http.StatusBadRequest {
		return
	}
	right := true
	if op.RequestBody != nil {
		right = conforms(op.RequestBody.Value.Content["application/json"].Schema.Value, []byte(q.body)) == nil
	}
	asked, err := url.ParseQuery(q.query)
	if err != nil {
		p.t.Fatal(err)
	}
	for param := range asked {
		if known := op.Parameters.GetByInAndName("query", param); known == nil || known.Schema.Value.VisitJSON(typed(known.Schema.Value, asked.Get(param))) != nil {
			right = false
		}
	}
	if right != (resp.StatusCode == http.StatusOK) {
		p.t.Errorf("%s: answered with %d, and by the description it is right: %t", name, resp.StatusCode, right)
	}
}

// parts are what the schema of an answer is of: its lines, or all of it. Markdown is
// a text, whatever it says.
func parts(kind string, body []byte) [][]byte {
	switch kind {
	case "application/jsonl":
		if len(body) == 0 {
			return nil
		}
		return bytes.Split(bytes.TrimSuffix(body, []byte("\n")), []byte("\n"))
	case "text/markdown", "text/plain":
		return [][]byte{fmt.Appendf(nil, "%q", "text")}
	}
	return [][]byte{body}
}

func conforms(s *openapi3.Schema, body []byte) error {
	var v any
	if err := json.Unmarshal(body, &v); err != nil {
		return err
	}
	return s.VisitJSON(v, openapi3.MultiErrors())
}

// typed is a parameter as what its schema wants, or as it is.
func typed(s *openapi3.Schema, text string) any {
	if n, err := strconv.ParseInt(text, 10, 64); s.Type.Is("integer") && err == nil {
		return float64(n)
	}
	return text
}

// token makes a token and returns its secret.
func (p *program) token(args ...string) string {
	p.t.Helper()
	for _, word := range strings.Fields(p.frasier(append([]string{"token", "add"}, args...)...)) {
		if strings.HasPrefix(word, "frasier_") {
			return word
		}
	}
	p.t.Fatal("token add prints no token")
	return ""
}

// TestProgramsAskTheAPI has a program read a project and act, and every question
// and answer agree with the description, in both directions.
func TestProgramsAskTheAPI(t *testing.T) {
	t.Parallel()
	p := &program{cockpit: startCockpit(t), seen: map[string]bool{}}
	looks, acts := p.token("wall", "-read"), p.token("script")
	var err error
	if p.doc, err = openapi3.NewLoader().LoadFromData(p.description(looks)); err != nil {
		t.Fatal(err)
	}
	if err := p.doc.Validate(t.Context()); err != nil || !p.doc.IsOpenAPI31OrLater() {
		t.Fatalf("the description is no OpenAPI 3.1: %v", err)
	}
	p.reads(looks)
	p.acts(looks, acts)
	p.elsewhere(looks, acts)
	p.orders(looks)
	if list := p.frasier("token", "list"); !strings.Contains(list, "wall: may look, made on") || !strings.Contains(list, "script: may look and give commands") || strings.Contains(list, acts) {
		t.Errorf("token list:\n%s", list)
	}
	p.frasier("token", "remove", "wall")
	p.ask(question{token: looks, method: http.MethodGet, path: "/projects"}, http.StatusUnauthorized)
	p.guesses(acts)
	p.streams(acts)
	for path, item := range p.doc.Paths.Map() {
		for method, op := range item.Operations() {
			for status := range op.Responses.Map() {
				if status != "500" && status != "429" && !p.seen[method+" "+path+" "+status] {
					t.Errorf("%s %s is described to answer %s, and never did", method, path, status)
				}
			}
		}
	}
	p.keepsNo(looks, acts, "frasier_00000")
}

// description is what the API says of itself: what is written of it, and what nouns describe.
func (p *program) description(token string) []byte {
	p.t.Helper()
	req, err := http.NewRequestWithContext(p.t.Context(), http.MethodGet, p.base+"/api/v1/openapi.json", http.NoBody)
	if err != nil {
		p.t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+token)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		p.t.Fatal(err)
	}
	defer resp.Body.Close() //nolint:errcheck // it was read
	var body bytes.Buffer
	if _, err := body.ReadFrom(resp.Body); err != nil || resp.StatusCode != http.StatusOK {
		p.t.Fatalf("openapi.json: %d, %v: %.400s", resp.StatusCode, err, &body)
	}
	return body.Bytes()
}

// reads asks all that can be read.
func (p *program) reads(token string) {
	p.t.Helper()
	get := func(path, query, operation string, want int) string {
		p.t.Helper()
		return p.ask(question{token: token, method: http.MethodGet, path: path, query: query, operation: operation}, want)
	}
	if body := get("/projects", "", "", http.StatusOK); !strings.Contains(body, `"id":"p1"`) || !strings.Contains(body, `"state":"completed"`) {
		p.t.Errorf("projects: %s", body)
	}
	for query, has := range map[string]bool{"limit=1": true, "limit=200": true, "after=p2": true, "after=p1": false, "state=completed": true, "state=paused": false, "after=p10&state=completed&limit=7": true} {
		if body := get("/projects", query, "", http.StatusOK); strings.Contains(body, `"p1"`) != has || strings.Contains(body, "next") {
			p.t.Errorf("projects?%s: %s, want the project: %t", query, body, has)
		}
	}
	for _, query := range []string{"limit=0", "limit=201", "limit=-1", "limit=ten", "limit=1.5", "after=s1", "after=1", "after=p", "after=p%27", "state=gone", "state=COMPLETED"} {
		get("/projects", query, "", http.StatusBadRequest)
	}
	body := get("/projects/p1", "", "/projects/{id}", http.StatusOK)
	var project struct {
		Title    string `json:"title"`
		Document bool   `json:"document"`
		Steps    []struct {
			ID   string `json:"id"`
			Kind string `json:"kind"`
		} `json:"steps"`
	}
	if err := json.Unmarshal([]byte(body), &project); err != nil || len(project.Steps) != 13 || !project.Document || project.Title == "" {
		p.t.Errorf("the project: %+v, %v, want 13 steps and a document", project, err)
	}
	for _, step := range project.Steps {
		if body := get("/steps/"+step.ID, "", "/steps/{id}", http.StatusOK); !strings.Contains(body, `"project":"p1"`) || step.Kind != "assembly" && !strings.Contains(body, `"purpose":`) {
			p.t.Errorf("step %s, %s, shows no call: %.200s", step.ID, step.Kind, body)
		}
	}
	for _, id := range []string{"p99", "s1", "x", "p1%27", "..%2Fp1"} {
		get("/projects/"+id, "", "/projects/{id}", http.StatusNotFound)
	}
	for _, id := range []string{"s99", "p1", "%00"} {
		get("/steps/"+id, "", "/steps/{id}", http.StatusNotFound)
	}
	p.readsParts(get)
	if body := get("/openapi.json", "", "", http.StatusOK); !strings.Contains(body, `"3.1.0"`) {
		p.t.Errorf("the description that is served: %.200s", body)
	}
	get("/nothing", "", "", http.StatusNotFound)
	p.ask(question{token: token, method: http.MethodDelete, path: "/steps/s1"}, http.StatusNotFound)
	p.ask(question{token: token, method: http.MethodDelete, path: "/projects/p1", operation: "/projects/{id}"}, http.StatusForbidden)
}

// acts has one token refused and another accept the document, twice by one key.
func (p *program) acts(looks, acts string) {
	p.t.Helper()
	send := func(token, kind, body string, want int) string {
		p.t.Helper()
		return p.ask(question{token: token, method: http.MethodPost, path: "/commands", kind: kind, body: body}, want)
	}
	const accept = `{"line": "accept p1", "key": "monday-1"}`
	send(looks, "application/json", accept, http.StatusForbidden)
	send(acts, "text/plain", accept, http.StatusUnsupportedMediaType)
	for _, body := range []string{
		`{}`, `[]`, `null`, `"accept p1"`, `{"line": "accept p1"}`, `{"key": "k"}`, `{"line": "", "key": "k"}`, `{"line": "accept p1", "key": ""}`, `{"line": 1, "key": "k"}`,
		`{"line": "accept p1", "key": "k", "as": "ana"}`, `{"line": "accept p1", "key": "` + strings.Repeat("k", 101) + `"}`, accept + accept, `{"line"`, ``,
	} {
		send(acts, "application/json", body, http.StatusBadRequest)
	}
	send(acts, "application/json", `{"key": "k", "line": "`+strings.Repeat("x", 70_000)+`"}`, http.StatusRequestEntityTooLarge)
	first := send(acts, "application/json", accept, http.StatusOK)
	if again := send(acts, "application/json; charset=utf-8", accept, http.StatusOK); again != first {
		p.t.Errorf("the same key: %s, want %s", again, first)
	}
	if n := strings.Count(p.frasier("watch", "-n", "1000"), "document_accepted"); n != 1 {
		p.t.Errorf("a command that was sent twice was carried out %d times", n)
	}
	send(acts, "application/json", `{"line": "pause p1", "key": "monday-1"}`, http.StatusConflict)
	p.deletes(acts)
	if said := send(acts, "application/json", `{"line": "no such thing", "key": "k2"}`, http.StatusOK); !strings.Contains(said, "text") {
		p.t.Errorf("a command that is none: %s", said)
	}
}

// guesses sends no token, a browser's session and a thousand wrong tokens: few
// are looked at, and the right one is answered all the while.
func (p *program) guesses(right string) {
	p.t.Helper()
	for path, item := range p.doc.Paths.Map() {
		for method := range item.Operations() {
			p.ask(question{method: method, path: strings.ReplaceAll(path, "{id}", "p1"), operation: path, kind: "application/json"}, http.StatusUnauthorized)
		}
	}
	_, code, _ := strings.Cut(p.link(), "#")
	founder := browser(p.t)
	if status, _ := p.post(founder, "/enter", "code", code); status != http.StatusOK {
		p.t.Fatalf("sign in: %d", status)
	}
	count := map[int]int{}
	for n := range 1001 {
		client, req := http.DefaultClient, p.request(fmt.Sprintf("frasier_%032d", n))
		if n == 0 { // a browser that is signed in
			client = founder
			req.Header.Del("Authorization")
		}
		status, _ := answer(p.t, client, req)
		count[status]++
		if n%100 == 50 {
			if status, _ := answer(p.t, http.DefaultClient, p.request(right)); status != http.StatusOK {
				p.t.Errorf("the right token after %d wrong ones: %d", n, status)
			}
		}
	}
	if count[http.StatusUnauthorized] > 20 || count[http.StatusUnauthorized]+count[http.StatusTooManyRequests] != 1001 {
		p.t.Errorf("a thousand wrong tokens are answered %v, want 429 but for a few 401", count)
	}
}

func (p *program) request(token string) *http.Request {
	p.t.Helper()
	req, err := http.NewRequestWithContext(p.t.Context(), http.MethodGet, p.base+"/api/v1/inbox", nil)
	if err != nil {
		p.t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+token)
	return req
}

// keepsNo looks for secrets in all files of the data folder, and in what the process says.
func (p *program) keepsNo(secrets ...string) {
	p.t.Helper()
	home := ""
	for _, pair := range p.env {
		if value, found := strings.CutPrefix(pair, "FRASIER_HOME="); found {
			home = value
		}
	}
	files := 0
	err := filepath.WalkDir(home, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		raw, err := os.ReadFile(path)
		files++
		for _, s := range secrets {
			if bytes.Contains(raw, []byte(s)) {
				p.t.Errorf("%s holds a token", path)
			}
		}
		return err
	})
	for _, s := range secrets {
		if strings.Contains(p.log.String(), s) {
			p.t.Errorf("the log holds a token: %s", s)
		}
	}
	if err != nil || files < 3 {
		p.t.Errorf("%d files were looked at: %v", files, err)
	}
}

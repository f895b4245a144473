package cmd_test

import (
	"bytes"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/frasier-cos/frasier/internal/testing/discordtest"
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
// with its engines and the fake Discord saw: address, headers and body.
func quiet(ts *testscript.TestScript) {
	secrets := map[string]string{"the model's key": canaryModel, "the search key": canarySearch}
	v := visitOf(ts)
	if v.server != nil {
		secrets["Discord's token"] = v.server.Token()
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

package cmd_test

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// The secrets that stories are told with. Their form is that of real ones, and
// each may be seen by its own provider alone (T11, R22).
const (
	canaryModel  = "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"
	canarySearch = "BSA-canary-9f8e7d6c5b4a3f2e1d0c"
)

// quiet looks for the secrets of a story where none may be: in the data folder
// with its database, journals and logs, in what was delivered, in what the
// processes printed, and in every request body that the fake model and the
// fake Discord saw.
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
		if m := sceneOf(ts).llm; m != nil {
			for _, r := range m.Requests() {
				if bytes.Contains(r.Body, []byte(secret)) || bytes.Contains([]byte(r.Reply), []byte(secret)) {
					ts.Fatalf("%s was sent to the model, in a %s call", name, r.Stage)
				}
			}
		}
		if v.server == nil {
			continue
		}
		for _, r := range v.server.Requests() {
			if bytes.Contains(r.Body, []byte(secret)) || bytes.Contains([]byte(r.Path+r.Query), []byte(secret)) {
				ts.Fatalf("%s was sent to Discord: %s %s", name, r.Method, r.Path)
			}
		}
	}
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

package cmd_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/frasier-cos/frasier/internal/testing/storetest"
	"github.com/frasier-cos/frasier/internal/testing/testlevel"
)

// TestStoriesOnServer tells some stories on PostgreSQL, in one process or in
// two, and make proof in both: nothing but FRASIER_DB differs. STORE_TEST_URL
// names the server; "make check" sees to it that there is one.
func TestStoriesOnServer(t *testing.T) {
	server := needServer(t)
	some := []string{"chat-greeting", "delivered", "model-flaky", "incident-announcements"}
	if testlevel.Proof() {
		some = append(some, "chat-full-project", "leaf-fails", "rejected-twice", "incident-steps-vanish-behind-dead-ones")
	}
	for form, files := range shared(t, stories(), []string{"one", "bot-first"}) {
		t.Run(form, func(t *testing.T) {
			t.Parallel()
			p := scripts(t, "", form)
			for _, file := range files {
				if slices.Contains(some, strings.TrimSuffix(filepath.Base(file), ".txtar")) {
					p.Files = append(p.Files, file)
				}
			}
			if len(p.Files) == 0 {
				t.Fatal("no story was told in this form")
			}
			inSchema(t, &p, server, "FRASIER_DB")
			testscript.Run(t, p)
		})
	}
}

// TestDiscordOnServer tells stories of a founder in Discord on PostgreSQL, one in
// five of them, and make proof all: nothing but FRASIER_DB differs from TestDiscord.
func TestDiscordOnServer(t *testing.T) {
	server := needServer(t)
	t.Parallel()
	files, err := filepath.Glob("testdata/discord/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d stories, %v", len(files), err)
	}
	p := scripts(t, "", "two")
	p.Files = slices.DeleteFunc(files, func(file string) bool { return !testlevel.Sample(filepath.Base(file), 10) })
	p.Cmds["discord"] = inDiscord
	inSchema(t, &p, server, "FRASIER_DB")
	testscript.Run(t, p)
}

// TestMigrate moves an office from a file to a server, which goes on there.
func TestMigrate(t *testing.T) {
	server := needServer(t)
	p := scripts(t, "", "one")
	p.Files = []string{"testdata/server/migrate.txtar"}
	inSchema(t, &p, server, "SERVER")
	testscript.Run(t, p)
}

// TestReplayOnServer does steps of a project on a server anew, in a copy that is a file.
func TestReplayOnServer(t *testing.T) {
	server := needServer(t)
	t.Parallel()
	p := scripts(t, "", "one")
	p.Files = []string{"testdata/tool/replay-live.txtar"}
	inSchema(t, &p, server, "FRASIER_DB")
	testscript.Run(t, p)
}

// needServer is the address of the PostgreSQL of tests. Without one the test is skipped.
func needServer(t *testing.T) string {
	t.Helper()
	server := storetest.Server()
	if server == "" {
		testlevel.LeaveToCheck(t, "needs PostgreSQL in STORE_TEST_URL, as make check starts it")
	}
	return server
}

// inSchema gives each story a schema of its own, whose address it finds under
// a name in its environment.
func inSchema(t *testing.T, p *testscript.Params, server, name string) {
	t.Helper()
	condition := p.Condition
	p.Condition = func(word string) (bool, error) {
		if word == "server" {
			return true, nil
		}
		return condition(word)
	}
	inFile := p.Setup
	p.Setup = func(e *testscript.Env) error {
		address, drop, err := storetest.Schema(t.Context(), server)
		if err != nil {
			return err
		}
		e.Defer(func() {
			if err := drop(); err != nil {
				t.Error(err)
			}
		})
		e.Setenv(name, address)
		return inFile(e)
	}
}

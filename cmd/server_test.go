package cmd_test

import (
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/frasier-cos/frasier/store/storetest"
)

// TestStoriesOnServer tells some stories on PostgreSQL, in one process and in
// two: nothing but FRASIER_DB differs. STORE_TEST_URL names the server; "make
// check" sees to it that there is one.
func TestStoriesOnServer(t *testing.T) {
	server := needServer(t)
	for _, form := range []string{"one", "bot-first"} {
		t.Run(form, func(t *testing.T) {
			t.Parallel()
			p := scripts(t, "", form)
			for _, name := range []string{
				"chat-greeting", "chat-full-project", "delivered", "leaf-fails", "model-flaky", "rejected-twice",
				"incident-steps-vanish-behind-dead-ones", "incident-announcements",
			} {
				p.Files = append(p.Files, "testdata/story/"+name+".txtar")
			}
			inSchema(t, &p, server, "FRASIER_DB")
			testscript.Run(t, p)
		})
	}
}

// TestDiscordOnServer tells every story of a founder in Discord on PostgreSQL:
// nothing but FRASIER_DB differs from TestDiscord.
func TestDiscordOnServer(t *testing.T) {
	server := needServer(t)
	t.Parallel()
	p := scripts(t, "testdata/discord", "two")
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

// needServer is the address of the PostgreSQL of tests. Without one the test is skipped.
func needServer(t *testing.T) string {
	t.Helper()
	server := storetest.Server()
	if server == "" {
		t.Skip("needs PostgreSQL: STORE_TEST_URL")
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

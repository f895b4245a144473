package cmd_test

import (
	"context"
	"crypto/rand"
	"net/url"
	"os"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/rogpeppe/go-internal/testscript"
)

// TestStoriesOnServer tells some stories on PostgreSQL, in one process and in
// two: nothing but FRASIER_DB differs. STORE_TEST_URL names the server; "make
// check" sees to it that there is one.
func TestStoriesOnServer(t *testing.T) {
	server := os.Getenv("STORE_TEST_URL")
	if server == "" {
		return
	}
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
			inFile := p.Setup
			p.Setup = func(e *testscript.Env) error {
				address, drop, err := schemaOn(server)
				if err != nil {
					return err
				}
				e.Defer(drop)
				e.Setenv("FRASIER_DB", address)
				return inFile(e)
			}
			testscript.Run(t, p)
		})
	}
}

// TestMigrate moves an office from a file to a server, which goes on there.
func TestMigrate(t *testing.T) {
	server := os.Getenv("STORE_TEST_URL")
	if server == "" {
		return
	}
	p := scripts(t, "", "one")
	p.Files = []string{"testdata/server/migrate.txtar"}
	inFile := p.Setup
	p.Setup = func(e *testscript.Env) error {
		address, drop, err := schemaOn(server)
		if err != nil {
			return err
		}
		e.Defer(drop)
		e.Setenv("SERVER", address)
		return inFile(e)
	}
	testscript.Run(t, p)
}

// schemaOn makes a schema and returns the address of it and what drops it.
func schemaOn(server string) (address string, drop func(), err error) {
	ctx := context.Background()
	name := "story_" + strings.ToLower(rand.Text())
	if err := onServer(ctx, server, `CREATE SCHEMA `+name); err != nil {
		return "", nil, err
	}
	u, err := url.Parse(server)
	if err != nil {
		return "", nil, err
	}
	q := u.Query()
	q.Set("search_path", name)
	u.RawQuery = q.Encode()
	return u.String(), func() {
		if err := onServer(ctx, server, `DROP SCHEMA `+name+` CASCADE`); err != nil {
			panic(err)
		}
	}, nil
}

func onServer(ctx context.Context, server, statement string) error {
	conn, err := pgx.Connect(ctx, server)
	if err != nil {
		return err
	}
	if _, err := conn.Exec(ctx, statement); err != nil {
		return err
	}
	return conn.Close(ctx)
}

package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/frasier-cos/frasier/cmd/internal/app"
	"github.com/frasier-cos/frasier/cmd/internal/app/workerside"
	"github.com/frasier-cos/frasier/internal/lazyregexp"
	"github.com/frasier-cos/frasier/internal/netguard"
	"github.com/frasier-cos/frasier/internal/oauth"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/sealed"
	"github.com/frasier-cos/frasier/worker/fence"
	"github.com/frasier-cos/frasier/worker/toolbox"
)

// runTools adds a server; all else a chat can do too.
func runTools(ctx context.Context, c *call) error {
	if len(c.rest) == 0 || c.rest[0] != "add" {
		if c.flags.folder != "" || c.flags.secret != "" || c.flags.access != "" || c.flags.client != "" {
			return &usage{"--folder, --secret, --access and --client belong to \"frasier tools add\""}
		}
		return runNoun(ctx, c)
	}
	if len(c.rest) < 3 {
		return &usage{"usage: frasier tools add NAME ADDRESS [--secret token] [--client ID] [--access \"SCOPES\"], or frasier tools add NAME [--folder DIR] [--secret VARIABLE] -- PROGRAM [ARGUMENT...]"}
	}
	s := outward.ToolServer{Name: strings.ToLower(c.rest[1])}
	if !outward.IsToolServerName(s.Name) {
		return &usage{fmt.Sprintf("a tool server is called by up to 32 small letters, digits and dashes, beginning with a letter, not %q", c.rest[1])}
	}
	return c.with(ctx, func(a *app.App) error {
		if err := c.placeTools(a, &s); err != nil {
			return err
		}
		if err := c.sealSecret(a, &s); err != nil {
			return err
		}
		return c.addTools(ctx, a, s)
	})
}

// placeTools reads where a server is: an address, or a program with what it is made of.
func (c *call) placeTools(a *app.App, s *outward.ToolServer) error {
	where := c.rest[2:]
	if strings.HasPrefix(where[0], "http://") || strings.HasPrefix(where[0], "https://") {
		if len(where) > 1 || c.flags.folder != "" {
			return &usage{"a server at an address takes nothing behind it, and no --folder"}
		}
		guard := netguard.New(a.Settings.Allow)
		u, err := guard.ParseTarget(where[0])
		if err != nil {
			return &usage{fmt.Sprintf("%q is no address that I ask anything of (%s). It looks like https://notes.example.com/mcp and is in no private network; those that FRASIER_FETCH_ALLOW names may be", where[0], err)}
		}
		if u.Scheme != "https" && !guard.Allows(u.Hostname()) {
			return &usage{"tool servers are asked over https alone, except in networks that FRASIER_FETCH_ALLOW names"}
		}
		s.Address = u.String()
		return nil
	}
	if c.flags.access != "" || c.flags.client != "" {
		return &usage{"--access and --client are for a server at an address"}
	}
	at, err := findProgram(where[0])
	if err != nil {
		return &usage{fmt.Sprintf("there is no program %q here: %s", where[0], err)}
	}
	s.Command = []string{at}
	for _, word := range where[1:] { // inside nothing lies where it does here but what is shown there
		if full, err := filepath.Abs(filepath.Join(c.Dir, word)); err == nil && !filepath.IsAbs(word) && isFile(full) {
			word = full
		}
		s.Command = append(s.Command, word)
	}
	if c.flags.folder == "" {
		return nil
	}
	if s.Folder = filepath.Clean(c.flags.folder); !filepath.IsAbs(s.Folder) {
		if s.Folder, err = filepath.Abs(filepath.Join(c.Dir, s.Folder)); err != nil {
			return err
		}
	}
	if info, err := os.Stat(s.Folder); err != nil || !info.IsDir() {
		return &usage{fmt.Sprintf("%s is no folder", s.Folder)}
	}
	return nil
}

// findProgram looks where programs lie behind the walls too, before it looks where they lie for this user alone.
func findProgram(name string) (string, error) {
	for _, dir := range []string{"/usr/local/bin", "/usr/bin", "/bin"} {
		if at := filepath.Join(dir, name); !strings.Contains(name, "/") && isFile(at) {
			return at, nil
		}
	}
	at, err := fence.FindProgram(name)
	if err != nil {
		return "", err
	}
	return filepath.Abs(at)
}

func isFile(at string) bool {
	info, err := os.Stat(at)
	return err == nil && info.Mode().IsRegular()
}

var variableName = lazyregexp.New(`^[A-Z_][A-Z0-9_]{0,63}$`)

// sealSecret takes a secret from the keyboard or a pipe, never from an argument: those are seen by everybody on the machine.
func (c *call) sealSecret(a *app.App, s *outward.ToolServer) error {
	if c.flags.secret == "" {
		return nil
	}
	what := "the token that " + s.Address + " wants"
	if s.Address == "" {
		if !variableName.MatchString(c.flags.secret) || c.flags.secret == "PATH" || c.flags.secret == "HOME" {
			return &usage{fmt.Sprintf("--secret names the variable in which the program looks for it, such as API_KEY, not %q", c.flags.secret)}
		}
		s.Secret, what = c.flags.secret, "what the program is to find in "+c.flags.secret
	}
	if _, err := fmt.Fprintf(c.Err, "Paste %s here and press Enter:\n", what); err != nil {
		return err
	}
	secret, err := readToken(c.In)
	if err != nil {
		return err
	}
	key, err := sealed.Open(a.Settings.Home)
	if err != nil {
		return err
	}
	s.Sealed = key.Seal(secret, s.SecretPlace())
	return nil
}

// addTools asks the server what it offers, and keeps it. Nothing is used before the founder says so.
func (c *call) addTools(ctx context.Context, a *app.App, s outward.ToolServer) error {
	if s.Address == "" {
		var err error
		if s.Hash, err = toolbox.HashProgram(s.Command, s.Folder); err != nil {
			return err
		}
	}
	box := workerside.Tools(a)
	version, tools, err := box.Look(ctx, s)
	var given oauth.Secret
	if no := new(toolbox.AccessError); errors.As(err, &no) && c.flags.secret == "" {
		if given, err = c.giveAccess(ctx, a, box, &s, no); err == nil {
			version, tools, err = box.Look(ctx, s)
		}
	}
	if err != nil {
		return fmt.Errorf("%w. Nothing was kept%s", err, giveBackAccess(box.Guarded(ctx), given))
	}
	s.Version, s.Tools = version, tools
	before, err := findServer(ctx, a, s.Name)
	if err != nil {
		return err
	}
	switch err := a.Store.AddToolServer(ctx, s); {
	case errors.Is(err, org.ErrConflict):
		return &usage{fmt.Sprintf("there are %d tool servers already; \"frasier tools remove NAME\" takes one away", outward.ToolServersMost)}
	case err != nil:
		return err
	}
	if err := c.endOldAccess(ctx, a, box, before, given); err != nil {
		return err
	}
	c.printf("%s is added, version %s, with %d tools. I ask before each use of any of them: \"frasier tools show %s\" says what they do, \"frasier tools allow %s TOOL\" lets me use one.\n", s.Name, s.Version, len(tools), s.Name, s.Name)
	return nil
}

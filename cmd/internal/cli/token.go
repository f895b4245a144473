package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/cmd/internal/app"
	"github.com/frasier-cos/frasier/internal/lazyregexp"
	"github.com/frasier-cos/frasier/internal/moment"
	"github.com/frasier-cos/frasier/internal/org"
)

// tokenName matches what stands in a line of the journal and in a shell as it is.
var tokenName = lazyregexp.New(`^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$`)

func token(ctx context.Context, c *call) error {
	switch {
	case len(c.rest) == 2 && c.rest[0] == "add":
		return c.with(ctx, func(a *app.App) error { return c.addToken(ctx, a, c.rest[1]) })
	case len(c.rest) == 1 && c.rest[0] == "list":
		return c.with(ctx, func(a *app.App) error { return c.listTokens(ctx, a) })
	case len(c.rest) == 2 && c.rest[0] == "remove":
		return c.with(ctx, func(a *app.App) error {
			err := a.Store.RemoveToken(ctx, c.rest[1])
			if errors.Is(err, org.ErrNotFound) {
				return &usage{fmt.Sprintf("there is no token %q; \"frasier token list\" lists them", c.rest[1])}
			}
			if err != nil {
				return err
			}
			c.printf("%s opens nothing from now on.\n", c.rest[1])
			return nil
		})
	}
	return &usage{"usage: frasier token add NAME [--read | --repo REPOSITORY], token list, or token remove NAME"}
}

// addToken prints the secret alone, so that a script can keep it, and what it is
// where people read.
func (c *call) addToken(ctx context.Context, a *app.App, name string) error {
	if !tokenName.MatchString(name) {
		return &usage{fmt.Sprintf("a token is called by up to 40 letters, digits, dots and dashes, not %q", name)}
	}
	makeToken := func() (string, error) { return a.Store.NewToken(ctx, name, !c.flags.read) }
	may := "look and give commands"
	switch {
	case c.flags.repo != "" && c.flags.read:
		return &usage{"a token with --repo makes changes and looks at nothing else; leave --read out"}
	case c.flags.repo != "":
		if err := c.knowsRepository(ctx, a); err != nil {
			return err
		}
		makeToken = func() (string, error) { return a.Store.NewCodeToken(ctx, name, c.flags.repo) }
		may = "make changes of " + c.flags.repo + " that are asked for there, and nothing else"
	case c.flags.read:
		may = "look"
	}
	secret, err := makeToken()
	if errors.Is(err, org.ErrConflict) {
		return &usage{fmt.Sprintf("there is a token %s already; \"frasier token remove %s\" takes it away first", name, name)}
	}
	if err != nil {
		return err
	}
	c.printf("%s\n", secret)
	_, err = fmt.Fprintf(c.Err, "Whoever has this may %s. It is shown once; keep it where you keep passwords.\n", may)
	return err
}

// knowsRepository refuses a repository that is not known.
func (c *call) knowsRepository(ctx context.Context, a *app.App) error {
	all, err := a.Store.Repositories(ctx)
	if err != nil {
		return err
	}
	var names []string
	for _, r := range all {
		if r.Name == c.flags.repo {
			return nil
		}
		names = append(names, r.Name)
	}
	return &usage{fmt.Sprintf("there is no repository %q; I know %s", c.flags.repo, cmp.Or(strings.Join(names, ", "), "none yet"))}
}

func (c *call) listTokens(ctx context.Context, a *app.App) error {
	all, err := a.Store.Tokens(ctx)
	if err != nil {
		return err
	}
	if c.flags.json {
		return c.writeJSON(all)
	}
	if len(all) == 0 {
		c.printf("No program may ask the API. \"frasier token add NAME\" lets one.\n")
	}
	for _, t := range all {
		may, used := "may look and give commands", "never used"
		switch {
		case t.Repository != "":
			may = "may make changes of " + t.Repository
		case !t.Acts:
			may = "may look"
		}
		if !t.Used.IsZero() {
			used = "used last on " + moment.Mark(t.Used, moment.Day)
		}
		c.printf("%s: %s, made on %s, %s\n", t.Name, may, moment.Mark(t.At, moment.Day), used)
	}
	return nil
}

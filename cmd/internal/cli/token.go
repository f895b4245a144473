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
	if len(c.rest) == 3 && c.rest[0] == "limit" {
		return c.limitToken(ctx, c.rest[1], c.rest[2])
	}
	return &usage{"usage: frasier token add NAME [--scope read|order|act | --repo REPOSITORY], token limit NAME DOLLARS|off, token list, or token remove NAME"}
}

// addToken prints the secret alone, so that a script can keep it, and what it is
// where people read.
func (c *call) addToken(ctx context.Context, a *app.App, name string) error {
	if !tokenName.MatchString(name) {
		return &usage{fmt.Sprintf("a token is called by up to 40 letters, digits, dots and dashes, not %q", name)}
	}
	scope, daily, err := c.readScope()
	if err != nil {
		return err
	}
	makeToken := func() (string, error) { return a.Store.NewToken(ctx, name, scope == scopeAct) }
	may := "look and give commands"
	switch {
	case c.flags.repo != "":
		if err := c.knowsRepository(ctx, a); err != nil {
			return err
		}
		makeToken = func() (string, error) { return a.Store.NewCodeToken(ctx, name, c.flags.repo) }
		may = "make changes of " + c.flags.repo + " that are asked for there, and nothing else"
	case scope == scopeOrder:
		makeToken = func() (string, error) { return a.Store.NewOrderToken(ctx, name, daily) }
		may = fmt.Sprintf("look and order projects for %s a day, and decide nothing", daily)
		if daily == 0 {
			may = fmt.Sprintf("look, and order projects once you say for how much a day: frasier token limit %s 5", name)
		}
	case scope == scopeRead:
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
		case t.Orders && t.Daily == 0:
			may = fmt.Sprintf("may look; it orders nothing before \"frasier token limit %s 5\"", t.Name)
		case t.Orders:
			may = fmt.Sprintf("may look and order projects for %s a day", t.Daily)
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

// Scopes of a token: what whoever has it may do.
const (
	scopeRead  = "read"
	scopeOrder = "order"
	scopeAct   = "act"
)

// readScope reads what a new token may do, and what it may order in a day.
func (c *call) readScope() (scope string, daily org.NanoUSD, err error) {
	scope = cmp.Or(c.flags.scope, scopeAct)
	switch {
	case c.flags.repo != "" && (c.flags.read || c.flags.scope != "" || c.flags.daily != ""):
		return "", 0, &usage{"a token with --repo makes changes and looks at nothing else; leave the other flags out"}
	case c.flags.read && c.flags.scope != "" && c.flags.scope != scopeRead:
		return "", 0, &usage{"--read is --scope read; leave one of the two out"}
	case c.flags.read:
		scope = scopeRead
	case scope != scopeRead && scope != scopeOrder && scope != scopeAct:
		return "", 0, &usage{fmt.Sprintf("a token's scope is read (it looks), order (it looks and orders projects) or act (it does what you may), not %q", scope)}
	}
	if c.flags.daily == "" {
		return scope, 0, nil
	}
	if scope != scopeOrder {
		return "", 0, &usage{"--daily says what a token with --scope order may order in a day; others order nothing"}
	}
	daily, ok := org.ParseLimit(c.flags.daily)
	if !ok {
		return "", 0, &usage{fmt.Sprintf("%q is no amount; --daily 5 stands for $5 a day", c.flags.daily)}
	}
	return scope, daily, nil
}

// limitToken sets what a token may order in a day.
func (c *call) limitToken(ctx context.Context, name, amount string) error {
	daily, ok := org.ParseLimit(strings.ToLower(amount))
	if !ok {
		return &usage{fmt.Sprintf("%q is no amount; 5 stands for $5 a day, and off for nothing", amount)}
	}
	return c.with(ctx, func(a *app.App) error {
		err := a.Store.LimitToken(ctx, name, daily)
		switch {
		case errors.Is(err, org.ErrNotFound):
			return &usage{fmt.Sprintf("there is no token %q that orders projects; \"frasier token list\" lists what there is, and \"frasier token add NAME --scope order\" makes one", name)}
		case err != nil:
			return err
		case daily == 0:
			c.printf("%s orders nothing from now on. What it has ordered goes on; \"frasier cancel PROJECT\" ends one.\n", name)
			return nil
		}
		c.printf("%s may order projects for %s a day from now on.\n", name, daily)
		return nil
	})
}

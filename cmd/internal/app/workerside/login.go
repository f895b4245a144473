package workerside

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/cmd/internal/app"
	"github.com/frasier-cos/frasier/internal/githubapp"
	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/sealed"
	"github.com/frasier-cos/frasier/worker/workspace"
)

// appCallMost limits the wait for the token of an App.
const appCallMost = 30 * time.Second

// findLogin returns what finds the login for a repository's address among the connections to forges. It goes to git for one fetch or push.
func findLogin(a *app.App) func(context.Context, string) (*workspace.Login, error) {
	return func(ctx context.Context, address string) (*workspace.Login, error) {
		all, err := a.Store.Connections(ctx)
		if err != nil {
			return nil, err
		}
		i := slices.IndexFunc(all, func(c outward.Connection) bool { return c.Opens(address) })
		if i < 0 {
			return nil, nil
		}
		return openLogin(ctx, a, all[i]), nil
	}
}

// describeLogins tells apart connections with other tokens.
func describeLogins(ctx context.Context, a *app.App) (string, error) {
	all, err := a.Store.Connections(ctx)
	var out strings.Builder
	for _, c := range all {
		fmt.Fprintf(&out, "%s %v %x\n", c.Name, c.On, c.Sealed)
	}
	return out.String(), err
}

// openLogin makes the login of a connection; one that cannot be used says why, as what is public needs none.
func openLogin(ctx context.Context, a *app.App, c outward.Connection) *workspace.Login {
	off := func(why string) *workspace.Login { return &workspace.Login{Connection: c.Name, Off: why} }
	if !c.On {
		why := "it is off (" + strings.TrimRight(c.Why, ".") + ")"
		if !strings.Contains(why, "frasier connect") { // what switched it off says so itself
			why += "; give its token again: " + c.Again()
		}
		return off(why)
	}
	key, err := sealed.Open(a.Settings.Home)
	if err != nil {
		return off(err.Error())
	}
	secret, err := key.Open(c.Sealed, c.Address)
	if err != nil {
		return off("its token cannot be read on this machine (" + err.Error() + "); where this is not the machine that answers, give its data folder the same connections.key, else give the token again: " + c.Again())
	}
	made, err := githubapp.ParseSecret(secret)
	switch {
	case err != nil:
		return off(err.Error())
	case made == nil:
		return workspace.NewLogin(c.Name, c.Account, secret)
	}
	client := &http.Client{Timeout: appCallMost, Transport: a.Metered(reports.TrafficWeb)(nil), CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	token, err := new(githubapp.Minter).Mint(ctx, *made, c.Address, client, "")
	if err != nil {
		return off(err.Error())
	}
	return workspace.NewLogin(c.Name, "x-access-token", token.Value) // as GitHub wants Apps to call themselves
}

package cli

import (
	"context"
	"fmt"
	"net/url"
	"strings"

	"github.com/frasier-cos/frasier/bot/linear"
	"github.com/frasier-cos/frasier/cmd/internal/app"
	"github.com/frasier-cos/frasier/internal/mirror"
	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/sealed"
)

const howToConnectLinear = "usage: frasier connect linear [TEAM], with the team's key as Linear shows it, such as ENG"

// connectLinear takes a key from the keyboard or a pipe, looks whose it is and which teams it reaches, and has new projects proposed for one of them.
func connectLinear(ctx context.Context, c *call) error {
	team, address, err := whereInLinear(c.rest[1:])
	if err != nil {
		return err
	}
	return c.with(ctx, func(a *app.App) error {
		if _, err := fmt.Fprintln(c.Err, "Make a personal API key in Linear under Settings, Security & access, with the rights read and write, for the one team alone. Then paste it here and press Enter:"); err != nil {
			return err
		}
		token, err := readToken(c.In)
		if err != nil {
			return err
		}
		ctx, stop := context.WithTimeout(ctx, connectMost)
		defer stop()
		who, err := linear.ReadAccount(ctx, address, token, nil)
		if err != nil {
			return fmt.Errorf("%w. Nothing was kept", err)
		}
		in, ok := who.FindTeam(team)
		if !ok {
			return &usage{whichTeam(who, team)}
		}
		if err := linear.CheckTeam(ctx, address, token, in.ID, nil); err != nil {
			return fmt.Errorf("%w. Nothing was kept", err)
		}
		return keepLinear(ctx, c, a, linearKey{address, token, who, in})
	})
}

// linearKey is a key that was tried: where, whose it is, and the team that it is for.
type linearKey struct {
	address, token string
	who            linear.Account
	team           linear.Team
}

func keepLinear(ctx context.Context, c *call, a *app.App, k linearKey) error {
	who := k.who
	key, err := sealed.Open(a.Settings.Home)
	if err != nil {
		return err
	}
	made := outward.Connection{Name: string(outward.Linear), Service: outward.Linear, Address: k.address, Account: who.Name, Sealed: key.Seal(k.token, k.address)}
	if err := a.Store.Connect(ctx, made); err != nil {
		return err
	}
	setup := mirror.Setup{Sink: mirror.Linear, Connection: made.Name, Office: who.Office, Team: k.team.ID, TeamName: k.team.Key, Founders: []string{who.ID}}
	if who.IsApp {
		setup.Founders = []string{}
	}
	if err := a.Store.SetUpMirror(ctx, setup); err != nil {
		return err
	}
	c.printf("Connected: Linear, the workspace %s, as %s. The key is kept encrypted; \"frasier disconnect linear\" deletes it.\n"+
		"From now on I show you of each new project how it would stand in the team %s, and ask. \"frasier linear all on\" does it without asking.\n", who.OfficeName, who.Name, k.team.Key)
	if who.IsApp && len(a.Settings.LinearFounders) == 0 {
		c.printf("This key is an app's, so nobody's words there are orders. FRASIER_LINEAR_FOUNDERS names accounts whose are.\n")
	}
	if a.Settings.PublicListen != "" {
		c.printf("It is looked at once a minute. To have it knock at once: make a webhook in Linear for issues, comments and projects, with the address of your public site and %s behind it, and set LINEAR_WEBHOOK_SECRET to its signing secret.\n", linear.HookPath)
	}
	return nil
}

func whichTeam(who linear.Account, asked string) string {
	var keys []string
	for _, t := range who.Teams {
		keys = append(keys, fmt.Sprintf("%s (%s)", t.Key, t.Name))
	}
	switch {
	case len(keys) == 0:
		return "this key reaches no team. Nothing was kept"
	case asked == "":
		return "which team? frasier connect linear TEAM, with one of: " + strings.Join(keys, ", ") + ". Nothing was kept"
	}
	return fmt.Sprintf("there is no team %q. There are: %s. Nothing was kept", asked, strings.Join(keys, ", "))
}

// whereInLinear reads the team and, for a stand-in or a proxy, another address.
func whereInLinear(args []string) (team, address string, err error) {
	address = linear.Address
	for _, arg := range args {
		switch {
		case strings.Contains(arg, "://"):
			address = strings.TrimRight(arg, "/")
		case team == "":
			team = arg
		default:
			return "", "", &usage{howToConnectLinear}
		}
	}
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.User != nil || u.Path != "" || u.RawQuery != "" {
		return "", "", &usage{howToConnectLinear}
	}
	if u.Scheme != "https" && !outward.IsLoopback(u.Hostname()) {
		return "", "", &usage{"a token goes over https alone, except on this machine"}
	}
	return team, address, nil
}

package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/cmd/internal/app"
	"github.com/frasier-cos/frasier/internal/oauth"
	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/sealed"
	"github.com/frasier-cos/frasier/worker/toolbox"
)

// hostsMost bounds how many hosts of others a founder is asked about for one server: who gives access, and a few that hand it out.
const hostsMost = 4

// giveAccess has the founder say yes to access at a server that wants it, and gives the server what came of it.
func (c *call) giveAccess(ctx context.Context, a *app.App, box *toolbox.Client, s *outward.ToolServer, no *toolbox.AccessError) (oauth.Secret, error) {
	ctx, stop := context.WithTimeout(ctx, sayYesMost)
	defer stop()
	in := bufio.NewReader(c.In)
	offer, err := c.findAccess(ctx, in, box, *s, no)
	if err != nil {
		return oauth.Secret{}, err
	}
	offer.Ask(strings.Fields(c.flags.access)...)
	known := ""
	switch {
	case c.flags.client != "":
		if _, err := fmt.Fprintf(c.Err, "Paste the secret of the program %s and press Enter, or only Enter where it has none:\n", c.flags.client); err != nil {
			return oauth.Secret{}, err
		}
		line, err := in.ReadString('\n')
		if err != nil && !errors.Is(err, io.EOF) {
			return oauth.Secret{}, fmt.Errorf("read a line: %w", err)
		}
		known = strings.TrimSpace(line)
	case offer.Register == "":
		return oauth.Secret{}, &usage{fmt.Sprintf("%s takes no program that makes itself known. Make one known there yourself (a program on your machine, which is answered at http://127.0.0.1/back on any port), and add it with --client and its id. Nothing was kept", s.Name)}
	}
	app, grant, err := askBrowser(box.Guarded(ctx), c, in, func(back string) (oauth.App, error) {
		if c.flags.client != "" {
			return offer.Known(c.flags.client, known), nil
		}
		return box.Register(ctx, offer, back)
	}, a.Now)
	given := oauth.Secret{App: app, Grant: grant}
	if err != nil {
		return given, err
	}
	key, err := sealed.Open(a.Settings.Home)
	if err != nil {
		return given, err
	}
	s.Secret = outward.ByYes
	s.Sealed, err = given.Seal(key, s.SecretPlace())
	return given, err
}

// findAccess finds out how access is given, and asks the founder before it asks a host that he did not name.
func (c *call) findAccess(ctx context.Context, in *bufio.Reader, box *toolbox.Client, s outward.ToolServer, no *toolbox.AccessError) (toolbox.Offer, error) {
	var hosts []string
	for {
		offer, err := box.FindAccess(ctx, s, no, hosts)
		other := new(toolbox.HostError)
		if !errors.As(err, &other) {
			return offer, err
		}
		if len(hosts) == hostsMost || slices.Contains(hosts, other.Host) {
			return offer, &usage{fmt.Sprintf("%s leads to one host after the other (%s, then %s), and I ask no more of them. Nothing was kept", s.Name, strings.Join(hosts, ", "), other.Host)}
		}
		said, err := c.askLine(in, fmt.Sprintf("%s wants access. By what it says, %s, which is not the host that you named. Shall I ask there? Type yes and press Enter:", s.Name, other))
		if err != nil || !strings.EqualFold(said, "yes") {
			return offer, errors.Join(err, &usage{fmt.Sprintf("%s was not asked. Nothing was kept", other.Host)})
		}
		hosts = append(hosts, other.Host)
	}
}

// giveBackAccess gives access back that nobody keeps, and says where that failed.
func giveBackAccess(ctx context.Context, given oauth.Secret) string {
	if given.Grant.Access == "" {
		return ""
	}
	if err := given.App.GiveBack(ctx, given.Grant); err != nil {
		return ", but the access that you gave stays until you take it back there: " + err.Error()
	}
	return ", and the access that you gave is given back"
}

// findServer returns a server as it is kept; one without a name stands for none.
func findServer(ctx context.Context, a *app.App, name string) (outward.ToolServer, error) {
	all, err := a.Store.ToolServers(ctx)
	for _, s := range all {
		if s.Name == name {
			return s, err
		}
	}
	return outward.ToolServer{}, err
}

// endOldAccess gives back the access that stood where another is kept now. One of the same program stays: to take it back takes the new one too at some services.
func (c *call) endOldAccess(ctx context.Context, a *app.App, box *toolbox.Client, was outward.ToolServer, now oauth.Secret) error {
	if was.Secret != outward.ByYes {
		return nil
	}
	key, err := sealed.Open(a.Settings.Home)
	if err != nil {
		return err
	}
	old, err := oauth.OpenSecret(key, was.Connection())
	if err == nil && old.App.ID == now.App.ID && old.App.Token == now.App.Token {
		return nil
	}
	if err == nil {
		err = old.App.GiveBack(box.Guarded(ctx), old.Grant)
	}
	if err != nil {
		c.printf("The access that you gave %s before could not be given back (%s); take it back in your account there.\n", was.Name, err)
	}
	return nil
}

package cli

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/frasier-cos/frasier/bot/forge"
	"github.com/frasier-cos/frasier/internal/githubapp"
	"github.com/frasier-cos/frasier/internal/outward"
)

// readForgeSecret takes what opens a forge: a token, or the private key of an App.
func (c *call) readForgeSecret(ctx context.Context, service outward.Service, address string) (string, error) {
	if c.flags.app == "" {
		if _, err := fmt.Fprintln(c.Err, howToMakeToken(service, address)); err != nil {
			return "", err
		}
		return readToken(c.In)
	}
	if service != outward.GitHub {
		return "", &usage{"--app is for GitHub, which has Apps; Gitea and Forgejo take a token"}
	}
	id, at, chosen := strings.Cut(c.flags.app, "/")
	app, err := strconv.ParseInt(id, 10, 64)
	if err != nil || app <= 0 {
		return "", &usage{fmt.Sprintf("%q is no App's ID, which is a number and stands on its page at GitHub: frasier connect github --app 12345 < KEY.pem", c.flags.app)}
	}
	if _, err := fmt.Fprintln(c.Err, howToMakeApp(address, app)); err != nil {
		return "", err
	}
	const most = 16 << 10
	raw, err := io.ReadAll(io.LimitReader(c.In, most))
	if err != nil {
		return "", fmt.Errorf("read the App's key: %w", err)
	}
	if _, err := githubapp.ParseKey(string(raw)); err != nil {
		return "", fmt.Errorf("%w. Nothing was changed", err)
	}
	a := githubapp.App{ID: app, Key: strings.TrimSpace(string(raw))}
	all, err := new(forge.Minter).ListInstalled(ctx, a, address, nil)
	if err != nil {
		return "", fmt.Errorf("%w. Nothing was kept", err)
	}
	var names []string
	for _, i := range all {
		if !chosen && len(all) == 1 || chosen && at == strconv.FormatInt(i.ID, 10) {
			a.Installation = i.ID
		}
		names = append(names, fmt.Sprintf("--app %d/%d is at %s", app, i.ID, i.Account))
	}
	switch {
	case len(all) == 0:
		return "", fmt.Errorf("the App %d is installed nowhere yet: install it, for the repositories that I am to work on, from its page at %s. Nothing was kept", app, address)
	case a.Installation == 0:
		return "", &usage{"say where I am to act: " + strings.Join(names, ", ")}
	}
	return a.Secret()
}

// howToMakeApp says which App is the least that does.
func howToMakeApp(address string, app int64) string {
	return fmt.Sprintf("The App needs, among its repository permissions at %s/settings/apps: Contents, Issues, Pull requests, Commit statuses read and write; Checks, Actions read. Not: Workflows. It is installed for your repositories alone. "+
		"Its private key comes by a pipe: frasier connect github --app %d < KEY.pem", address, app)
}

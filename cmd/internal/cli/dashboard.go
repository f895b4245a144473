package cli

import (
	"context"
	"fmt"
	"net"
	"os"
	"syscall"
	"time"

	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/cmd/internal/app"
	"github.com/frasier-cos/frasier/cmd/internal/app/botside"
	"github.com/frasier-cos/frasier/cmd/internal/health"
)

// openDashboard prints a link to the dashboard, or to a project on it. Who can
// read the data folder may do so. When no bot serves the dashboard it is served
// here, until the command is stopped.
func openDashboard(ctx context.Context, c *call) error {
	if len(c.rest) > 1 {
		return &usage{"dashboard takes one project at the most: frasier dashboard p1"}
	}
	return c.with(ctx, func(a *app.App) error {
		to := ""
		if len(c.rest) == 1 {
			p, err := a.Store.Project(ctx, c.rest[0])
			if err != nil {
				return err
			}
			to = "/projects/" + string(p.ID)
		}
		address := a.Settings.Address("bot")
		if address == "" || served(ctx, address) {
			if uid, is := health.ListenerUser(address); is && !trusts(uid, a.Settings.Home) {
				return &usage{fmt.Sprintf("another user of this machine (number %d) listens at %s, and a link would hand the way in to him. End that program, or set FRASIER_LISTEN to a free address and start the bot again", uid, address)}
			}
			return c.printLink(ctx, a, to, messages.DashboardLink)
		}
		var err error
		if a.Pages, err = botside.Dashboard(a); err != nil {
			return err
		}
		stop := a.Watch(ctx, "bot", nil, nil)
		defer stop()
		if err := c.printLink(ctx, a, to, messages.DashboardHere); err != nil {
			return err
		}
		<-ctx.Done()
		return nil
	})
}

// served reports whether somebody answers at an address.
func served(ctx context.Context, address string) bool {
	const soon = time.Second
	conn, err := (&net.Dialer{Timeout: soon}).DialContext(ctx, "tcp", address)
	return err == nil && conn.Close() == nil
}

// trusts reports whether a user may be the one who serves the dashboard: this one, the owner of the data, or root.
func trusts(uid int, home string) bool {
	if uid == 0 || uid == os.Geteuid() {
		return true
	}
	at, err := os.Stat(home)
	if err != nil {
		return false
	}
	owner, ok := at.Sys().(*syscall.Stat_t)
	return ok && int(owner.Uid) == uid
}

// printLink prints a link that signs this person in, and what words say of it.
func (c *call) printLink(ctx context.Context, a *app.App, to string, words func(link string) string) error {
	link, err := botside.Link(ctx, a, "founder", "frasier "+c.name, to)
	if err != nil {
		return err
	}
	if link == "" {
		return &usage{"FRASIER_LISTEN is empty, so there is no dashboard; set it to an address such as 127.0.0.1:8787"}
	}
	c.printf("%s\n", words(link))
	return nil
}

package cli

import (
	"context"
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/bot/publish/notion"
	"github.com/frasier-cos/frasier/cmd/internal/app"
	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/sealed"
)

const howToMakeNotionToken = "Make an internal connection at notion.so/profile/integrations that may read, insert and update content, and share the page with it: in the page's menu, Connections. Then paste its token here and press Enter:"

const howToConnectNotion = "usage: frasier connect notion PAGE, where PAGE is the address of the page or database in Notion that my pages go to"

// connectNotion takes a token as connect does, and where pages go.
func connectNotion(ctx context.Context, c *call) error {
	const most = 3 // the service, the page, and where the API is when it is not Notion's
	if c.flags.rotate && len(c.rest) == 1 {
		return rotateNotion(ctx, c)
	}
	if len(c.rest) < 2 || len(c.rest) > most {
		return &usage{howToConnectNotion}
	}
	address := notion.Address
	if len(c.rest) == most {
		address = c.rest[2]
	}
	address, err := checkAddress(address, "Notion's API", notion.Address)
	if err != nil {
		return err
	}
	return c.with(ctx, func(a *app.App) error {
		if _, err := fmt.Fprintln(c.Err, howToMakeNotionToken); err != nil {
			return err
		}
		made, err := askNotion(ctx, c, a, address, c.rest[1])
		if err != nil {
			return err
		}
		if err := a.Store.Connect(ctx, made); err != nil {
			return err
		}
		c.printf("Connected: Notion, as %s; documents go to %s. The token is kept encrypted; \"frasier disconnect notion\" deletes it.\n"+
			"Each document that is finished from now on gets a page there. I show you the first one before I make it. \"frasier publish PROJECT\" puts an older one there.\n", made.Account, made.RoomName)
		return nil
	})
}

// askNotion takes a token and looks whose it is and whether the page is there.
func askNotion(ctx context.Context, c *call, a *app.App, address, parent string) (outward.Connection, error) {
	token, err := readToken(c.In)
	if err != nil {
		return outward.Connection{}, err
	}
	n, err := notion.Open(address, token, "", nil, a.Now)
	if err != nil {
		return outward.Connection{}, err
	}
	ctx, stop := context.WithTimeout(ctx, connectMost)
	defer stop()
	who, err := n.Connect(ctx, parent)
	if err != nil {
		return outward.Connection{}, fmt.Errorf("%w. Nothing was kept", err)
	}
	key, err := sealed.Open(a.Settings.Home)
	return outward.Connection{
		Name: string(outward.Notion), Service: outward.Notion, Address: address, Account: who.Name, Rights: who.Rights, Room: who.Room, RoomName: who.RoomName, Sealed: key.Seal(token, address),
	}, err
}

// rotateNotion takes a new token for the page that is connected.
func rotateNotion(ctx context.Context, c *call) error {
	return c.with(ctx, func(a *app.App) error {
		was, err := findConnection(ctx, a, c.rest, "")
		if err != nil {
			return err
		}
		_, parent, _ := strings.Cut(was.Room, ":")
		parent, _, _ = strings.Cut(parent, ":")
		if _, err := fmt.Fprintln(c.Err, howToMakeNotionToken); err != nil {
			return err
		}
		next, err := askNotion(ctx, c, a, was.Address, parent)
		if err != nil {
			return err
		}
		if next.Account != was.Account {
			return fmt.Errorf("that token is of %s, and Notion is connected as %s: connect anew where another is meant. Nothing was changed", next.Account, was.Account)
		}
		if err := a.Store.RotateToken(ctx, next); err != nil {
			return err
		}
		c.printf("Notion has a new token now, as %s. End the old one at notion.so/profile/integrations.\n", next.Account)
		return nil
	})
}

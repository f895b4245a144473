package cli

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/bot/publish/google"
	"github.com/frasier-cos/frasier/cmd/internal/app"
	"github.com/frasier-cos/frasier/internal/moment"
	"github.com/frasier-cos/frasier/internal/oauth"
	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/sealed"
)

const (
	howToConnectGoogle = "usage: frasier connect google CLIENT.json [code], where CLIENT.json is the file of an OAuth client that you made at console.cloud.google.com/auth/clients, of the type Desktop app; with code, of the type TVs and Limited Input devices, and you get a code to type on any machine"
	// sayYesMost bounds the wait for a yes in a browser.
	sayYesMost = 10 * time.Minute
)

// connectGoogle has people say yes in a browser, or with a code that they type on another machine.
func connectGoogle(ctx context.Context, c *call) error {
	if c.flags.rotate {
		return &usage{"the access to Google renews itself; to have another, connect again: " + strings.TrimPrefix(howToConnectGoogle, "usage: ")}
	}
	const most = 4 // the service, the file, code, and where the API is when it is not Google's
	if len(c.rest) < 2 || len(c.rest) > most {
		return &usage{howToConnectGoogle}
	}
	address, typed := google.Address, false
	for _, word := range c.rest[2:] {
		if word == "code" {
			typed = true
			continue
		}
		address = word
	}
	address, err := checkAddress(address, "Google's API", google.Address)
	if err != nil {
		return err
	}
	client, err := readClient(c.rest[1])
	if err != nil {
		return err
	}
	return c.with(ctx, func(a *app.App) error {
		ctx, stop := context.WithTimeout(ctx, sayYesMost)
		defer stop()
		var grant oauth.Grant
		if typed {
			grant, err = askTyped(ctx, c, client, a.Now)
		} else {
			_, grant, err = askBrowser(ctx, c, c.In, func(string) (oauth.App, error) { return client, nil }, a.Now)
		}
		if err != nil {
			return fmt.Errorf("%w. Nothing was kept", err)
		}
		who, err := google.Open(address, grant.Access, nil, a.Now).Connect(ctx)
		if err != nil {
			return fmt.Errorf("%w. Nothing was kept", err)
		}
		key, err := sealed.Open(a.Settings.Home)
		if err != nil {
			return err
		}
		secret, err := oauth.Secret{App: client, Grant: grant}.Seal(key, address)
		if err != nil {
			return err
		}
		made := outward.Connection{
			Name: string(outward.Google), Service: outward.Google, Address: address, Account: who.Name, Rights: who.Rights, Room: who.Room, RoomName: who.RoomName, Sealed: secret, Ends: grant.Last,
		}
		if err := a.Store.Connect(ctx, made); err != nil {
			return err
		}
		c.printf("Connected: Google Docs, as %s. The access is kept encrypted; \"frasier disconnect google\" gives it back.\n"+
			"Each document that is finished from now on becomes one there. I show you the first one before I make it. \"frasier publish PROJECT\" puts an older one there.\n", made.Account)
		if !grant.Last.IsZero() {
			c.printf("Google ends this access on %s, since your app is in Testing: set it to In production at console.cloud.google.com/auth/audience and connect again, so that it lasts.\n", moment.Text(grant.Last, moment.Day, nil))
		}
		return nil
	})
}

// clientMost is in bytes: larger than any such file.
const clientMost = 1 << 16

// readClient reads the file of an OAuth client as Google lets people download it.
func readClient(path string) (oauth.App, error) {
	raw, err := os.ReadFile(path)
	if err != nil {
		return oauth.App{}, &usage{fmt.Sprintf("%s cannot be read: %s. %s", path, errors.Unwrap(err), howToConnectGoogle)}
	}
	type client struct {
		ID     string `json:"client_id"`
		Secret string `json:"client_secret"`
		Auth   string `json:"auth_uri"`
		Token  string `json:"token_uri"`
	}
	var file struct {
		Installed *client `json:"installed"`
		Web       *client `json:"web"`
		Type      string  `json:"type"`
	}
	err = json.Unmarshal(raw, &file)
	switch {
	case err != nil || len(raw) > clientMost:
		return oauth.App{}, &usage{fmt.Sprintf("%s is no file of an OAuth client. %s", path, howToConnectGoogle)}
	case file.Type == "service_account":
		return oauth.App{}, &usage{"that is the key of a service account, which has no room for documents of its own. " + howToConnectGoogle}
	case file.Web != nil:
		return oauth.App{}, &usage{"that is a client of the type Web application, which answers to no program on your machine. " + howToConnectGoogle}
	case file.Installed == nil || file.Installed.ID == "":
		return oauth.App{}, &usage{fmt.Sprintf("%s is no file of an OAuth client. %s", path, howToConnectGoogle)}
	}
	f := file.Installed
	out := oauth.App{
		Name: "Google", ID: f.ID, Secret: f.Secret, Auth: f.Auth, Token: f.Token, Scopes: []string{google.Scope},
		Extra: map[string]string{"access_type": "offline", "prompt": "consent"}, // so that it can be renewed
	}
	for _, at := range []string{f.Auth, f.Token} {
		u, err := url.Parse(at)
		if err != nil || !strings.HasSuffix("."+u.Hostname(), ".google.com") && !strings.HasSuffix("."+u.Hostname(), ".googleapis.com") && !outward.IsLoopback(u.Hostname()) || u.Scheme != "https" && !outward.IsLoopback(u.Hostname()) {
			return out, &usage{fmt.Sprintf("%s leads to %s, which is not Google's. Download it anew. %s", path, at, howToConnectGoogle)}
		}
	}
	u, err := url.Parse(f.Token)
	if err != nil {
		return out, &usage{howToConnectGoogle}
	}
	base := u.Scheme + "://" + u.Host
	out.Revoke, out.Device = base+"/revoke", base+"/device/code"
	if outward.IsLoopback(u.Hostname()) { // a stand-in has its paths as people's programs know them
		out.Revoke = base + "/oauth2/revoke"
	}
	return out, nil
}

// askBrowser opens a browser here, or has somebody copy into in where one on another machine ended. The client is asked for when it is known where answers
// come back to.
func askBrowser(ctx context.Context, c *call, in io.Reader, ask func(back string) (oauth.App, error), now func() time.Time) (oauth.App, oauth.Grant, error) {
	var none oauth.Grant
	back, err := oauth.Listen(ctx)
	if err != nil {
		return oauth.App{}, none, err
	}
	defer func() {
		if err := back.Close(); err != nil {
			c.printf("%s\n", err)
		}
	}()
	client, err := ask(back.Address())
	if err != nil {
		return client, none, err
	}
	try := client.Begin(back.Address())
	if _, err := fmt.Fprintf(c.Err, "Say yes in your browser, which opens now, or open this:\n\n%s\n\nIf your browser is on another machine, it ends at a page that it cannot reach: copy that page's address, paste it here and press Enter.\n", try.Address); err != nil {
		return client, none, err
	}
	openBrowser(ctx, try.Address)
	type heard struct {
		code string
		err  error
	}
	got := make(chan heard, 2)
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	go func() {
		code, err := back.Wait(ctx, try)
		got <- heard{code, err}
	}()
	go func() {
		for in := bufio.NewScanner(in); in.Scan(); { // an input that ends says nothing
			if strings.TrimSpace(in.Text()) == "" {
				continue
			}
			code, err := try.Pasted(in.Text())
			got <- heard{code, err}
			return
		}
	}()
	h := <-got
	if h.err != nil {
		return client, none, h.err
	}
	grant, err := try.Exchange(ctx, h.code, now())
	return client, grant, err
}

// openBrowser opens a page in the browser that BROWSER names, or the desktop's. Where there is none, people have the address.
func openBrowser(ctx context.Context, address string) {
	name := os.Getenv("BROWSER")
	if name == "" {
		if os.Getenv("DISPLAY") == "" && os.Getenv("WAYLAND_DISPLAY") == "" {
			return
		}
		name = "xdg-open"
	}
	cmd := exec.CommandContext(context.WithoutCancel(ctx), name, address)
	if err := cmd.Start(); err != nil {
		return
	}
	go func() {
		if err := cmd.Wait(); err != nil {
			return // the address stands on the screen
		}
	}()
}

// askTyped has somebody type a code on a machine that has a browser.
func askTyped(ctx context.Context, c *call, client oauth.App, now func() time.Time) (oauth.Grant, error) {
	d, err := client.BeginDevice(ctx)
	if err != nil {
		return oauth.Grant{}, err
	}
	if _, err := fmt.Fprintf(c.Err, "Open %s on any machine, type this code there and say yes:\n\n    %s\n\n", d.Address, d.Code); err != nil {
		return oauth.Grant{}, err
	}
	return d.Wait(ctx, now)
}

package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/bot/forge"
	"github.com/frasier-cos/frasier/cmd/internal/app"
	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/sealed"
)

// connectMost limits the wait for a token and the look at whose it is.
const connectMost = 10 * time.Minute

// connect takes a token from the keyboard or a pipe, never from an argument: those are seen by everybody on the machine.
func connect(ctx context.Context, c *call) error {
	others := map[string]func(context.Context, *call) error{
		string(outward.Notion): connectNotion, string(outward.Google): connectGoogle, string(outward.Linear): connectLinear, "calendar": connectCalendar, string(outward.Mail): connectMail,
	}
	if len(c.rest) > 0 {
		if do, ok := others[strings.ToLower(c.rest[0])]; ok {
			return do(ctx, c)
		}
	}
	rest, rotate := c.rest, c.flags.rotate
	service, address, err := whereToConnect(rest)
	if rotate && len(rest) == 1 { // by its name, whatever its address is
		err = nil
	}
	if err != nil {
		return err
	}
	return c.with(ctx, func(a *app.App) error {
		var was *outward.Connection
		if rotate {
			found, err := findConnection(ctx, a, rest, address)
			if err != nil {
				return err
			}
			was, service, address = &found, found.Service, found.Address
		}
		ctx, stop := context.WithTimeout(ctx, connectMost)
		defer stop()
		token, err := c.readForgeSecret(ctx, service, address)
		if err != nil {
			return err
		}
		f, err := forge.Open(service, address, token, nil)
		if err != nil {
			return err
		}
		who, err := f.Account(ctx)
		if err != nil {
			return fmt.Errorf("%w. Nothing was kept", err)
		}
		if was != nil && who.Name != was.Account {
			return fmt.Errorf("that token is of %s, and %s is connected as %s: a new token of the same account takes its place, another account is a connection of its own (frasier disconnect %s, then connect). Nothing was changed", who.Name, was.Name, was.Account, was.Name)
		}
		key, err := sealed.Open(a.Settings.Home)
		if err != nil {
			return err
		}
		if was != nil {
			next := *was
			next.Rights, next.Ends, next.Sealed = who.Rights, who.Ends, key.Seal(token, address)
			if err := a.Store.RotateToken(ctx, next); err != nil {
				return err
			}
			c.printf("%s at %s has its new token, as %s. What waited for it goes on. End the old one in the settings of its account there.\n", next.Name, next.Host(), next.Account)
			return nil
		}
		made := outward.Connection{Name: string(service), Service: service, Address: address, Account: who.Name, Rights: who.Rights, Ends: who.Ends, Sealed: key.Seal(token, address)}
		if err := a.Store.Connect(ctx, made); err != nil {
			return err
		}
		c.printf("Connected: %s, as %s. The token is kept encrypted; \"frasier disconnect %s\" deletes it.\n"+
			"Nothing happens there by itself. Let projects of a repository become draft pull requests: frasier repo set NAME push on, then frasier repo set NAME pr draft\n",
			made.Host(), made.Account, made.Name)
		if a.Settings.PublicListen != "" {
			c.printf("It is looked at once a minute. To have it knock at once: a webhook of its repositories with JSON to the address of your public site and /hooks/forge behind it, with the secret %s\n", key.HookSecret())
		}
		return nil
	})
}

// findConnection returns the connection that is meant by its name, or by its service and address.
func findConnection(ctx context.Context, a *app.App, args []string, address string) (outward.Connection, error) {
	all, err := a.Store.Connections(ctx)
	if err != nil {
		return outward.Connection{}, err
	}
	name := strings.ToLower(args[0])
	for _, c := range all {
		if len(args) == 1 && c.Name == name || len(args) > 1 && c.Address == address {
			return c, nil
		}
	}
	return outward.Connection{}, &usage{fmt.Sprintf("there is no connection %q whose token could be replaced; frasier connections lists them", strings.Join(args, " "))}
}

func whereToConnect(args []string) (outward.Service, string, error) {
	const how = "usage: frasier connect github [https://github.example.com] [--app ID], frasier connect gitea https://git.example.com, frasier connect notion PAGE, frasier connect google CLIENT.json, frasier connect linear [TEAM], frasier connect calendar https://dav.example.com you, or frasier connect mail imap.example.com you@example.com [smtp.example.com]"
	if len(args) == 0 || len(args) > 2 {
		return "", "", &usage{how}
	}
	service, address := outward.Service(strings.ToLower(args[0])), "https://github.com"
	if service == "forgejo" {
		service = outward.Gitea
	}
	switch {
	case len(args) == 2:
		address = strings.TrimRight(args[1], "/")
	case service != outward.GitHub:
		return "", "", &usage{how}
	}
	address, err := checkAddress(address, "a forge", "https://git.example.com")
	if err != nil {
		return "", "", err
	}
	if service != outward.GitHub && service != outward.Gitea {
		return "", "", &usage{how}
	}
	return service, address, nil
}

// checkAddress refuses what is no address of a service's API, or would show a token to whoever listens.
func checkAddress(address, what, example string) (string, error) {
	address = strings.TrimRight(address, "/")
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.User != nil || u.Path != "" || u.RawQuery != "" {
		return "", &usage{fmt.Sprintf("%q is no address of %s, which looks like %s", address, what, example)}
	}
	if u.Scheme != "https" && !outward.IsLoopback(u.Hostname()) {
		return "", &usage{"a token goes over https alone, except on this machine"}
	}
	return address, nil
}

// howToMakeToken says which token is the least that does.
func howToMakeToken(service outward.Service, address string) string {
	if service == outward.Gitea {
		return fmt.Sprintf("Make a token at %s/user/settings/applications with the rights: repository read and write, issue read and write, user read. No others. Then paste it here and press Enter:", address)
	}
	return fmt.Sprintf("Make a fine-grained token at %s/settings/personal-access-tokens/new for your repositories alone, with: Contents, Issues, Pull requests, Commit statuses read and write; Checks, Actions read. Not: Workflows. Then paste it here and press Enter:", address)
}

func readToken(in io.Reader) (string, error) {
	const most = 4096
	line, err := bufio.NewReaderSize(io.LimitReader(in, most), most).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return "", fmt.Errorf("read the token: %w", err)
	}
	if line = strings.TrimSpace(line); line == "" || strings.ContainsAny(line, " \t") {
		return "", &usage{"there was no token. Nothing was changed"}
	}
	return line, nil
}

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

// connectMost limits the look at whose token it is.
const connectMost = time.Minute

// connect takes a token from the keyboard or a pipe, never from an argument: those are seen by everybody on the machine.
func connect(ctx context.Context, c *call) error {
	service, address, err := whereToConnect(c.rest)
	if err != nil {
		return err
	}
	return c.with(ctx, func(a *app.App) error {
		if _, err := fmt.Fprintln(c.Err, howToMakeToken(service, address)); err != nil {
			return err
		}
		token, err := readToken(c.In)
		if err != nil {
			return err
		}
		f, err := forge.Open(service, address, token, nil)
		if err != nil {
			return err
		}
		ctx, stop := context.WithTimeout(ctx, connectMost)
		defer stop()
		who, err := f.Account(ctx)
		if err != nil {
			return fmt.Errorf("%w. Nothing was kept", err)
		}
		key, err := sealed.Open(a.Settings.Home)
		if err != nil {
			return err
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

func whereToConnect(args []string) (outward.Service, string, error) {
	const how = "usage: frasier connect github [https://github.example.com], or frasier connect gitea https://git.example.com"
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
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.User != nil || u.Path != "" || u.RawQuery != "" {
		return "", "", &usage{fmt.Sprintf("%q is no address of a forge, which looks like https://git.example.com", address)}
	}
	if u.Scheme != "https" && !outward.IsLoopback(u.Hostname()) {
		return "", "", &usage{"a token goes over https alone, except on this machine"}
	}
	if service != outward.GitHub && service != outward.Gitea {
		return "", "", &usage{how}
	}
	return service, address, nil
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

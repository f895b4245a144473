package cli

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/bot/webhook"
	"github.com/frasier-cos/frasier/cmd/internal/app"
	"github.com/frasier-cos/frasier/internal/netguard"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/sealed"
)

// runWebhooks adds one; all else a chat can do too.
func runWebhooks(ctx context.Context, c *call) error {
	if len(c.rest) == 0 || c.rest[0] != "add" {
		return runNoun(ctx, c)
	}
	if len(c.rest) != 3 && len(c.rest) != 4 {
		return &usage{"usage: frasier webhooks add NAME ADDRESS [EVENT,EVENT...]"}
	}
	w := outward.Webhook{Name: strings.ToLower(c.rest[1])}
	if !outward.IsWebhookName(w.Name) {
		return &usage{fmt.Sprintf("a webhook is called by up to 32 small letters, digits and dashes, not %q", c.rest[1])}
	}
	if len(c.rest) == 4 {
		var err error
		if w.Kinds, err = readKinds(c.rest[3]); err != nil {
			return err
		}
	}
	return c.with(ctx, func(a *app.App) error { return c.addWebhook(ctx, a, w, c.rest[2]) })
}

// readKinds reads kinds of events as docs/log.md lists them.
func readKinds(list string) ([]org.EventKind, error) {
	var out []org.EventKind
	for _, word := range strings.Split(list, ",") {
		kind := org.EventKind(strings.TrimSpace(word))
		if !kind.Known() {
			return nil, &usage{fmt.Sprintf("there is no event %q; docs/log.md lists them, for example project_completed,escalation", word)}
		}
		out = append(out, kind)
	}
	return out, nil
}

// addWebhook prints the secret alone, so that a script can keep it, and what it is where people read.
func (c *call) addWebhook(ctx context.Context, a *app.App, w outward.Webhook, address string) error {
	guard := netguard.New(a.Settings.Allow)
	u, err := guard.ParseTarget(address)
	if err != nil {
		return &usage{fmt.Sprintf("%q is no address that I send anything to (%s). It looks like https://crm.example.com/hooks and is in no private network; those that FRASIER_FETCH_ALLOW names may be", address, err)}
	}
	if u.Scheme != "https" && !guard.Allows(u.Hostname()) {
		return &usage{"events go over https alone, except to networks that FRASIER_FETCH_ALLOW names"}
	}
	w.Address = outward.HookAddress(u.String())
	key, err := sealed.Open(a.Settings.Home)
	if err != nil {
		return err
	}
	const secretBytes = 32
	raw := make([]byte, secretBytes)
	_, _ = rand.Read(raw) // it never fails: it ends the program instead
	secret := outward.WebhookSecretPrefix + base64.StdEncoding.EncodeToString(raw)
	w.Sealed = webhook.SealSecret(key, w.Name, secret)
	if err := a.Store.AddWebhook(ctx, w); err != nil {
		if errors.Is(err, org.ErrConflict) {
			return &usage{fmt.Sprintf("another webhook has this address, or there are %d already: frasier webhooks lists them, frasier webhooks remove NAME takes one away", outward.WebhooksMost)}
		}
		return err
	}
	c.printf("%s\n", secret)
	_, err = fmt.Fprintf(c.Err, "%s hears of what happens from now on. Whoever has this secret can tell that a post comes from me; it is shown once. docs/webhooks.md says how it is checked.\n", w.Name)
	return err
}

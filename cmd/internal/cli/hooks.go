package cli

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/frasier-cos/frasier/bot/webhook"
	"github.com/frasier-cos/frasier/cmd/internal/app"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/sealed"
)

// runHooks adds one or gives it another secret; all else a chat can do too.
func runHooks(ctx context.Context, c *call) error {
	if len(c.rest) == 0 || c.rest[0] != "add" && c.rest[0] != "rotate" {
		return runNoun(ctx, c)
	}
	if c.rest[0] == "rotate" {
		if len(c.rest) != 2 {
			return &usage{"usage: frasier hooks rotate NAME"}
		}
		return c.with(ctx, func(a *app.App) error { return c.rotateHook(ctx, a, strings.ToLower(c.rest[1])) })
	}
	h, err := readHook(c.rest[1:])
	if err != nil {
		return err
	}
	return c.with(ctx, func(a *app.App) error { return c.addHook(ctx, a, h) })
}

// readHook reads NAME FORM [FIELD=VALUE...] WORDS.
func readHook(args []string) (outward.Hook, error) {
	h := outward.Hook{Orders: outward.HookOrders, Money: outward.HookMoney}
	const least = 3
	if len(args) < least {
		return h, &usage{"usage: frasier hooks add NAME plain|github|linear|slack [orders=10] [usd=1] [FIELD=VALUE...] 'what it orders, in which {{field.of.it}} stands for what it was sent'"}
	}
	h.Name, h.Form = strings.ToLower(args[0]), outward.HookForm(strings.ToLower(args[1]))
	if !outward.IsHookName(h.Name) {
		return h, &usage{fmt.Sprintf("a hook is called by up to 32 small letters, digits and dashes, and not \"forge\", at which forges knock; not %q", args[0])}
	}
	if !slices.Contains(outward.HookForms(), h.Form) {
		return h, &usage{fmt.Sprintf("a hook is signed as plain, github, linear or slack signs, not as %q", args[1])}
	}
	rest := args[2:]
	for len(rest) > 1 {
		f, ok := outward.ReadHookFilter(rest[0])
		if !ok {
			break
		}
		rest = rest[1:]
		var err error
		switch f.Field {
		case "orders":
			h.Orders, err = strconv.Atoi(f.Value)
		case "usd":
			var usd float64
			usd, err = strconv.ParseFloat(f.Value, 64)
			h.Money = org.NanoUSD(usd * float64(org.Dollar))
		default:
			h.Only = append(h.Only, f)
		}
		if err != nil {
			return h, &usage{fmt.Sprintf("%s=%q is no number", f.Field, f.Value)}
		}
	}
	h.Words = strings.TrimSpace(strings.Join(rest, " "))
	switch wrong := outward.CheckHookWords(h.Words); {
	case wrong != "":
		return h, &usage{fmt.Sprintf("a hook orders what you write behind its form; %s", wrong)}
	case h.Orders < 1 || h.Orders > outward.HookOrdersMost:
		return h, &usage{fmt.Sprintf("orders= is how many it may order an hour: 1 to %d", outward.HookOrdersMost)}
	case h.Money < org.Dollar/100 || h.Money > outward.HookMoneyMost*org.Dollar:
		return h, &usage{fmt.Sprintf("usd= is what its orders may cost a day: 0.01 to %d", outward.HookMoneyMost)}
	}
	return h, nil
}

// addHook prints a secret that it makes alone, so that a script can keep it, and what it is where people read.
func (c *call) addHook(ctx context.Context, a *app.App, h outward.Hook) error {
	secret, err := c.agreeOnSecret(h)
	if err != nil {
		return err
	}
	key, err := sealed.Open(a.Settings.Home)
	if err != nil {
		return err
	}
	h.Sealed = webhook.SealHookSecret(key, h.Name, secret)
	if err := a.Store.AddHook(ctx, h); err != nil {
		if errors.Is(err, org.ErrConflict) {
			return &usage{fmt.Sprintf("there are %d hooks already: frasier hooks lists them, frasier hooks remove NAME takes one away", outward.HooksMost)}
		}
		return err
	}
	return c.tellSecret(a, h, secret)
}

// agreeOnSecret makes the secret of a hook, or takes it from the keyboard or a pipe where the other side makes it.
func (c *call) agreeOnSecret(h outward.Hook) (string, error) {
	if !h.Form.MakesSecret() {
		where := map[outward.HookForm]string{outward.HookLinear: "Linear shows the signing secret of a webhook in its settings", outward.HookSlack: "Slack shows the signing secret in the basic information of its app"}[h.Form]
		if _, err := fmt.Fprintf(c.Err, "%s. Paste it here and press Enter:\n", where); err != nil {
			return "", err
		}
		return readToken(c.In)
	}
	const secretBytes = 32
	raw := make([]byte, secretBytes)
	_, _ = rand.Read(raw) // it never fails: it ends the program instead
	return outward.WebhookSecretPrefix + base64.StdEncoding.EncodeToString(raw), nil
}

func (c *call) tellSecret(a *app.App, h outward.Hook, secret string) error {
	shown := ""
	if h.Form.MakesSecret() {
		c.printf("%s\n", secret)
		shown = " Whoever has this secret can order what it says; it is shown once."
	}
	site := "It is heard at the address of your public site and /hooks/" + h.Name + " behind it."
	if a.Settings.PublicListen == "" {
		site = "Nobody can knock yet: set FRASIER_PUBLIC_LISTEN, for example to 127.0.0.1:8788, and have your web server pass on what comes for /hooks/" + h.Name + "."
	}
	_, err := fmt.Fprintf(c.Err, "%s may order up to %d times an hour, for $%.2f a day.%s %s docs/webhooks.md says more.\n", h.Name, h.Orders, h.Money.USD(), shown, site)
	return err
}

// rotateHook gives a hook another secret, from now on.
func (c *call) rotateHook(ctx context.Context, a *app.App, name string) error {
	all, err := a.Store.Hooks(ctx)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(all, func(h outward.Hook) bool { return h.Name == name })
	if i < 0 {
		return &usage{fmt.Sprintf("there is no hook %q: frasier hooks lists them", name)}
	}
	secret, err := c.agreeOnSecret(all[i])
	if err != nil {
		return err
	}
	key, err := sealed.Open(a.Settings.Home)
	if err != nil {
		return err
	}
	if err := a.Store.SealHook(ctx, name, webhook.SealHookSecret(key, name, secret)); err != nil {
		return err
	}
	return c.tellSecret(a, all[i], secret)
}

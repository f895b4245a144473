package outward

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/evidence"
	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/redact"
)

// proposePulls puts down a pull request for each project whose repository's setting wants one and whose forge is connected.
func (d *Doer) proposePulls(ctx context.Context) error {
	due, err := d.Records.PullsDue(ctx)
	if err != nil || len(due) == 0 {
		return err
	}
	all, err := d.Records.Connections(ctx)
	if err != nil {
		return err
	}
	for _, p := range due {
		place, ok := outward.PlaceOf(p.Order.Repository.Source)
		i := slices.IndexFunc(all, func(c outward.Connection) bool { return c.On && c.Host() == place.Host })
		if !ok || i < 0 { // the card says what is missing
			continue
		}
		a, err := describePull(p, place, all[i], d.readTemplate(ctx, p, place, all[i]))
		if err != nil {
			return err
		}
		done, err := d.Records.WasDone(ctx, outward.OpenPull, a.Place)
		if err != nil {
			return err
		}
		if mode := p.PullPolicy().Pull; done && mode != coding.PullAsk {
			a.AllowedBy = fmt.Sprintf("the setting pr %s of %s", mode, p.Order.Repository.Name)
		}
		if _, err := d.Records.ProposeAction(ctx, a); err != nil {
			return err
		}
	}
	return nil
}

// describePull makes the action that opens a project's pull request.
func describePull(p coding.DuePull, place outward.Place, c outward.Connection, template string) (outward.Action, error) {
	o, policy := p.Order, p.PullPolicy()
	order := outward.Pull{Host: place.Host, Owner: place.Owner, Repository: place.Name, Head: p.Head(), Base: policy.PullBase, Title: p.Title, Draft: true}
	goesOn := ""
	if p.Below != "" {
		order.Base, order.Onto = p.Below, policy.PullBase
		goesOn = fmt.Sprintf(" (and into `%s` once that is merged)", order.Onto)
	}
	what := "A draft pull request"
	if policy.Pull == coding.PullOpen && len(evidence.Unproven(p.Changes)) == 0 {
		order.Draft, what = false, "A pull request, ready for review,"
	}
	if len(o.Merged) == 1 {
		order.Title = subjectOf(o.Merged[0])
	}
	ordered := ""
	if policy.PullWords {
		ordered, _ = redact.Secrets(p.Said)
	}
	order.Body = sayIssue(p, place) + evidence.Describe(p.Changes, outward.Pages{Service: c.Service, Address: c.Address, Place: place}, evidence.Words{Ordered: ordered, Template: template})
	raw, err := json.Marshal(order)
	return outward.Action{
		Key: outward.PullKey(p.Project, p.Step), Kind: outward.OpenPull, Connection: c.Name, Project: p.Project, Step: p.Step, Place: place.String(), Order: raw,
		Effect: fmt.Sprintf("%s in %s/%s at %s, from `%s` into `%s`%s, by %s, with the status %s at its last commit:\n**%s**\n%s", what, place.Owner, place.Name, place.Host, order.Head, order.Base, goesOn, c.Account, outward.ProofContext, order.Title, order.Body),
	}, err
}

// sayIssue names the issue that ordered it. Only what does all that was ordered, and has a proof of it, closes the issue where it is merged.
func sayIssue(p coding.DuePull, place outward.Place) string {
	switch {
	case p.Issue.Number == 0 || p.Issue.Place != place.String():
		return ""
	case p.Whole && len(evidence.Unproven(p.Changes)) == 0:
		return fmt.Sprintf("Closes #%d\n\n", p.Issue.Number)
	}
	return fmt.Sprintf("Part of #%d\n\n", p.Issue.Number)
}

func subjectOf(c coding.Commit) string {
	first, _, _ := strings.Cut(c.Message, "\n")
	return strings.TrimSpace(first)
}

// readTemplate returns what the repository asks of pull requests, as the commit has it from which the work started; empty for
// nothing, or where it cannot be read: it is a courtesy, and nothing waits for it.
func (d *Doer) readTemplate(ctx context.Context, p coding.DuePull, place outward.Place, c outward.Connection) string {
	if p.PullPolicy().PullPlain || len(p.Order.Merged) == 0 {
		return ""
	}
	f, err := d.open(ctx, outward.Action{Connection: c.Name, Place: place.String()})
	for _, path := range []string{".github/PULL_REQUEST_TEMPLATE.md", "PULL_REQUEST_TEMPLATE.md", "docs/PULL_REQUEST_TEMPLATE.md", ".github/pull_request_template.md"} {
		if err != nil {
			break
		}
		var text string
		var ok bool
		if text, ok, err = f.ReadFile(ctx, place.Owner, place.Name, p.Order.Merged[0].Parent, path); ok {
			return text
		}
	}
	if err != nil {
		d.Log.WarnContext(ctx, "template of pull requests", "place", place.Owner+"/"+place.Name, "err", err)
	}
	return ""
}

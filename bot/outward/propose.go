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
		a, err := describePull(p, place, all[i])
		if err != nil {
			return err
		}
		done, err := d.Records.WasDone(ctx, outward.OpenPull, a.Place)
		if err != nil {
			return err
		}
		if done && p.Order.Repository.Policy.Pull == coding.PullDraft {
			a.AllowedBy = fmt.Sprintf("the setting pr %s of %s", coding.PullDraft, p.Order.Repository.Name)
		}
		if _, err := d.Records.ProposeAction(ctx, a); err != nil {
			return err
		}
	}
	return nil
}

// describePull makes the action that opens a project's pull request.
func describePull(p coding.DuePull, place outward.Place, c outward.Connection) (outward.Action, error) {
	o := p.Order
	order := outward.Pull{Host: place.Host, Owner: place.Owner, Repository: place.Name, Head: o.Branch, Base: o.Repository.Ref, Title: p.Title, Draft: true}
	if len(o.Merged) == 1 {
		order.Title = subjectOf(o.Merged[0])
	}
	order.Body = evidence.Describe(p.Changes, outward.Pages{Service: c.Service, Address: c.Address, Place: place}, evidence.Words{})
	raw, err := json.Marshal(order)
	return outward.Action{
		Key: "pull:" + string(p.Project), Kind: outward.OpenPull, Connection: c.Name, Project: p.Project, Place: place.String(), Order: raw,
		Effect: fmt.Sprintf("A draft pull request in %s/%s at %s, from `%s` into `%s`, by %s, with the status %s at its last commit:\n**%s**\n%s", place.Owner, place.Name, place.Host, order.Head, order.Base, c.Account, outward.ProofContext, order.Title, order.Body),
	}, err
}

func subjectOf(c coding.Commit) string {
	first, _, _ := strings.Cut(c.Message, "\n")
	return strings.TrimSpace(first)
}

package outward

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/frasier-cos/frasier/bot/forge"
	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/outward"
)

// proposeBranches has the branches of merged pull requests deleted at their forges, where the setting of their repository said so when the
// change was made.
func (d *Doer) proposeBranches(ctx context.Context) error {
	due, err := d.Records.BranchesDue(ctx)
	if err != nil {
		return err
	}
	for _, id := range due {
		const most = 100
		all, err := d.Records.Pulls(ctx, id, most)
		if err != nil {
			return err
		}
		for _, p := range all {
			raw, err := json.Marshal(p.Order())
			if err != nil {
				return fmt.Errorf("order that the branch of %s goes: %w", p.Name(), err)
			}
			_, err = d.Records.ProposeAction(ctx, outward.Action{
				Key: string(outward.DropBranch) + ":" + string(p.Action), Kind: outward.DropBranch, Connection: p.Connection, Project: p.Project, Place: p.Place, Order: raw,
				Effect: fmt.Sprintf("The branch `%s` is deleted: %s is merged.", p.Branch, p.Name()), AllowedBy: "the setting cleanup of the repository",
				Object: p.Object(), Field: string(outward.DropBranch),
			})
			if err != nil {
				return err
			}
		}
		if err := d.Records.KeepCleaned(ctx, coding.CleanedNow{Project: id, What: coding.CleanBranch}); err != nil { // the action tells what became of it
			return err
		}
	}
	return nil
}

// moveOthers has the pull requests that are on a branch come into the one that it came into: without it they would be closed.
func (d *Doer) moveOthers(ctx context.Context, f forge.Forge, o outward.PullOrder) error {
	all, err := d.Records.OpenPulls(ctx)
	if err != nil {
		return err
	}
	for _, p := range all {
		at, ok := outward.ParsePlace(p.Place)
		if !ok || at.Owner != o.Owner || at.Name != o.Repository || p.Base != o.Branch || p.Onto == "" {
			continue
		}
		seen, err := f.Pull(ctx, o.Owner, o.Repository, p.Number)
		if err != nil {
			return err
		}
		if seen.State != outward.PullOpen || seen.Base == p.Onto {
			continue
		}
		if err := f.MoveOnto(ctx, p.Order()); err != nil {
			return err
		}
	}
	return nil
}

// dropBranch deletes a branch whose pull request is merged as it is: commits that came behind it are lost by nobody.
func (d *Doer) dropBranch(ctx context.Context, f forge.Forge, o outward.PullOrder) (made, error) {
	at, err := f.FindBranch(ctx, o.Owner, o.Repository, o.Branch)
	if err != nil || at == "" {
		return made{o.Link, "gone"}, err
	}
	seen, err := f.Pull(ctx, o.Owner, o.Repository, o.Number)
	if err != nil {
		return made{}, err
	}
	merged := seen.State == outward.PullMerged
	if seen.State == outward.PullClosed { // it may have come into its base by another commit
		taken, err := findElsewhere(ctx, f, outward.Place{Owner: o.Owner, Name: o.Repository}, seen)
		if err != nil {
			return made{}, err
		}
		merged = taken != ""
	}
	why := ""
	switch {
	case !merged:
		why = "its pull request is not merged"
	case at != seen.Head:
		why = "it has commits that are not merged"
	}
	if why != "" {
		return made{}, &forge.RefusedError{Status: http.StatusConflict, Text: fmt.Sprintf("left the branch %s as it is: %s", o.Branch, why)}
	}
	if err := d.moveOthers(ctx, f, o); err != nil {
		return made{}, err
	}
	if err := f.DropBranch(ctx, o.Owner, o.Repository, o.Branch); err != nil {
		return made{}, err
	}
	if at, err = f.FindBranch(ctx, o.Owner, o.Repository, o.Branch); err == nil && at != "" {
		err = fmt.Errorf("the branch %s is there though its end was taken", o.Branch)
	}
	return made{o.Link, "gone"}, err
}

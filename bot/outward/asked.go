package outward

import (
	"context"
	"errors"
	"fmt"

	"github.com/frasier-cos/frasier/bot/forge"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
)

// lookAtAsked has the pull requests read that somebody asked our account to review, where he may order: as a founder has it done by !review.
func (w *Watcher) lookAtAsked(ctx context.Context, f forge.Forge, s sight, known *outward.Watch) error {
	all, err := f.Asked(ctx, s.place.Owner, s.place.Name, s.at.Account)
	if err != nil {
		return err
	}
	asked := map[int]outward.AskedSeen{}
	for _, p := range all {
		was, seen := known.Asked[p.Number]
		if seen && was.Edited.Equal(p.Edited) {
			asked[p.Number] = was
			continue
		}
		who, at, ok, err := f.WhoAsked(ctx, s.place.Owner, s.place.Name, p.Number, s.at.Account)
		if err != nil {
			return err
		}
		now := outward.AskedSeen{Edited: p.Edited, At: at}
		if !ok || seen && was.At.Equal(at) {
			asked[p.Number] = now
			continue
		}
		if !s.repository.Policy.MayOrder(who.ID) || who.Name == s.at.Account {
			known.Strange++
			asked[p.Number] = now
			continue
		}
		_, err = w.Asks.AskReview(ctx, outward.Reading{Place: s.place.String(), Number: p.Number, Repository: s.repository.Name, By: fmt.Sprintf("%s%d", outward.AskedBy, who.ID)})
		if errors.Is(err, org.ErrConflict) {
			continue // as much as a day may have: it is looked at again
		}
		if err != nil {
			return err
		}
		asked[p.Number] = now
	}
	known.Asked = asked
	return nil
}

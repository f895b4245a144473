package converse

import (
	"context"
	"strings"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
)

// takeIssueLink takes the bare address of an issue of a known repository for the command that orders it.
func (h *Handler) takeIssueLink(ctx context.Context, x *exchange) (t org.Turn, done bool, err error) {
	text := strings.TrimSpace(x.message.Text)
	place, _, ok := outward.ParseIssue(text)
	if !ok || place.Host == "" || x.message.Brings() {
		return t, false, nil
	}
	all, err := h.Surroundings.Repositories(ctx)
	if err != nil || !isKnown(all, place) {
		return t, false, err
	}
	m := x.message
	m.Text = "!issue " + strings.Trim(text, "<>")
	t, err = h.obeyCommand(ctx, m, org.Classification{Rules: []string{"the address of an issue"}})
	return t, true, err
}

func isKnown(all []coding.Repository, place outward.Place) bool {
	for _, r := range all {
		if at, ok := outward.PlaceOf(r.Source); ok && at.Host == place.Host && strings.EqualFold(at.Owner+"/"+at.Name, place.Owner+"/"+place.Name) {
			return true
		}
	}
	return false
}

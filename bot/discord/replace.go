package discord

import (
	"context"
	"errors"
	"net/http"
	"slices"

	"github.com/frasier-cos/frasier/internal/reports"
)

// replace edits the message whose place a delivery takes. When that cannot be
// done (it is gone, archived or edited too often) the delivery is posted anew.
func (d *Session) replace(ctx context.Context, v reports.Delivery, parcels []parcel) (done bool, receipt string, err error) {
	channel, ids := parseReceipt(v.Replaces)
	switch {
	case len(ids) == 0:
		return false, "", nil
	case v.Card.Edit:
		err = d.edit(ctx, channel, ids, parcels)
	case len(ids) == 1 && len(parcels) == 1:
		err = d.patch(ctx, channel, ids[0], parcels[0].buildEdit(0), parcels[0])
	default:
		return false, "", nil
	}
	var api *apiError
	if errors.As(err, &api) && (isUnwelcome(err) || slices.Contains([]int{codeNoMessage, codeOldEdits, codeArchived, codeNoChannel}, api.Code)) {
		return false, "", nil
	}
	return err == nil, v.Replaces, err
}

// edit changes what stands in the messages of a delivery and keeps their files. Where the new
// words take another number of messages, it changes the buttons only.
func (d *Session) edit(ctx context.Context, channel string, ids []string, parcels []parcel) error {
	last := parcels[len(parcels)-1]
	if len(ids) != len(parcels) {
		buttons := struct {
			Components []any `json:"components"`
		}{last.buildBody("", 0).Components}
		return d.patch(ctx, channel, ids[len(ids)-1], buttons, parcel{})
	}
	for n, p := range parcels {
		p.files = nil
		if err := d.patch(ctx, channel, ids[n], p.buildBody("", 0), p); err != nil {
			return err
		}
	}
	return nil
}

func (d *Session) patch(ctx context.Context, channel, id string, body any, p parcel) error {
	return d.rest.call(ctx, request{http.MethodPatch, "/channels/" + channel + "/messages/" + id, body, p.files}, nil)
}

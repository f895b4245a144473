package ticket

import (
	"context"
	"fmt"
	"time"

	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
)

// Renderer gives a delivery its text when it is sent, unless its thread gave it
// one before: the store keeps facts and ids only.
type Renderer struct {
	Records interface {
		Ticket(ctx context.Context, p org.ProjectID, now time.Time) (reports.Ticket, error)
	}
	Now func() time.Time
}

// Render returns the delivery with its text. It may be called at once by
// several goroutines; its error is the store's.
func (r Renderer) Render(ctx context.Context, v reports.Delivery) (reports.Delivery, error) {
	if v.Body != "" {
		return v, nil
	}
	var t reports.Ticket
	if v.Project != "" {
		var err error
		if t, err = r.Records.Ticket(ctx, v.Project, r.Now()); err != nil {
			return v, fmt.Errorf("render %s: %w", v.Key, err)
		}
	}
	return messages.Render(v, t), nil
}

package command

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/internal/org"
)

// alertsBack is how far back alerts are listed.
const alertsBack = 7 * 24 * time.Hour

// alert lists what the watcher noticed, or takes the founder's word on it.
func (d *Handler) alert(ctx context.Context, o *order) (org.Reply, error) {
	id, verdict := strings.ToLower(strings.TrimSpace(o.Args[optionID])), strings.ToLower(strings.TrimSpace(o.Args["verdict"]))
	if id == "" || id == "list" {
		return d.alerts(ctx, o)
	}
	if verdict != "right" && verdict != "wrong" {
		return org.Reply{}, refuse(messages.AlertVerdict(id))
	}
	err := d.Store.JudgeAlert(ctx, id, verdict == "right")
	if errors.Is(err, org.ErrNotFound) {
		return org.Reply{}, refuse(messages.AlertUnknown(id))
	}
	if err != nil {
		return org.Reply{}, err
	}
	return say(messages.AlertJudged(id, verdict))
}

func (d *Handler) alerts(ctx context.Context, o *order) (org.Reply, error) {
	all, err := d.Store.Alerts(ctx, d.Now().Add(-alertsBack))
	if err != nil {
		return org.Reply{}, err
	}
	return show(messages.AlertsShown(all), "alert", o.Page)
}

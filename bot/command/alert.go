package command

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

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
		return org.Reply{}, refuse("Was it right? Write `!alert %s right` or `!alert %s wrong`.", clip(tame(id), 20), clip(tame(id), 20))
	}
	err := d.Store.JudgeAlert(ctx, id, verdict == "right")
	if errors.Is(err, org.ErrNotFound) {
		return org.Reply{}, refuse("There is no alert %s. `!alert` lists the last ones.", clip(tame(id), 20))
	}
	if err != nil {
		return org.Reply{}, err
	}
	return say("Noted: %s was %s. I weigh such alerts by what you say.", clip(tame(id), 20), verdict)
}

func (d *Handler) alerts(ctx context.Context, o *order) (org.Reply, error) {
	all, err := d.Store.Alerts(ctx, d.Now().Add(-alertsBack))
	if err != nil {
		return org.Reply{}, err
	}
	if len(all) == 0 {
		return say("I noticed nothing wrong in the last seven days.")
	}
	s := sheet{head: "**What I noticed**\n", again: "alert"}
	for _, a := range all {
		line := fmt.Sprintf("- %s %s (%s, %s): %s", a.ID, a.Project, a.Signal, a.Level, clip(tame(a.Text), 200))
		if a.Acted {
			line += fmt.Sprintf(" I did something: %s.", a.Remedy)
		}
		if a.Verdict != "" {
			line += " You said: " + a.Verdict + "."
		}
		s.blocks = append(s.blocks, line)
	}
	return s.reply(o.Page), nil
}

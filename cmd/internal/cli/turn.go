package cli

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/cmd/internal/app"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/worker/coder"
)

// readTurn says in a line what was done in the turn that an entry of the journal tells of. It is empty for other entries,
// and for a turn of a round before the present one.
func readTurn(ctx context.Context, a *app.App, e org.Event) (string, error) {
	if e.Kind != org.EventStageDone || e.Data["stage"] != org.StageTurn {
		return "", nil
	}
	s, err := a.Store.Step(ctx, string(e.Step))
	if err != nil {
		return "", err
	}
	points, err := a.Store.Checkpoints(ctx, e.Step, s.Round())
	if err != nil {
		return "", fmt.Errorf("read the turns of %s: %w", e.Step, err)
	}
	for _, p := range points {
		if p.Stage != org.StageTurn || strconv.Itoa(p.Seq) != e.Data["seq"] || !p.At.Equal(e.At) {
			continue
		}
		var t coder.Turn
		if err := json.Unmarshal([]byte(p.Output), &t); err != nil {
			return "", fmt.Errorf("read turn %d of %s: %w", p.Seq, e.Step, err)
		}
		var did []string
		for _, d := range t.Actions {
			if d.IsLook() {
				did = append(did, d.Describe())
			} else {
				did = append(did, strings.TrimSpace(d.Do+" "+d.Path))
			}
		}
		return messages.TerminalTurn(did, t.Failed, cmp.Or(t.Saw, t.Done)), nil
	}
	return "", nil
}

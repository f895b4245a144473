package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"text/tabwriter"

	"github.com/frasier-cos/frasier/internal/eval/replay"
)

// replay checks recorded replies and says what is found of each. It fails when
// an honest one is refused or a planted fault is missed.
func (c *call) replay(file string) error {
	raw, err := os.ReadFile(file)
	if err != nil {
		return fmt.Errorf("%w: %w", errInput, err)
	}
	calls, err := replay.Read(bytes.NewReader(raw))
	if err != nil {
		return fmt.Errorf("%w: %w", errInput, err)
	}
	rows := replay.Run(calls)
	sum := replay.Total(rows)
	if c.flags.json {
		e := json.NewEncoder(c.Out)
		e.SetIndent("", "  ")
		if err := e.Encode(struct {
			Calls []replay.Row `json:"calls"`
			Total replay.Sum   `json:"total"`
		}{rows, sum}); err != nil {
			return fmt.Errorf("write table: %w", err)
		}
	} else {
		w := tabwriter.NewWriter(c.Out, 0, 0, 2, ' ', 0)
		fmt.Fprintln(w, "call\tstage\thard\tshown\tfalse\tmissed\tread as")
		for _, r := range rows {
			fmt.Fprintf(w, "%d\t%s\t%d\t%d\t%d\t%d\t%s\n", r.N, r.Stage, len(r.Hard), len(r.Soft), len(r.False), len(r.Missed), r.Read)
		}
		if err := w.Flush(); err != nil {
			return fmt.Errorf("write table: %w", err)
		}
		fmt.Fprintf(c.Out, "\n%s\n", sum)
		for _, r := range rows {
			for _, wrong := range r.False {
				fmt.Fprintf(c.Out, "call %d, refused and honest: %s\n", r.N, wrong)
			}
			for _, missed := range r.Missed {
				fmt.Fprintf(c.Out, "call %d, planted and not found: %s\n", r.N, missed)
			}
		}
	}
	if sum.False > 0 || sum.Missed > 0 {
		return fmt.Errorf("%d findings are false and %d planted faults were missed", sum.False, sum.Missed)
	}
	return nil
}

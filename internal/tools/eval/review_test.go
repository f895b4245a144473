package eval_test

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/policy"
	"github.com/frasier-cos/frasier/internal/testing/checktest"
	"github.com/frasier-cos/frasier/internal/testing/reviewtest"
	"github.com/frasier-cos/frasier/worker/review"
)

// labelled are the drafts that the package of the checks keeps.
func labelled() fs.FS { return os.DirFS("../../../worker/check/testdata/eval") }

// citations is M7: citation recall, precision and the effective count, as the
// counts behind them.
func citations(context.Context, *testing.T) ([]result, error) {
	rows, err := checktest.M7(labelled())
	if err != nil {
		return nil, err
	}
	right, missed := judged(rows)
	return []result{exact("counts behind recall and precision", right, len(rows), missed)}, nil
}

// mustFix is M8: seeded defects in drafts.
func mustFix(context.Context, *testing.T) ([]result, error) {
	d, err := checktest.M8(labelled())
	if err != nil {
		return nil, err
	}
	return []result{
		least(fmt.Sprintf("%d seeded defects in %d drafts: recall", d.Seeded, d.Drafts), d.Recall(), 0.95, d.Missed),
		least("must-fix reports: precision", d.Precision(), 0.90, d.Wrong),
	}, nil
}

func judged(rows []checktest.Row) (right int, missed []string) {
	for _, r := range rows {
		if r.OK() {
			right++
			continue
		}
		missed = append(missed, fmt.Sprintf("%s, %s: got %s, want %s", r.Case, r.What, r.Got, r.Want))
	}
	return right, missed
}

// scores is M9: the arithmetic of scores, and the autonomy policy in the tables
// of two hands.
func scores(context.Context, *testing.T) ([]result, error) {
	rows, err := reviewtest.M9(os.DirFS("../../../worker/review/testdata"))
	if err != nil {
		return nil, err
	}
	ours, wrong := judged(rows)
	right, of, missed, err := autonomy()
	return []result{exact("scores and paths", ours, len(rows), wrong), exact("who reviews, by another hand", right, of, missed)}, err
}

func autonomy() (right, of int, missed []string, err error) {
	raw, err := os.ReadFile("testdata/autonomy.txt")
	if err != nil {
		return 0, 0, nil, err
	}
	for line := range strings.Lines(string(raw)) {
		f := strings.Fields(line)
		if len(f) != 9 || f[0] == "#" {
			continue
		}
		got := policy.Got{Missed: f[7] == "must", Sourceless: f[7] == "unsourced"}
		if _, err := fmt.Sscanf(f[6], "%d/%d", &got.Points.Met, &got.Points.Asked); err != nil {
			return right, of, missed, fmt.Errorf("autonomy.txt: %w", err)
		}
		p := policy.DefaultThresholds()
		p.On = f[0] == "on"
		path := review.PathOf(p, review.Judged{Final: f[1] == "yes", Tier: org.Tier(f[2]), Downgraded: f[3] == "yes", Scored: f[4] == "yes", AuditClean: f[5] == "yes", Got: got})
		of++
		if string(path) == f[8] {
			right++
			continue
		}
		missed = append(missed, fmt.Sprintf("%s: got %s", strings.Join(f, " "), path))
	}
	return right, of, missed, nil
}

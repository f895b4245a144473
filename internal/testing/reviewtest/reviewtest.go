// Package reviewtest measures the scores of worker/review and the autonomy
// policy against labelled tables: the gate M9 of the evaluation. The labels
// were written by hand.
package reviewtest

import (
	"fmt"
	"io/fs"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/policy"
	"github.com/frasier-cos/frasier/internal/testing/checktest"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/worker/check"
	"github.com/frasier-cos/frasier/worker/review"
)

// M9 measures the arithmetic of scores and the autonomy policy.
func M9(data fs.FS) ([]checktest.Row, error) {
	scores, err := lines(data, "scores.txt", 5)
	if err != nil {
		return nil, err
	}
	policies, err := lines(data, "autonomy.txt", 3)
	if err != nil {
		return nil, err
	}
	var out []checktest.Row
	for _, f := range scores {
		s := scored(f[1], f[2], f[3])
		got := fmt.Sprintf("%.4f %.4f %.4f %.4f %.4f", s.Depth, s.Accuracy, s.Actionability, s.Completeness, s.Average)
		out = append(out, checktest.Row{Case: f[0], What: "scores", Got: got, Want: figures(f[4])})
	}
	for _, f := range policies {
		path, err := path9(f[0], f[1])
		if err != nil {
			return nil, err
		}
		got := string(path)
		out = append(out, checktest.Row{Case: f[0] + " " + f[1], What: "path", Got: got, Want: f[2]})
	}
	return out, nil
}

// lines reads a table: fields between bars, lines that begin with # left out.
func lines(data fs.FS, name string, fields int) ([][]string, error) {
	raw, err := fs.ReadFile(data, name)
	if err != nil {
		return nil, fmt.Errorf("read table %s: %w", name, err)
	}
	var out [][]string
	for line := range strings.Lines(string(raw)) {
		if strings.HasPrefix(line, "#") || strings.TrimSpace(line) == "" {
			continue
		}
		f := strings.Split(line, "|")
		if len(f) != fields {
			return nil, fmt.Errorf("read table %s: %q has %d fields, want %d", name, line, len(f), fields)
		}
		for i := range f {
			f[i] = strings.TrimSpace(f[i])
		}
		out = append(out, f)
	}
	return out, nil
}

func figures(text string) string {
	f := strings.Fields(text)
	for i := range f {
		if !strings.Contains(f[i], ".") {
			f[i] += ".0"
		}
		for len(f[i]) < len("1.0000") {
			f[i] += "0"
		}
	}
	return strings.Join(f, " ")
}

func scored(yes, bare, audit string) review.Scores {
	const draft = "The stall opens in April. It sells forty boxes in a week."
	var answers []review.Answer
	for _, id := range strings.Fields(yes) {
		answers = append(answers, review.Answer{ID: "fix-" + id, Yes: true, Quote: "sells forty boxes in a week"})
	}
	for _, id := range strings.Fields(bare) {
		answers = append(answers, review.Answer{ID: "fix-" + id, Yes: true, Quote: "as anybody can see from the text"})
	}
	return review.Score(Table(), answers, faulty(audit), draft)
}

// Table is a list with items of every level in each dimension, by which the
// arithmetic of scores is measured: the product's own lists have musts alone.
func Table() []work.ChecklistItem {
	var out []work.ChecklistItem
	levels := []string{"must", "must", "must", "plus", "plus", "exceptional"}
	for _, d := range []struct {
		dim, letter string
		code        map[int]string
	}{
		{"depth", "d", nil},
		{"accuracy", "c", map[int]string{1: "code-quotes", 2: "code-numbers", 3: "code-contradictions"}},
		{"actionability", "a", nil},
		{"completeness", "m", map[int]string{1: "code-acceptance"}},
	} {
		for n, level := range levels {
			id := fmt.Sprintf("fix-%s%d", d.letter, n+1)
			if code := d.code[n+1]; code != "" {
				id = code
			}
			out = append(out, work.ChecklistItem{ID: id, Dim: d.dim, Level: level})
		}
	}
	return out
}

func faulty(how string) check.Audit {
	switch how {
	case "number":
		return check.Audit{Numbers: 20, BadNumbers: []string{"9"}}
	case "quote":
		return check.Audit{Quotes: 40, Fabricated: []string{"nobody said this"}}
	case "contradiction":
		return check.Audit{MustFix: []check.Defect{{Check: "contradiction"}}}
	case "acceptance":
		return check.Audit{Accept: []check.Acceptance{{ID: "a1", ByCode: true}}}
	}
	return check.Audit{}
}

func path9(step, got string) (review.Path, error) {
	j := review.Judged{Tier: org.T2, AuditClean: step != "unclean", Final: step == "final", Downgraded: step == "downgraded"}
	if strings.HasPrefix(step, "T") {
		j.Tier = org.Tier(step)
	}
	if got != "none" {
		points, missed, _ := strings.Cut(got, " ")
		if _, err := fmt.Sscanf(points, "%d/%d", &j.Got.Points.Met, &j.Got.Points.Asked); err != nil {
			return "", fmt.Errorf("read points %q: %w", got, err)
		}
		j.Scored, j.Got.Missed, j.Got.Sourceless = true, missed == "a must", missed == "unsourced"
	}
	p := policy.DefaultThresholds()
	p.On = step != "off"
	return review.PathOf(p, j), nil
}

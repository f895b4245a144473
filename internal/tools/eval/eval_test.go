// Package eval_test measures what can be measured without a real model and
// without a network, on corpora that another hand than the code's wrote, and
// fails under a gate. It prints one table: "make eval".
//
// The metrics are numbered as in the product's study of models. What a fake
// or extractive model cannot prove (that a plan is good, that a passage
// entails a claim) is not here.
package eval_test

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/testing/testlevel"
)

// TestMain lets the test binary be the process that is killed; see crash_test.go.
func TestMain(m *testing.M) {
	if told := os.Getenv(mortalSetup); told != "" {
		os.Exit(mortal(told))
	}
	os.Exit(m.Run())
}

// result is one line of the table.
type result struct {
	id, metric  string
	value, gate string
	pass        bool
	missed      []string // what went wrong, for the eyes of whoever mends it
}

// metric measures one thing. An error means that it could not be measured,
// which is a failure too.
type metric struct {
	id, name string
	measure  func(context.Context, *testing.T) ([]result, error)
}

// metrics lists all metrics in the order of the table.
func metrics() []metric {
	return []metric{
		{"M1", "classification and routing", classification},
		{"M2", "plan lint", planLint},
		{"M3", "automatic split", planSplit},
		{"M4", "research budgets", budgets},
		{"M5", "recall on the small web", recall},
		{"M6", "quote verifier", quotes},
		{"M7", "citation counts", citations},
		{"M8", "must-fix detection", mustFix},
		{"M9", "scores and autonomy", scores},
		{"M10", "prompts and their cost in a whole project", wholeProject}, // and M15
		{"M11", "crash and resume", crashes},
		{"M12", "table of errors", errorTable},
		{"M13", "objects in replies", objects},
		{"M14", "hostile pages", hostile},
		{"M16", "extractive provider", extracts},
		{"M17", "prices", priceTable},
	}
}

func TestGates(t *testing.T) {
	testlevel.Need(t)
	var table []result
	for _, m := range metrics() {
		t.Run(m.id, func(t *testing.T) {
			start := time.Now()
			got, err := m.measure(t.Context(), t)
			if err != nil {
				got = append(got, result{metric: m.name, value: "not measured", gate: "measured", missed: []string{err.Error()}})
			}
			for _, r := range got {
				if r.id == "" {
					r.id = m.id
				}
				table = append(table, r)
			}
			t.Logf("%s took %.1f s", m.id, time.Since(start).Seconds())
		})
	}
	slices.SortStableFunc(table, func(a, b result) int { return number(a.id) - number(b.id) })
	if _, err := fmt.Fprint(t.Output(), render(table)); err != nil {
		t.Fatal(err)
	}
	for _, r := range table {
		if !r.pass {
			t.Errorf("%s %s: %s, want %s\n\t%s", r.id, r.metric, r.value, r.gate, strings.Join(first(r.missed, 20), "\n\t"))
		}
	}
}

// number is the figure of a metric's id, for the order of the table.
func number(id string) int {
	n, err := strconv.Atoi(strings.TrimPrefix(id, "M"))
	if err != nil {
		return 0
	}
	return n
}

func render(table []result) string {
	rows := [][]string{{"id", "metric", "value", "gate", "pass"}}
	for _, r := range table {
		pass := "yes"
		if !r.pass {
			pass = "NO"
		}
		rows = append(rows, []string{r.id, r.metric, r.value, r.gate, pass})
	}
	width := make([]int, len(rows[0]))
	for _, r := range rows {
		for i, c := range r {
			width[i] = max(width[i], len([]rune(c)))
		}
	}
	var b strings.Builder
	for n, r := range rows {
		for i, c := range r {
			b.WriteString("| " + c + strings.Repeat(" ", width[i]-len([]rune(c))+1))
		}
		b.WriteString("|\n")
		if n == 0 {
			for _, w := range width {
				b.WriteString("|" + strings.Repeat("-", w+2))
			}
			b.WriteString("|\n")
		}
	}
	return b.String()
}

// exact is a metric whose gate is that all cases are right.
func exact(name string, right, of int, missed []string) result {
	return result{metric: name, value: fmt.Sprintf("%d/%d", right, of), gate: fmt.Sprintf("%d/%d", of, of), pass: right == of && of > 0, missed: missed}
}

// least is a metric whose gate is a lower bound.
func least(name string, value, gate float64, missed []string) result {
	return result{metric: name, value: fmt.Sprintf("%.2f", value), gate: fmt.Sprintf(">= %.2f", gate), pass: value >= gate, missed: missed}
}

// most is a metric whose gate is an upper bound on a count.
func most(name string, value, gate int, missed []string) result {
	return result{metric: name, value: fmt.Sprint(value), gate: fmt.Sprintf("<= %d", gate), pass: value <= gate, missed: missed}
}

func share(n, of int) float64 {
	if of == 0 {
		return 0
	}
	return float64(n) / float64(of)
}

func first(list []string, n int) []string { return list[:min(n, len(list))] }

package eval_test

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/bot/classify"
	"github.com/frasier-cos/frasier/bot/converse"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/classifytest"
)

// classification is M1: the override table, and the rules without a model on
// two corpora of labelled messages by two hands.
func classification(ctx context.Context, t *testing.T) ([]result, error) {
	t.Helper()
	right, of, missed, err := routes()
	if err != nil {
		return nil, err
	}
	out := []result{exact("routes, all bands of confidence", right, of, missed)}
	set, err := texts()
	if err != nil {
		return out, err
	}
	c := &classify.Classifier{Client: quotingClient(), Prompts: set, Secret: "eval", Now: clock, Log: slog.New(slog.DiscardHandler)}
	for _, corpus := range []struct{ name, file string }{
		{"full_project, 40 messages", "testdata/messages.jsonl"},
		{"full_project, 120 messages", "../../../bot/classify/testdata/eval/messages.jsonl"},
	} {
		raw, err := os.ReadFile(corpus.file)
		if err != nil {
			return out, err
		}
		cases, err := classifytest.Read(bytes.NewReader(raw))
		if err != nil {
			return out, fmt.Errorf("read %s: %w", corpus.file, err)
		}
		s, err := classifytest.Measure(ctx, cases, func(ctx context.Context, m org.Message) (org.Classification, error) {
			return c.Classify(ctx, m, classify.Scene{})
		})
		if err != nil {
			return out, err
		}
		t.Logf("%s: %s", corpus.name, s)
		out = append(
			out, least(corpus.name+": precision", s.Precision(), classifytest.MinPrecision, s.Wrong),
			least(corpus.name+": recall", s.Recall(), classifytest.MinRecall, s.Wrong),
		)
	}
	return out, nil
}

// routes asks org.Route for every row of the table, at values within and at
// the borders of each band.
func routes() (right, of int, missed []string, err error) {
	raw, err := os.ReadFile("testdata/routes.txt")
	if err != nil {
		return 0, 0, nil, err
	}
	bands := map[string][]float64{"low": {0, 0.35, 0.69, 0.6999}, "mid": {0.70, 0.8, 0.90}, "high": {0.9001, 0.95, 1}}
	for line := range strings.Lines(string(raw)) {
		f := strings.Fields(line)
		if len(f) == 0 || strings.HasPrefix(f[0], "#") {
			continue
		}
		if len(f) != 4 || bands[f[1]] == nil {
			return right, of, missed, fmt.Errorf("routes.txt: line %q cannot be read", line)
		}
		of++
		good := true
		for _, confidence := range bands[f[1]] {
			got := converse.Route(org.Classification{Class: org.Class(none(f[0])), Confidence: confidence}, false, org.Action(none(f[2])))
			if got != org.Action(f[3]) {
				good = false
				missed = append(missed, fmt.Sprintf("class %s, confidence %v, tag %s: got %s, want %s", f[0], confidence, f[2], got, f[3]))
			}
		}
		if good {
			right++
		}
	}
	if of != 48 {
		return right, of, missed, fmt.Errorf("routes.txt has %d rows, want 48", of)
	}
	return right, of, missed, nil
}

func none(s string) string {
	if s == "none" {
		return ""
	}
	return s
}

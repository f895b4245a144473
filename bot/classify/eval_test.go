package classify_test

import (
	"bytes"
	"context"
	"os"
	"testing"

	"github.com/frasier-cos/frasier/bot/classify"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/classifytest"
)

// Without a model, projects are found by form alone, and rarely in vain.
func TestHeuristicOnLabelledMessages(t *testing.T) {
	raw, err := os.ReadFile("testdata/eval/messages.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	cases, err := classifytest.Read(bytes.NewReader(raw))
	if err != nil || len(cases) != 120 {
		t.Fatalf("Read: %d cases, %v; want 120", len(cases), err)
	}
	c, _ := newClassifier(t, nil)
	score, err := classifytest.Measure(t.Context(), cases, func(ctx context.Context, m org.Message) (org.Classification, error) {
		return c.Classify(ctx, m, classify.Scene{})
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Log(score)
	if score.Precision() < classifytest.MinPrecision || score.Recall() < classifytest.MinRecall {
		t.Errorf("offline on 120 messages: %s; want at least %.2f and %.2f", score, classifytest.MinPrecision, classifytest.MinRecall)
	}
	if t.Failed() || testing.Verbose() {
		for _, w := range score.Wrong {
			t.Log(w)
		}
	}
}

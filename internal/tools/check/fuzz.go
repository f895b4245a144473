package main

import (
	"fmt"
	"strings"
)

// fuzzed is one target of go test -fuzz.
type fuzzed struct{ folder, target string }

// How often the proof runs a target of which a run takes less
// than a millisecond. It is a number of runs and no time: a busy machine then tries as
// much as an idle one, and no run is under way when a time ends, which "go test"
// takes for a failure.
const manyRuns = 100_000

// few is a number of runs and why it is small.
type few struct {
	runs int
	why  string
}

// fewerRuns are the targets of which one run takes above a millisecond.
func fewerRuns() map[fuzzed]few {
	return map[fuzzed]few{
		{"./bot", "FuzzBlobName"}:                 {10_000, "each run stores a file in a database"},
		{"./llm", "FuzzEndpoint"}:                 {10_000, "each run makes a client, which tries up to nine times"},
		{"./worker/deliver", "FuzzMarkdownToPDF"}: {10_000, "each run sets a document with its fonts"},
	}
}

// How often the proof runs the target.
func (f fuzzed) runs() int {
	if less, ok := fewerRuns()[f]; ok {
		return less.runs
	}
	return manyRuns
}

// stage is the command that runs the target.
func (f fuzzed) stage() stage {
	return stage{name: "fuzz " + strings.TrimPrefix(f.folder, "./") + "." + f.target, figure: fmt.Sprint(f.runs(), " runs"), args: []string{
		"go", "test", f.folder, "-run", "^$", "-fuzz", "^" + f.target + "$", "-fuzztime", fmt.Sprint(f.runs(), "x"), "-fuzzminimizetime", "1x", "-timeout", "60m",
	}}
}

package main

import (
	"encoding/json"
	"io"
	"os"
	"strings"
	"testing"
)

// What the stand-ins answered when they were last run is read as it was then.
func TestAnswersAreReadAsTheyWere(t *testing.T) {
	t.Chdir("../../../..")
	raw, err := os.ReadFile(written)
	if err != nil {
		t.Fatal(err)
	}
	by := map[string]int{}
	for line := range strings.Lines(string(raw)) {
		var x answer
		if err := json.Unmarshal([]byte(line), &x); err != nil {
			t.Fatal(err)
		}
		by[x.By]++
		if got := x.read(t.Context()); got != x.Read || got == "" {
			t.Errorf("%s %d %s is read as %q, was %q", x.By, x.Status, x.Kind, got, x.Read)
		}
	}
	if by["aimock"] < 4 || by["mock-llm"] < 2 {
		t.Errorf("%v kinds of answers; want whole ones of both, and aimock's faults", by)
	}
}

// A program that is missing is named with the package that has it.
func TestAMissingProgramIsNamed(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	if err := run(t.Context(), io.Discard); err == nil || err.Error() != "node is missing (Debian: apt-get install nodejs)" {
		t.Errorf("got %v", err)
	}
}

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The list has at least 60 faults over the parts that matter most, each with a
// name of its own and tests to find it. Whether each can still be planted is
// said by "make mutants" itself.
func TestTheListIsWhole(t *testing.T) {
	list, err := load("testdata/faults.json")
	if err != nil {
		t.Fatal(err)
	}
	seen, parts := map[string]bool{}, map[string]int{}
	for _, f := range list {
		if f.Name == "" || f.File == "" || f.Old == "" || f.Old == f.New || !strings.HasPrefix(f.Test, "./") || seen[f.Name] {
			t.Errorf("%q is no fault, or is there twice", f.Name)
		}
		seen[f.Name] = true
		parts[strings.SplitN(f.File, "/", 2)[0]]++
	}
	if len(list) < 60 || parts["store"] < 10 || parts["worker"] < 5 || parts["internal"] < 5 || parts["bot"] < 5 || parts["llm"] < 5 {
		t.Errorf("%d faults, %v", len(list), parts)
	}
}

func TestPlant(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "x.go"), []byte("a < b\na > b\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	got, err := Fault{File: "x.go", Old: "a < b", New: "a <= b"}.plant(dir)
	if err != nil || got != "a <= b\na > b\n" {
		t.Errorf("got %q, %v", got, err)
	}
	for _, old := range []string{"gone", "a"} {
		if _, err := (Fault{File: "x.go", Old: old, New: "b"}).plant(dir); err == nil || !strings.Contains(err.Error(), "write it anew") {
			t.Errorf("%q: got %v, want that it cannot be planted", old, err)
		}
	}
}

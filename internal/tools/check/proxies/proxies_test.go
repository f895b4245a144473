package main

import (
	"io"
	"os"
	"strings"
	"testing"
)

// What the page tells a founder to write is what "make proof" ran, byte for byte.
func TestThePageHasWhatWasProven(t *testing.T) {
	t.Chdir("../../../..")
	docs, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	carried, err := os.ReadFile(proven)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range proxies() {
		text, err := p.written(string(docs))
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(carried), "```"+p.language+"\n"+text+"```\n") {
			t.Errorf("%s says of %s what was not proven: run make proof STAGES=proxies", page, p.program)
		}
		if strings.Contains(text, "buffering") || strings.Contains(text, "timeout") {
			t.Errorf("%s is tuned, which no founder does", p.program)
		}
	}
}

// A program that is missing is named with the package that has it.
func TestAMissingProgramIsNamed(t *testing.T) {
	t.Chdir("../../../..")
	t.Setenv("PATH", t.TempDir())
	if err := run(t.Context(), io.Discard); err == nil || err.Error() != "nginx is missing (Debian: apt-get install nginx)" {
		t.Errorf("got %v", err)
	}
}

package testlevel_test

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/testing/testlevel"
)

// Whatever a lower level takes a part of, the proof takes whole.
func TestProofTakesAll(t *testing.T) {
	const all = 600
	taken, counts := map[string]int{}, map[string]int{}
	for _, name := range []string{"", "check", "proof"} {
		t.Run(name, func(t *testing.T) {
			t.Setenv("TEST_LEVEL", name)
			for i := range all {
				if testlevel.Sample(fmt.Sprint("case ", i), 12) {
					taken[name]++
				}
			}
			counts[name] = testlevel.Count(3, 5, 9)
		})
	}
	whole := 9
	if testlevel.Raced {
		whole = 5
	}
	if taken["proof"] != all || counts["proof"] != whole {
		t.Errorf("the proof takes %d of %d, and %d of %d", taken["proof"], all, counts["proof"], whole)
	}
	if taken[""] < all/24 || taken[""] > all/6 || counts[""] != 3 {
		t.Errorf("a test takes %d of %d, want one in 12, and %d, want 3", taken[""], all, counts[""])
	}
	if more := taken["check"] > taken[""] && counts["check"] == 5; more == testlevel.Raced {
		t.Errorf("the check takes %d and %d, the test %d and %d", taken["check"], counts["check"], taken[""], counts[""])
	}
}

// Tests know how much to take from this package and from nothing else: then
// what it promises of the proof holds for all of them.
func TestThereIsNoOtherSwitch(t *testing.T) {
	other := regexp.MustCompile(`testing\.Short\(|env\("(CHECK_[A-RT-Z]|TEST_LEVEL)|rapid\.checks`)
	read := 0
	err := filepath.WalkDir("../../..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.Contains(path, "internal/testing/testlevel/") {
			return err
		}
		raw, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		read++
		for i, line := range bytes.Split(raw, []byte("\n")) {
			if other.Match(line) {
				t.Errorf("%s:%d: %s; use package testlevel", path, i+1, bytes.TrimSpace(line))
			}
		}
		return nil
	})
	if err != nil || read < 300 {
		t.Fatalf("%d files read, %v", read, err)
	}
}

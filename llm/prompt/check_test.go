package prompt_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/llm"
	"github.com/frasier-cos/frasier/llm/prompt"
)

func TestCheckFindsNothingInOurOwn(t *testing.T) {
	for _, c := range load(t, "").Check() {
		if len(c.Faults) > 0 || c.Tokens == 0 || c.Replaced {
			t.Errorf("%+v", c)
		}
	}
}

func TestCheckNamesWhatIsWrong(t *testing.T) {
	dir := t.TempDir()
	for name, body := range map[string]string{
		"stage/debug.md":         "## Stage: debug\nFind it.\n\nGood: {}",
		"stage/gap.md":           "Do something.",
		"constitution/writer.md": "You advise others.",
		"craft/legal.md":         "How you work: well.",
		"stage/synthesize.md":    "## Stage: synthesize\nWrite it.",
	} {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(body), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want := map[string]string{"stage/debug.md": "few things", "stage/gap.md": "name its stage; it shows no example", "constitution/writer.md": "Write the thing itself"}
	for _, c := range load(t, dir).Check() {
		got := strings.Join(c.Faults, "; ")
		if w := want[c.Name]; (w == "") != (got == "") || !strings.Contains(got, w) {
			t.Errorf("%s: faults %q, want %q", c.Name, got, w)
		}
	}
}

// The gate of the upper tiers, and what its table gives for T1 at
// 45 s between calls.
func TestShareOfWhatCanBeCached(t *testing.T) {
	s := load(t, "")
	for tier, least := range map[org.Tier]float64{org.T1: 0.50, org.T2: 0.42} {
		got, err := s.StepShare(tier)
		if err != nil || got < least {
			t.Errorf("%s: %.2f, %v; want %.2f at least", tier, got, err, least)
		}
		t.Logf("%s: %.2f of the prompts' characters can come from a cache", tier, got)
	}
	text := func(head string) []llm.Block {
		return []llm.Block{{Name: "B0", Text: head + strings.Repeat("The same words for everybody. ", 400)}}
	}
	if got := prompt.Share([][]llm.Block{text(""), text(""), text("")}); got < 0.6 || got > 0.67 {
		t.Errorf("three calls alike: %.2f, want two thirds without the last part of a block", got)
	}
	if got := prompt.Share([][]llm.Block{text("1"), text("2"), text("3")}); got != 0 {
		t.Errorf("a number at the head: %.2f, want nothing", got)
	}
}

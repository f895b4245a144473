package workspace_test

import (
	"fmt"
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/testlevel"
)

// words are what titles are made of: what a branch may not be called among them.
var words = []string{
	"Charge", "fee", "", " ", "/", "//", ".", "..", ".lock", "@{", "@", "\\", "^", "~", ":", "?", "*", "[", "-", "--", "HEAD", "refs/heads/x", "\x00", "\x01", "\x7f", "\n", "\t", "\r\n", "Grüße", "世界", "\u202e", "\ufeff",
	"\xff", "İ", "ſ", "K", "e\u0301", "😀", "$(id)", "`id`", "-rf", "%2e", "a.lock", "lock.", strings.Repeat("x", 60), strings.Repeat("é", 200), strings.Repeat("/.", 50),
}

// The branch of a project of any title is one that git takes, and belongs to that project alone.
func TestGitTakesTheBranchOfAnyTitle(t *testing.T) {
	t.Parallel()
	seed := rand.Uint64()
	r := rand.New(rand.NewPCG(seed, 0))
	t.Logf("seed %d", seed)
	var in strings.Builder
	in.WriteString("start\n")
	titles := map[string]string{}
	for n := range 10_000 {
		var title strings.Builder
		for range r.IntN(6) {
			if title.WriteString(pick(r, words)); r.IntN(3) == 0 {
				title.WriteRune(rune(r.IntN(0x2000)))
			}
		}
		p := org.ProjectID(fmt.Sprint("p", n))
		name := coding.BranchName(p, title.String())
		if rest, ok := strings.CutPrefix(name, "frasier/"+string(p)); !ok || rest != "" && rest[0] != '-' || len(name) > 60 || strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789-/") != "" {
			t.Fatalf("%q has the branch %q", title.String(), name)
		}
		titles[name] = title.String()
		fmt.Fprintf(&in, "verify refs/heads/%s\n", name) // git looks at each name as it reads it
	}
	if len(titles) != 10_000 {
		t.Errorf("10000 projects have %d branches", len(titles))
	}
	in.WriteString("abort\n")
	dir := t.TempDir()
	shell(t, dir, "git init -q .")
	cmd := exec.CommandContext(t.Context(), "git", "-C", dir, "update-ref", "--stdin")
	cmd.Stdin = strings.NewReader(in.String())
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("git refuses one of the names: %v: %s", err, out)
	}
	asked := 0
	for name, title := range titles {
		if asked++; asked > testlevel.Count(100, 300, 300) {
			break
		}
		if out, err := exec.CommandContext(t.Context(), "git", "-C", dir, "check-ref-format", "--branch", name).CombinedOutput(); err != nil || string(out) != name+"\n" {
			t.Errorf("%q has the branch %q, of which git says %s (%v)", title, name, out, err)
		}
	}
}

package coding_test

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/coding"
)

// What is taken for the name of a branch is what git itself takes.
func TestBranchNamesAreGits(t *testing.T) {
	t.Parallel()
	for _, name := range []string{
		"main", "release/1.0", "feature-ä", "a@b", "x.y", "@", "", "-x", "--upload-pack=sh", "a..b", "a:b", "main:refs/heads/x", "a b", "a\tb", "a\x7fb", "a~1", "a^", "a?", "a*", "a[b",
		`a\b`, "a@{1}", "/a", "a/", "a//b", ".a", "a/.b", "a.", "a.lock", "a.lock/b", "a/-b",
	} {
		err := exec.CommandContext(t.Context(), "git", "check-ref-format", "refs/heads/"+name).Run()
		want := err == nil && name != "@" && !strings.HasPrefix(name, "-") // git knows both by other meanings
		if got := coding.IsBranchName(name); got != want {
			t.Errorf("%q: %v, and git says %v", name, got, want)
		}
	}
}

func TestCommitNames(t *testing.T) {
	t.Parallel()
	whole := strings.Repeat("0123456789abcdef", 4)
	for id, want := range map[string]bool{
		whole: true, whole[:40]: true, whole[:39]: false, "": false, "HEAD": false, strings.ToUpper(whole[:40]): false, "--output=/tmp/x" + whole[:25]: false, whole[:38] + "~1": false,
	} {
		if got := coding.IsCommitName(id); got != want {
			t.Errorf("%q: %v", id, got)
		}
	}
}

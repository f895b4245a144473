package coding_test

import (
	"testing"

	"github.com/frasier-cos/frasier/internal/coding"
)

// What decides what is run or fetched is held, and no other file.
func TestWhatIsHeldOfAPullRequest(t *testing.T) {
	commands := []string{"sh ci/check.sh && make test", "python3 -m pytest"}
	for name, held := range map[string]bool{
		"go.mod": true, "package-lock.json": true, "web/package.json": true, ".github/workflows/ci.yml": true, ".gitea/workflows/x.yaml": true, "Makefile": true, ".npmrc": true,
		"ci/check.sh": true, ".gitmodules": true, "setup.py": true,
		"fee.go": false, "fee_test.go": false, "check.sh": false, "docs/makefile.md": false, "github/x.go": false, "README.md": false,
	} {
		if got := coding.IsHeld(name, commands); got != held {
			t.Errorf("%s: held %v", name, got)
		}
	}
}

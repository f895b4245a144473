package roadmap_test

import (
	"testing"

	"github.com/frasier-cos/frasier/internal/roadmap"
)

// tick marks a roadmap all of whose items in done could be done as they stand.
func tick(src string, done map[string]string) string { return roadmap.Mark(src, done, nil) }

func TestTick(t *testing.T) {
	for _, tt := range []struct {
		name, src, want string
		done            map[string]string
	}{
		{"open box", "# T\n- [ ] One  \n- [ ] Two\n", "# T\n- [x] One ([result](d.md#i1))  \n- [ ] Two\n", map[string]string{"i1": "d.md#i1"}},
		{"no box", "* One\r\n* Two\r\n", "* One\r\n* [x] Two ([result](a%20b))\r\n", map[string]string{"i2": "a b"}},
		{"no link", "- One", "- [x] One", map[string]string{"i1": ""}},
		{"numbered, wrapped, with conventions", "1. One\n   goes on\n   after: Two\n- Two", "1. [x] One\n   goes on ([result](r))\n   after: Two\n- Two", map[string]string{"i1": "r"}},
		{"table", "|task|needs|\n|-|-|\n|One| |\n| Two |One|\n", "|task|needs|\n|-|-|\n|One ([result](r%7C1))| |\n| Two ([result](s)) |One|\n", map[string]string{"i1": "r|1", "i2": "s"}},
		{"table with boxes", "| step |\n|---|\n| [ ] One |\n", "| step |\n|---|\n| [x] One ([result](r)) |\n", map[string]string{"i1": "r"}},
		{"linked already", "- [x] One ([result](r))\n", "- [x] One ([result](r))\n", map[string]string{"i1": "other"}},
		{"marks stay", "- One @dev !t2 (after Two)\n- Two\n", "- [x] One @dev !t2 (after Two) ([result](r))\n- Two\n", map[string]string{"i1": "r"}},
		{"front matter and unknown key", "---\na: b\n---\n- One\n", "---\na: b\n---\n- One\n", map[string]string{"i9": "r"}},
		{"nested", "- A:\n  - [ ] b\n    - accept: c\n", "- A:\n  - [x] b ([result](r))\n    - accept: c\n", map[string]string{"i1": "r"}},
	} {
		got := tick(tt.src, tt.done)
		if got != tt.want {
			t.Errorf("%s: Tick(%q)\n got %q\nwant %q", tt.name, tt.src, got, tt.want)
		}
		if again := tick(got, tt.done); again != got {
			t.Errorf("%s: ticked twice: got %q, want %q", tt.name, again, got)
		}
	}
}

// What could not be done as it stands keeps its open box and says what came in its place.
func TestMarkSaysWhatCameInstead(t *testing.T) {
	src := "# T\n- [ ] Interview 20 customers\n- [ ] Write the page\n- Buy the domain\n"
	done := map[string]string{"i1": "deliverable.md#i1", "i2": "deliverable.md#i2", "i3": "deliverable.md#i3"}
	got := roadmap.Mark(src, done, map[string]string{"i1": "the script for the interviews", "i3": "a list [of names]"})
	const want = "# T\n- [ ] Interview 20 customers (in place of it: [the script for the interviews](deliverable.md#i1))\n" +
		"- [x] Write the page ([result](deliverable.md#i2))\n- Buy the domain (in place of it: [a list (of names)](deliverable.md#i3))\n"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if again := roadmap.Mark(got, done, map[string]string{"i1": "x", "i3": "y"}); again != want {
		t.Errorf("marked twice:\n%s", again)
	}
}

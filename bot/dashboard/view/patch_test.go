package view_test

import (
	"reflect"
	"testing"

	"github.com/frasier-cos/frasier/bot/dashboard/view"
)

// A patch is shown file by file; what stands before the first place in a file is no
// line of it, and lines that look like heads within it are.
func TestPatch(t *testing.T) {
	got := view.Patch("diff --git a/fee.conf b/fee.conf\nindex 1..2 100644\n--- a/fee.conf\n+++ b/fee.conf\n@@ -1,2 +1,2 @@\n-two\n+three\n --- same\n---- gone\n" +
		"diff --git a/new one.sh b/new one.sh\nnew file mode 100644\nindex 0..9\n--- /dev/null\n+++ b/new one.sh\n@@ -0,0 +1 @@\n+++ plus\n")
	want := []view.FilePatch{
		{Name: "fee.conf", Added: 1, Deleted: 2, Lines: []view.PatchLine{{"at", "@@ -1,2 +1,2 @@"}, {"del", "-two"}, {"ins", "+three"}, {"", " --- same"}, {"del", "---- gone"}}},
		{Name: "new one.sh", Added: 1, Lines: []view.PatchLine{{"at", "new file mode 100644"}, {"at", "@@ -0,0 +1 @@"}, {"ins", "+++ plus"}}},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
	if got := view.Patch("no patch\n@@ half"); len(got) != 1 || got[0].Name != "" || len(got[0].Lines) != 1 {
		t.Errorf("of half a patch: %+v", got)
	}
	if got := view.Patch(""); got != nil {
		t.Errorf("of nothing: %+v", got)
	}
}

// Each file stands under its own name, whatever git quotes, and one that is no text says so.
func TestPatchNames(t *testing.T) {
	got := view.Patch("diff --git \"a/gr\\303\\266\\303\\237e.txt\" \"b/gr\\303\\266\\303\\237e.txt\"\n--- \"a/gr\\303\\266\\303\\237e.txt\"\n+++ \"b/gr\\303\\266\\303\\237e.txt\"\n@@ -1 +1 @@\n-a\n+b\n" +
		"diff --git a/x b/y b b/x b/y b\n--- a/x b/y b\t\n+++ b/x b/y b\t\n@@ -1 +1 @@\n-a\n+b\n" +
		"diff --git a/logo new.png b/logo new.png\nindex 1..2 100644\nGIT binary patch\nliteral 3\nKcmZ?zz`\n\n" +
		"diff --git a/caf\xe9.txt b/caf\xe9.txt\n--- a/caf\xe9.txt\n+++ b/caf\xe9.txt\n@@ -1 +1 @@\n-a\n+b\n")
	want := []string{"größe.txt", "x b/y b", "logo new.png", `caf\351.txt`}
	if len(got) != len(want) {
		t.Fatalf("%d files: %+v", len(got), got)
	}
	for i, f := range got {
		if f.Name != want[i] {
			t.Errorf("%q is shown as %q", want[i], f.Name)
		}
	}
	if !reflect.DeepEqual(got[2].Lines, []view.PatchLine{{"at", "it is no text, so its lines are not shown"}}) {
		t.Errorf("a picture: %+v", got[2])
	}
}

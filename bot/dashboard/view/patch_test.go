package view_test

import (
	"reflect"
	"testing"

	"github.com/frasier-cos/frasier/bot/dashboard/view"
	"github.com/frasier-cos/frasier/internal/coding"
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

// What a reviewer says of a line stands below it, as the file is with the change; what is of no line that is shown stands at the
// top of its file, and what is of no file of the patch comes back.
func TestAnnotate(t *testing.T) {
	files := view.Patch("diff --git a/fee.sh b/fee.sh\n--- a/fee.sh\n+++ b/fee.sh\n@@ -4,3 +4,3 @@\n same\n-two\n+three\n last\n")
	var found []coding.ReviewFinding
	for _, said := range []string{"fee.sh:5 (wrong): An empty value.", "fee.sh:6: The last.", "fee.sh:90 (caller): Far off.", "fee.sh (missing): No test.", "tax.sh:1 (caller): It calls it.", "no place: at all", "a (b): c"} {
		if f, is := coding.ReadFinding(said); is {
			if f.String() != said {
				t.Errorf("%q is read as %+v", said, f)
			}
			found = append(found, f)
		}
	}
	got, rest := view.Annotate(files, found)
	want := []view.PatchLine{
		{"note", "line 90: Far off."}, {"note", "No test."}, {"at", "@@ -4,3 +4,3 @@"}, {"", " same"}, {"del", "-two"}, {"ins", "+three"}, {"note", "An empty value."}, {"", " last"}, {"note", "The last."},
	}
	if len(got) != 1 || !reflect.DeepEqual(got[0].Lines, want) || len(rest) != 1 || rest[0].File != "tax.sh" {
		t.Errorf("got %+v\nwant %+v\nand %+v", got, want, rest)
	}
}

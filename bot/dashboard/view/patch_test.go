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

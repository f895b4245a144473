package coding_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/coding"
)

// Each file of a patch has its own name, however that is written, and lines of files are no heads.
func TestPatchParts(t *testing.T) {
	t.Parallel()
	const patch = "diff --git \"a/gr\\303\\266\\303\\237e.txt\" \"b/gr\\303\\266\\303\\237e.txt\"\nindex 1..2 100644\n--- \"a/gr\\303\\266\\303\\237e.txt\"\n+++ \"b/gr\\303\\266\\303\\237e.txt\"\n@@ -1 +1 @@\n--- a\n+++ b\n" +
		"diff --git a/x b/y b b/x b/y b\nindex 1..2 100644\n--- a/x b/y b\t\n+++ b/x b/y b\t\n@@ -1 +1,2 @@\n one\n+diff --git a/no b/no\n" +
		"diff --git a/logo new.png b/logo new.png\nindex 1..2 100644\nGIT binary patch\nliteral 3\nKcmZ?zz`\n\n" +
		"diff --git \"a/say \\\"no\\\".sh\" \"b/say \\\"no\\\".sh\"\nold mode 100644\nnew mode 100755\n" +
		"diff --git a/notes.txt b/заметки.txt\nsimilarity index 90%\nrename from notes.txt\nrename to заметки.txt\n--- a/notes.txt\n+++ b/заметки.txt\n@@ -1 +1 @@\n-a\n+b\xff\n" +
		"diff --git a/gone.txt b/gone.txt\ndeleted file mode 100644\n--- a/gone.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n"
	parts := coding.PatchParts(patch)
	var names []string
	for _, p := range parts {
		names = append(names, p.Path)
	}
	if want := []string{"größe.txt", "x b/y b", "logo new.png", `say "no".sh`, "заметки.txt", "gone.txt"}; !slices.Equal(names, want) {
		t.Fatalf("names %q, want %q", names, want)
	}
	if got := parts[0].Body; !slices.Equal(got, []string{"@@ -1 +1 @@", "--- a", "+++ b"}) {
		t.Errorf("lines %q", got)
	}
	if !parts[2].Binary() || parts[1].Binary() {
		t.Error("it is not said which file is no text")
	}
	text := coding.ReadablePatch([]byte(patch))
	for _, want := range []string{"diff --git a/größe.txt b/größe.txt\n", "--- a/größe.txt\n+++ b/größe.txt\n@@", "diff --git a/say \"no\".sh b/say \"no\".sh\n", "GIT binary patch\n", "rename from notes.txt\n", "+b\uFFFD\n", "--- a/gone.txt\n+++ /dev/null\n@@"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
	for _, no := range []string{`\303`, "Kcm"} {
		if strings.Contains(text, no) {
			t.Errorf("%s is in\n%s", no, text)
		}
	}
	if got := coding.PatchParts(""); got != nil {
		t.Errorf("of nothing: %v", got)
	}
}

// A file of an old Mac is one line to git, and several to whoever reads.
func TestOldLineEndsAreSeen(t *testing.T) {
	t.Parallel()
	text := coding.ReadablePatch([]byte("diff --git a/k.csv b/k.csv\n--- a/k.csv\n+++ b/k.csv\n@@ -1 +1 @@\n-a;b\rc;d\n\\ No newline at end of file\n+a;b\rc;e\n\\ No newline at end of file\n"))
	for _, want := range []string{"-a;b\n-c;d\n\\ lines of this file end with CR alone", "+a;b\n+c;e\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
}

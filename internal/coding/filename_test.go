package coding_test

import (
	"testing"

	"github.com/frasier-cos/frasier/internal/coding"
)

func TestNamesAreShown(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"fee.go": "fee.go", "Größe (neu).txt": "Größe (neu).txt", "смета/план.txt": "смета/план.txt", "👩‍💻.md": "👩‍💻.md", `say "no".md`: `say "no".md`, `a\b.txt`: `a\b.txt`,
		"a\tb": `a\tb`, "a\nb": `a\nb`, "r\xe9sum\xe9.txt": `r\351sum\351.txt`, "a\u202egpj.exe": `a\u202egpj.exe`, "x\ufffd": "x\ufffd",
	} {
		if got := coding.ShownPath(name); got != want {
			t.Errorf("%q is shown as %s, want %s", name, got, want)
		}
		if !coding.SamePath(want, name) {
			t.Errorf("%s is not the file %q that it shows", want, name)
		}
	}
	for quoted, want := range map[string]string{
		`"gr\303\266\303\237e.txt"`: "größe.txt", `"say \"no\".md"`: `say "no".md`, `"a\tb\\c\n"`: "a\tb\\c\n", `"r\351s"`: "r\xe9s", "plain": "plain", `"half`: `"half`, `"a" b`: `"a" b`, `"\9"`: `"\9"`, `"\`: `"\`,
	} {
		if got := coding.UnquotePath(quoted); got != want {
			t.Errorf("%s is %q, want %q", quoted, got, want)
		}
	}
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{"Ångström.md", "A\u030angstro\u0308m.md", true},
		{`"gr\303\266\303\237e.txt"`, "größe.txt", true},
		{"a.md", "b.md", false},
		{"A.md", "a.md", false},
	} {
		if got := coding.SamePath(c.a, c.b); got != c.same {
			t.Errorf("%q and %q are the same: %v", c.a, c.b, got)
		}
	}
}

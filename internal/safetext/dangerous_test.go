package safetext_test

import (
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/safetext"
)

// What hides or moves text in code is named with its line; what code holds for good reasons is not.
func TestFindDangerousNamesWhatHides(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"direction", "a\nif x {\u202e }\n", "line 2 holds U+202E, which turns the direction of text"},
		{"isolate", "x = \"\u2066\"", "line 1 holds U+2066, which turns the direction of text"},
		{"mark of direction", "a\u200fb", "line 1 holds U+200F, which turns the direction of text"},
		{"nothing seen", "pass\u200bword", "line 1 holds U+200B, which nobody sees"},
		{"a name of nothing", "var \u3164 = 1", "line 1 holds U+3164, which nobody sees"},
		{"joiner between ASCII", "ad\u200dmin", "line 1 holds U+200D, which nobody sees"},
		{"escape", "\n\n\x1b[31m", "line 3 holds U+001B, which moves a terminal's cursor"},
		{"bell", "\a", "line 1 holds U+0007, a control character"},
		{"tags", "ok\U000e0041\U000e0042", "line 1 holds U+E0041, a tag, which nobody sees"},
		{"carriage return within", "safe()\revil()\n", "line 1 holds U+000D, which shows what follows over what stands before"},
		{"byte order mark within", "a\ufeffb", "line 1 holds U+FEFF, which nobody sees"},
		{"once a line", "\u202a\u202b\n\u202c", "line 1 holds U+202A, which turns the direction of text; line 2 holds U+202C, which turns the direction of text"},
		{"line ends", "a\r\nb\tc\f\n", ""},
		{"byte order mark first", "\ufeffpackage x\n", ""},
		{"England", "\U0001F3F4\U000E0067\U000E0062\U000E0065\U000E006E\U000E0067\U000E007F", ""},
		{"family and Persian", "👩\u200d💻 می\u200cخواهم", ""},
		{"mentions are code", "@everyone <@1>", ""},
		{"old Macintosh", "a\rb\r", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []string
			for _, f := range safetext.FindDangerous(c.in) {
				got = append(got, f.String())
			}
			if strings.Join(got, "; ") != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
	if n := len(safetext.FindDangerous(strings.Repeat("\u202e\n", 1000))); n != 20 {
		t.Errorf("%d findings of a text full of them, want 20", n)
	}
}

package coder_test

import (
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/worker/coder"
)

// Whatever ends a file's lines, and whatever it begins with, a change touches what it is about and no other byte.
func TestFilesKeepTheirForm(t *testing.T) {
	t.Parallel()
	const bom = "\ufeff"
	for name, c := range map[string]struct {
		was, says, want string
		saw             string // what the model is told; empty for anything
	}{
		"an edit over lines of Windows":      {"a\r\nb\r\nc\r\n", "replace|f.txt|a\nb|a\nB\nB2", "a\r\nB\r\nB2\r\nc\r\n", ""},
		"an edit over both":                  {"a\r\nb\nc\n", "replace|f.txt|a\nb\nc|a\nb\nC", "a\r\nb\nC\n", ""},
		"an edit that adds in between":       {"a\nb\r\nc\r\n", "replace|f.txt|b|b\nx", "a\nb\r\nx\r\nc\r\n", ""},
		"an edit of the first line":          {bom + "a\r\nb", "replace|f.txt|a\n|A\n", bom + "A\r\nb", ""},
		"an edit in one line":                {bom + "a\r\nb", "replace|f.txt|b|B\nc", bom + "a\r\nB\r\nc", ""},
		"an edit of old Macs":                {"a\rb\rc", "replace|f.txt|a\nb|a\nB\nx", "a\rB\rx\rc", ""},
		"an edit that ends the last line":    {"a\nb", "replace|f.txt|b|b\n", "a\nb\n", ""},
		"an edit that says how lines end":    {"a\r\nb\r\n", "replace|f.txt|a\r\n|a\n", "a\nb\r\n", ""},
		"a CR within a line":                 {"a\rb\nc\n", "replace|f.txt|c|C", "a\rb\nC\n", ""},
		"the whole of Windows":               {bom + "a\r\nb\r\nc", "write|f.txt||a\nB\nc\n", bom + "a\r\nB\r\nc", "its line ends, no line end after the last line, its byte order mark"},
		"the whole with its mark":            {bom + "a\n", "write|f.txt||" + bom + "b\n", bom + "b\n", ""},
		"the whole of old Macs":              {"a\rb", "write|f.txt||a\nB\n", "a\rB", ""},
		"the whole of both":                  {"a\r\nb\nc\r\nd\n", "write|f.txt||new\na\nb\nC\nd\n", "new\r\na\r\nb\nC\r\nd\n", ""},
		"a changed line between two kinds":   {"a\nb\nround 2\r\nd\r\n", "replace|f.txt|a\nb\nround 2|A\nb\nround 0", "A\nb\nround 0\r\nd\r\n", ""},
		"changed lines and one that is new":  {"x\nage = 1\nname = 2\r\nz\r\n", "replace|f.txt|age = 1\nname = 2\nz|age = 3\n# new\nname = 4\nz", "x\nage = 3\n# new\nname = 4\r\nz\r\n", ""},
		"a changed line and one that went":   {"x\nage = 1\nname = 2\r\nz\n", "replace|f.txt|age = 1\nname = 2\nz|name = 4\nz", "x\nname = 4\r\nz\n", ""},
		"the whole without its last end":     {"a\nb\n", "write|f.txt||a\nB", "a\nB\n", "written"},
		"the whole that says how lines end":  {"a\nb\n", "write|f.txt||a\r\nb\r\n", "a\r\nb\r\n", "written"},
		"the whole of an empty file":         {"", "write|f.txt||a", "a\n", "written"},
		"an edit among other letters":        {"x = 1 // gr\xfcn\r\n", "replace|f.txt|x = 1|x = 2", "x = 2 // gr\xfcn\r\n", ""},
		"other letters among other letters":  {"x = 1 // gr\xfcn\r\n", "replace|f.txt|x = 1|x = ü", "x = 1 // gr\xfcn\r\n", "is not UTF-8"},
		"the whole of a file in other bytes": {"gr\xfcn\n", "write|f.txt||grün\n", "gr\xfcn\n", "is not UTF-8"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := siteOf(t, map[string]string{"f.txt": c.was, "other": "x"}, said("read|f.txt", c.says), said("write|new.txt||x\n", "done|||Done."))
			change, err := coder.Written(t.Context(), s.task)
			if err != nil {
				t.Fatal(err)
			}
			if got := s.text(t, change, "f.txt"); got != c.want {
				t.Errorf("it holds %q, want %q", got, c.want)
			}
			if !strings.Contains(s.shown[1], c.saw) {
				t.Errorf("%q is not told in %s", c.saw, s.shown[1])
			}
		})
	}
}

// A file of an old Mac is read line by line, and one in other bytes says so.
func TestOddFilesAreRead(t *testing.T) {
	t.Parallel()
	s := siteOf(t, map[string]string{"mac.csv": "a;b\rc;d", "latin.txt": "gr\xfcn\n"}, said("read|mac.csv", "read|latin.txt"))
	_, err := coder.Written(t.Context(), s.task)
	if err == nil {
		t.Error("a change of nothing")
	}
	for _, want := range []string{`1: a;b\n2: c;d\n`, "latin.txt is not UTF-8"} {
		if !strings.Contains(s.shown[1], want) {
			t.Errorf("%s is not in %s", want, s.shown[1])
		}
	}
}

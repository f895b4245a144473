package workspace_test

import (
	"os"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/worker/workspace"
)

// utf16 is a text in UTF-16LE, with its mark.
func utf16(text string) string {
	var b strings.Builder
	b.WriteString("\xff\xfe")
	for _, c := range text { // all below 256 here
		b.WriteByte(byte(c))
		b.WriteByte(0)
	}
	return b.String()
}

// What git itself made another in a founder's folder differs from nothing: a change comes in in the form that files have
// there, and git sees it as one line.
func TestFilesLieAsGitMadeThem(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		attributes, file, kept string
		config                 []string // of the folder, after the commit
		lies                   string   // in the folder, when git has checked it out; else what git writes
		want                   string
	}{
		"eol=crlf":            {"*.txt text eol=crlf\n", "f.txt", "a\nb\n", nil, "a\r\nb\r\n", "a\r\nB\r\n"},
		"autocrlf":            {"", "f.txt", "a\nb\n", []string{"core.autocrlf", "true"}, "a\r\nb\r\n", "a\r\nB\r\n"},
		"core.eol":            {"* text=auto\n", "f.txt", "a\nb\n", []string{"core.eol", "crlf"}, "a\r\nb\r\n", "a\r\nB\r\n"},
		"utf-16":              {"*.rc text working-tree-encoding=UTF-16LE-BOM eol=crlf\n", "f.rc", "a\nb é\n", nil, utf16("a\r\nb é\r\n"), utf16("a\r\nB é\r\n")},
		"ident":               {"*.php ident\n", "f.php", "// $Id$\nb\n", nil, "", ""},
		"ident, crlf":         {"*.php ident text eol=crlf\n", "f.php", "// $Id$\nb\n", nil, "", ""},
		"kept with crlf":      {"", "f.txt", "a\r\nb\r\n", nil, "a\r\nb\r\n", "a\r\nB\r\n"},
		"crlf under text":     {"", "f.txt", "a\r\nb\r\n", []string{"core.autocrlf", "input"}, "a\r\nb\r\n", "a\r\nB\r\n"},
		"no attribute at all": {"", "f.txt", "a\nb\n", nil, "a\nb\n", "a\nB\n"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := &desk{t: t, y: workspace.Dir{Home: t.TempDir()}, r: coding.Repository{Name: "shop", Source: t.TempDir()}}
			d.git("init", "-q", "-b", "main")
			put(t, d.at(c.file), c.kept)
			d.git("add", "-A") // before the attributes are there, so that git keeps it as it is
			if c.attributes != "" {
				put(t, d.at(".gitattributes"), c.attributes)
				d.git("add", ".gitattributes")
			}
			d.git("-c", "user.name=f", "-c", "user.email=f@x", "commit", "-q", "-m", "one")
			if c.config != nil {
				d.git("config", c.config[0], c.config[1])
			}
			d.ok(os.Remove(d.at(c.file)))
			d.git("checkout", "-q", "--", ".")
			lies := readFile(t, d.at(c.file))
			if c.lies != "" && lies != c.lies {
				t.Fatalf("git wrote %q, want %q", lies, c.lies)
			}
			var err error
			d.r, _, err = d.y.Add(t.Context(), d.r)
			d.ok(err)
			if s, err := d.y.State(t.Context(), d.r); err != nil || s.Uncommitted != 0 {
				t.Errorf("%d files are not committed, %v", s.Uncommitted, err)
			}
			d.from, _, err = d.y.Base(t.Context(), coding.CodeOrder{Repository: d.r})
			d.ok(err)
			now, fresh := strings.Replace(c.kept, "b", "B", 1), "new\nlines\n"
			d.to, err = d.y.Write(t.Context(), d.r, d.from, []workspace.Edit{{Path: c.file, Text: &now}, {Path: "new-" + c.file, Text: &fresh}})
			d.ok(err)
			if got, err := d.bring(func(int) {}); err != nil || got != (workspace.Brought{Files: 2}) {
				t.Fatalf("brought in: %+v, %v", got, err)
			}
			got := readFile(t, d.at(c.file))
			if c.want != "" && got != c.want {
				t.Errorf("it lies there as %q, want %q", got, c.want)
			}
			if strings.Contains(lies, "\r\n") != strings.Contains(got, "\r\n") && c.want == "" {
				t.Errorf("%q became %q", lies, got)
			}
			written := "new\nlines\n"
			if strings.Contains(name, "crlf") && !strings.Contains(name, "kept") && !strings.Contains(name, "under") || name == "autocrlf" || name == "core.eol" {
				written = "new\r\nlines\r\n"
			}
			if fresh := readFile(t, d.at("new-"+c.file)); fresh != written && name != "utf-16" {
				t.Errorf("a new file lies there as %q, want %q", fresh, written)
			}
			if stat := d.git("diff", "--numstat"); stat != "1\t1\t"+c.file+"\n" {
				t.Errorf("git sees %q", stat)
			}
			if got, err := d.bring(func(int) {}); err != nil || got != (workspace.Brought{Files: 2}) { // it is there
				t.Errorf("once more: %+v, %v", got, err)
			}
			put(t, d.at(c.file), got+"mine\n")
			if got, err := d.bring(func(int) {}); err != nil || got.Obstacle != coding.ObstacleDiffers {
				t.Errorf("over the founder's own line: %+v, %v", got, err)
			}
		})
	}
}

// Where the founder's settings cannot be read, the files themselves show how lines end there.
func TestLineEndsShowThemselves(t *testing.T) {
	t.Parallel()
	d := seated(t)
	d.ok(os.Remove(d.at("fee.txt")))
	d.git("-c", "core.autocrlf=true", "checkout", "-q", "--", "fee.txt")
	if got := readFile(t, d.at("fee.txt")); got != "two\r\n" {
		t.Fatalf("git wrote %q", got)
	}
	if s, err := d.y.State(t.Context(), d.r); err != nil || s.Uncommitted != 0 {
		t.Errorf("%d files are not committed, %v", s.Uncommitted, err)
	}
	if got, err := d.bring(func(int) {}); err != nil || got.Obstacle != "" {
		t.Errorf("brought in: %+v, %v", got, err)
	}
	if got := readFile(t, d.at("fee.txt")); got != "three\r\n" {
		t.Errorf("it lies there as %q", got)
	}
}

// A file that another program of the founder's made is left, and the sentence says why; it does not count as changed.
func TestAFilterIsNotStarted(t *testing.T) {
	t.Parallel()
	d := &desk{t: t, y: workspace.Dir{Home: t.TempDir()}, r: coding.Repository{Name: "shop", Source: t.TempDir()}}
	d.git("init", "-q", "-b", "main")
	d.git("config", "filter.twist.clean", "tr b-z a-y")
	d.git("config", "filter.twist.smudge", "tr a-y b-z")
	put(t, d.at(".gitattributes"), "*.key filter=twist\n")
	put(t, d.at("a.key"), "ibm\n")
	put(t, d.at("b.txt"), "one\n")
	d.git("add", "-A")
	d.git("-c", "user.name=f", "-c", "user.email=f@x", "commit", "-q", "-m", "one")
	var err error
	d.r, _, err = d.y.Add(t.Context(), d.r)
	d.ok(err)
	put(t, d.at("b.txt"), "two\n")
	if s, err := d.y.State(t.Context(), d.r); err != nil || s.Uncommitted != 1 {
		t.Errorf("%d files are not committed, want b.txt alone, %v", s.Uncommitted, err)
	}
	d.from, _, err = d.y.Base(t.Context(), coding.CodeOrder{Repository: d.r})
	d.ok(err)
	if text, err := d.y.Read(t.Context(), d.r, d.from, "a.key"); err != nil || text != "hal\n" {
		t.Fatalf("git keeps %q, %v", text, err)
	}
	now := "ham\n"
	d.to, err = d.y.Write(t.Context(), d.r, d.from, []workspace.Edit{{Path: "a.key", Text: &now}})
	d.ok(err)
	got, err := d.bring(func(int) {})
	if err != nil || got.Obstacle != coding.ObstacleFiltered || readFile(t, d.at("a.key")) != "ibm\n" {
		t.Errorf("brought in: %+v, %v", got, err)
	}
}

func readFile(t *testing.T, name string) string {
	t.Helper()
	raw, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

package main

import (
	"archive/zip"
	"bytes"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// An end is right only when it is the one of the table.
func TestJudge(t *testing.T) {
	t.Parallel()
	all, red := row{Tests: 10}, row{Says: "it wants node 22, and the newest here is 20.20.2"}
	for _, c := range []struct {
		row   row
		said  string
		right bool
	}{
		{all, "go vet ./... passes (3s).\ngo test ./... passes (1 200 tests, 25s).\n", true},
		{all, "npm test passes (10 tests, 1m2s).\n", true},
		{all, "npm test passes (9 tests, 2s).\n", false},
		{all, "npm test passes (2s).\n", false},
		{all, "", false},
		{all, "go vet ./... fails before any change: x\ngo test ./... passes (12 tests, 25s).\n", false},
		{all, "Not ready: its packages could not be fetched: x.\npytest passes (12 tests, 1s).\n", false},
		{red, "Not ready: it wants node 22, and the newest here is 20.20.2; this installs it: nvm install 22.\n", true},
		{red, "npm test passes (10 tests, 2s).\n", false},
	} {
		if e := judge(c.row, c.said); (e.wrong == "") != c.right {
			t.Errorf("%q: %q, right is %t", c.said, e.wrong, c.right)
		}
	}
}

// The table has the repositories that the proof speaks of, and each says how its end is known.
func TestTable(t *testing.T) {
	t.Parallel()
	rows, err := readTable("testdata/repositories.json")
	if err != nil {
		t.Fatal(err)
	}
	kinds := map[string]int{}
	for _, r := range rows {
		kinds[r.Kind]++
		if r.From != "." && len(r.Commit) != 40 {
			t.Errorf("%s is at no commit", r.Name)
		}
	}
	want := map[string]int{"go": 4, "node": 3, "python": 2, "rust": 1, "c": 1, "java": 1}
	if !maps.Equal(kinds, want) {
		t.Errorf("the table has %v, want %v", kinds, want)
	}
}

// What Debian has unpacked becomes a wheel: the modules of the packages that have no name of their own are in it, and
// what an older form names in a file of its own is in its head.
func TestWheel(t *testing.T) {
	t.Parallel()
	root, served := t.TempDir(), t.TempDir()
	for name, text := range map[string]string{
		"a/" + distPackages + "/one_two.py":                         "x = 1\n",
		"a/" + distPackages + "/one_two-1.2.egg-info/PKG-INFO":      "Metadata-Version: 2.1\nName: one-two\nVersion: 1.2\n\nwords\n",
		"a/" + distPackages + "/one_two-1.2.egg-info/requires.txt":  "six\n\n[:python_version < \"3.8\"]\nold\n\n[more]\nextra>=2\n",
		"a/" + distPackages + "/one_two-1.2.egg-info/top_level.txt": "one_two\n",
		"b/" + distPackages + "/part/__init__.py":                   "",
	} {
		if err := write(filepath.Join(root, name), []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	n, err := writeWheels(t.Context(), served, "", []deb{{"python3-a", filepath.Join(root, "a"), []string{"python3-b"}}, {"python3-b", filepath.Join(root, "b"), nil}})
	if n != 1 || err != nil {
		t.Fatal(n, err)
	}
	raw, err := os.ReadFile(filepath.Join(served, "one-two", "one_two-1.2-py3-none-any.whl"))
	if err != nil {
		t.Fatal(err)
	}
	z, err := zip.NewReader(bytes.NewReader(raw), int64(len(raw)))
	if err != nil {
		t.Fatal(err)
	}
	names := make([]string, 0, len(z.File))
	for _, f := range z.File {
		names = append(names, f.Name)
	}
	own := "one_two-1.2.dist-info/"
	if want := []string{own + "METADATA", own + "WHEEL", own + "top_level.txt", "one_two.py", "part/__init__.py", own + "RECORD"}; !slices.Equal(names, want) {
		t.Errorf("the wheel has %q, want %q", names, want)
	}
	head := string(addRequires([]byte("Name: a\n\nwords\n"), "six\n\n[:python_version < \"3.8\"]\nold\n\n[more]\nextra>=2\n"))
	for _, want := range []string{"Requires-Dist: six\n", `Requires-Dist: old; (python_version < "3.8")`, "Provides-Extra: more\n", `Requires-Dist: extra>=2; extra == "more"`} {
		if !strings.Contains(head, want) {
			t.Errorf("the head %q has no %q", head, want)
		}
	}
}

// Links lead where they would in one system of all packages.
func TestMavenFollowsLinks(t *testing.T) {
	t.Parallel()
	root, served := t.TempDir(), t.TempDir()
	a, b := filepath.Join(root, "a"), filepath.Join(root, "b")
	if err := write(filepath.Join(b, "usr/share/java/x.jar"), []byte("jar")); err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join(a, mavenFolder, "g/x/1")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("../../../../java/x.jar", filepath.Join(folder, "x-1.jar")); err != nil {
		t.Fatal(err)
	}
	n, err := writeMaven(t.Context(), served, "", []deb{{"liba", a, nil}, {"libb", b, nil}})
	raw, err2 := os.ReadFile(filepath.Join(served, "g/x/1/x-1.jar"))
	if n != 1 || err != nil || err2 != nil || string(raw) != "jar" {
		t.Errorf("%d jars, %q (%v, %v)", n, raw, err, err2)
	}
}

// A crate lies in the index where cargo looks for it.
func TestIndexPath(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{"a": "1/a", "ab": "2/ab", "abc": "3/a/abc", "Memchr": "me/mc/memchr"} {
		if got := indexPath(name); got != want {
			t.Errorf("%s is at %s, want %s", name, got, want)
		}
	}
}

// Of what packages depend on, what begins with the prefix and is a package comes too, once.
func TestReach(t *testing.T) {
	t.Parallel()
	needs := map[string][]string{"python3-a": {"python3-b", "libc6", "<python3-v>"}, "python3-b": {"python3-a", "python3-v"}, "libc6": nil}
	if got := reach([]string{"python3-a"}, "python3-", needs); !slices.Equal(got, []string{"python3-a", "python3-b"}) {
		t.Error(got)
	}
}

package workspace_test

import (
	"bytes"
	"fmt"
	"maps"
	"math/rand/v2"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/testing/testlevel"
	"github.com/frasier-cos/frasier/worker/workspace"
)

// forest is a tree by its paths: each has a mode, a space, and what it holds (of a nested repository its commit).
type forest map[string]string

// leaves are what files hold: no end of a line, other ends, bytes that are no text, and lines that look like a patch.
var leaves = []string{
	"", "one\n", "no end of the line", "one\r\ntwo\r\nthree\r\n", "one\r\ntwo\nthree\r", "\n\n\n", " \t \n", "\x00\x01\xff\xfe", "caf\xe9\n", "Grüße, 世界\n", "\ufeffwith a mark\n",
	"--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n", "diff --git a/x b/x\nold mode 100644\nnew mode 100755\n", "\\ No newline at end of file\n", "GIT binary patch\nliteral 0\nHcmV?d00001\n\n",
	"-- \n2.39.5\n", "a\fb\vc\n", "$Id$ $Format:%H$\n", "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n", strings.Repeat("the same line\n", 400), strings.Repeat("\x00long", 3000),
}

// names are what files and folders are called: with blanks, quotes, what a pattern or an option is, and every alphabet.
var names = []string{
	"a", "b", "c.go", "c_test.go", "README.md", "with blank", " before", "behind ", "tab\there", "line\nbreak", "\"quoted\"", "it's", "-n", "--", "*.txt", "[a]", "?", "!x", "#x", ":(top)x", "~", "a..b", ".hidden",
	"Grüße", "世界.txt", "e\u0301", "caf\xe9", "\x7f", "$HOME", "`id`", "{a,b}", "x=>y", "dev", "null", "HEAD", "A", strings.Repeat("n", 180),
}

// attributes ask git to look at files otherwise.
var attributes = []string{"* text=auto eol=crlf\n", "* -diff\n", "* binary\n", "*.go diff=golang filter=planted\n", "* working-tree-encoding=UTF-16\n", "* ident export-subst whitespace=trailing-space\n"}

func pick(r *rand.Rand, all []string) string { return all[r.IntN(len(all))] }

// clear reports whether a path can stand beside the others: nothing is a file and a folder.
func (f forest) clear(path string) bool {
	for at := range f {
		if strings.HasPrefix(at, path+"/") || strings.HasPrefix(path, at+"/") {
			return false
		}
	}
	return true
}

// plant adds a file of any kind.
func (f forest) plant(r *rand.Rand) {
	var path []string
	for range 1 + r.IntN(3) {
		path = append(path, pick(r, names))
	}
	at, mode, text := strings.Join(path, "/"), pick(r, []string{"100644", "100644", "100644", "100755", "120000", "160000"}), pick(r, leaves)
	switch {
	case r.IntN(12) == 0:
		at, mode, text = strings.TrimPrefix(strings.Join(path[1:], "/")+"/.gitattributes", "/"), "100644", pick(r, attributes)
	case mode == "120000":
		text = pick(r, []string{"a", "/etc/passwd", "../x", "with blank"})
	case mode == "160000":
		text = fmt.Sprintf("%040x", r.Uint64())
	}
	if f.clear(at) {
		f[at] = mode + " " + text
	}
}

// grown is a forest after some changes: files come, go, move, are others, or become programs.
func (f forest) grown(r *rand.Rand) forest {
	out := maps.Clone(f)
	for range 1 + r.IntN(8) {
		all := slices.Sorted(maps.Keys(out))
		if len(all) == 0 {
			out.plant(r)
			continue
		}
		at := pick(r, all)
		mode, text, _ := strings.Cut(out[at], " ")
		if strings.HasSuffix(at, ".gitattributes") { // git takes no other kind of that name
			out[at] = "100644 " + pick(r, attributes)
			continue
		}
		switch r.IntN(7) {
		case 0:
			out.plant(r)
		case 1:
			delete(out, at)
		case 2: // a file where a folder was, or the other way round
			delete(out, at)
			if to, _, in := strings.Cut(at, "/"); in && out.clear(to) {
				out[to] = mode + " " + text
			} else if out.clear(at + "/in") {
				out[at+"/in"] = mode + " " + text
			}
		case 3:
			delete(out, at)
			if to := pick(r, names) + "/" + pick(r, names); out.clear(to) {
				out[to] = mode + " " + text
			}
		case 4:
			if mode == "100644" || mode == "100755" {
				out[at] = pick(r, []string{"100644 ", "100755 ", "120000 "}) + text
			}
		default:
			if strings.HasPrefix(mode, "100") {
				out[at] = mode + " " + edited(r, text)
			}
		}
	}
	for at, file := range out {
		if file == "120000 " { // a link that leads nowhere at all is none
			out[at] = "100644 "
		}
	}
	return out
}

// edited is a text that somebody worked on.
func edited(r *rand.Rand, text string) string {
	switch r.IntN(7) {
	case 0:
		return pick(r, leaves)
	case 4:
		return text + fmt.Sprintf("\x00%x", r.Uint64()) // that nobody else has
	case 1:
		return strings.ReplaceAll(text, "\n", "\r\n")
	case 2:
		return strings.TrimRight(text, "\r\n")
	case 3:
		return text + pick(r, leaves)
	}
	lines := strings.SplitAfter(text, "\n")
	for range 1 + r.IntN(3) {
		lines = slices.Insert(lines, r.IntN(len(lines)+1), fmt.Sprintf("line %d\n", r.IntN(5)))
	}
	return strings.Join(lines, "")
}

// wood is a repository of forests, one commit each, and the office's copy of it.
type wood struct {
	y       workspace.Dir
	repo    coding.Repository
	commits []string
}

// wooded makes a repository of forests.
func wooded(t *testing.T, all []forest) wood {
	t.Helper()
	dir := t.TempDir()
	var in bytes.Buffer
	for n, f := range all {
		fmt.Fprintf(&in, "commit refs/heads/main\nmark :%d\ncommitter a <a@b.example> %d +0000\ndata 1\nx\ndeleteall\n", n+1, 1_800_000_000+n)
		for _, at := range slices.Sorted(maps.Keys(f)) {
			mode, text, _ := strings.Cut(f[at], " ")
			quoted := strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(at)
			if mode == "160000" {
				fmt.Fprintf(&in, "M %s %s \"%s\"\n", mode, text, quoted)
				continue
			}
			fmt.Fprintf(&in, "M %s inline \"%s\"\ndata %d\n%s\n", mode, quoted, len(text), text)
		}
		in.WriteString("\n")
	}
	shell(t, dir, "git init -q -b main .")
	cmd := exec.CommandContext(t.Context(), "git", "-C", dir, "fast-import", "--quiet")
	cmd.Stdin = &in
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	out, err := exec.CommandContext(t.Context(), "git", "-C", dir, "rev-list", "--reverse", "main").Output()
	if err != nil {
		t.Fatal(err)
	}
	w := wood{y: workspace.Dir{Home: t.TempDir()}, commits: strings.Fields(string(out))}
	if w.repo, _, err = w.y.Add(t.Context(), coding.Repository{Name: "shop", Source: dir}); err != nil {
		t.Fatal(err)
	}
	return w
}

// What is kept of a change makes exactly its tree of what it was made on, in a copy that never saw it, whatever files are called and hold, and names every file that
// differs.
func TestPatchesOfAnyTreesAreApplied(t *testing.T) {
	t.Parallel()
	seed := rand.Uint64()
	r := rand.New(rand.NewPCG(seed, 0))
	t.Logf("seed %d", seed)
	all := []forest{ // what is too rare to be drawn each time: names that stand in a patch's head alone
		{"in /a": "100644 ", "in /b": "100644 b\n", "c": "100644 diff --git a/in /a b/in /a\n"},
		{"in /b": "100755 b\n", "in /in /c": "100644 ", "c": "100644 \ndiff --git a/in /a b/in /a\n"},
	}
	for range testlevel.Count(25, 100, 1000) {
		before := forest{}
		for range r.IntN(12) {
			before.plant(r)
		}
		all = append(all, before, before.grown(r))
	}
	var befores []forest
	for n := 0; n < len(all); n += 2 {
		befores = append(befores, all[n])
	}
	here, there := wooded(t, all), wooded(t, befores)
	y, repo := here.y, here.repo
	for n := 0; n+1 < len(all); n += 2 {
		from, err := y.Tree(t.Context(), repo, here.commits[n])
		if err != nil {
			t.Fatal(err)
		}
		to, err := y.Tree(t.Context(), repo, here.commits[n+1])
		if err != nil {
			t.Fatal(err)
		}
		c, err := y.Between(t.Context(), repo, here.commits[n], to)
		if err != nil {
			t.Fatalf("pair %d: %v", n/2, err)
		}
		if from == to {
			if len(c.Patch)+len(c.Files) > 0 {
				t.Errorf("pair %d: nothing differs, and the patch is %q", n/2, c.Patch)
			}
			continue
		}
		if got, err := there.y.Apply(t.Context(), there.repo, from, c.Patch); err != nil || got != to {
			t.Errorf("pair %d: the patch gives the tree %s (%v), want %s\n%q\n%q\n%s", n/2, got, err, to, all[n], all[n+1], c.Patch)
		}
		if got, want := listed(c), differing(all[n], all[n+1]); !slices.Equal(got, want) {
			t.Errorf("pair %d: the files are %q, want %q", n/2, got, want)
		}
	}
}

func listed(c coding.Change) []string {
	var out []string
	for _, f := range c.Files {
		out = append(out, f.Path)
	}
	slices.Sort(out)
	return out
}

func differing(a, b forest) []string {
	var out []string
	for at := range maps.Keys(a) {
		if b[at] != a[at] {
			out = append(out, at)
		}
	}
	for at := range maps.Keys(b) {
		if _, was := a[at]; !was {
			out = append(out, at)
		}
	}
	slices.Sort(out)
	return out
}

package workspace_test

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/worker/workspace"
)

const handle = "deft-osprey"

// openedStep is a step's work, of which there are two trees, with the folder in which it is opened for people.
type openedStep struct {
	t           *testing.T
	y           workspace.Dir
	r           coding.Repository
	first, next string // trees
	id          org.StepID
	dir         string
}

// newOpenedStep makes one. The repository's attributes have git write lines otherwise than they are kept.
func newOpenedStep(t *testing.T) *openedStep {
	t.Helper()
	o := &openedStep{t: t, y: workspace.Dir{Home: t.TempDir()}}
	source := t.TempDir()
	for name, text := range map[string]string{"a.txt": "one\n", ".gitignore": "*.log\n", "in/b.txt": "b\n", "ends.txt": "a\r\nb\r\n", "ends.bat": "a\nb\n"} {
		put(t, filepath.Join(source, name), text)
	}
	shell(t, source, "git init -q -b main .; git -c core.safecrlf=false add -A; git commit -qm one; printf '* text=auto\\nends.txt text\\n*.bat eol=crlf\\n' > .gitattributes; git add .gitattributes; git commit -qm two")
	var err error
	o.r, _, err = o.y.Add(t.Context(), coding.Repository{Name: "shop", Source: source})
	o.ok(err)
	base, _, err := o.y.Base(t.Context(), coding.CodeOrder{Repository: o.r})
	o.ok(err)
	o.first, err = o.y.Tree(t.Context(), o.r, base)
	o.ok(err)
	o.next, err = o.y.Apply(t.Context(), o.r, base, []byte(patch))
	o.ok(err)
	return o.of("s1")
}

// of is the same for another step.
func (o *openedStep) of(id org.StepID) *openedStep {
	other := *o
	other.id, other.dir = id, o.y.Folder(o.r, id, handle)
	return &other
}

func (o *openedStep) ok(err error) {
	o.t.Helper()
	if err != nil {
		o.t.Fatal(err)
	}
}

// open opens a tree; it returns the reason why not.
func (o *openedStep) open(tree string) string {
	o.t.Helper()
	_, err := o.y.Open(o.t.Context(), o.r, o.id, handle, tree)
	return o.reason(err)
}

func (o *openedStep) close() string {
	o.t.Helper()
	return o.reason(o.y.Close(o.t.Context(), o.r, o.id, handle))
}

func (o *openedStep) reason(err error) string {
	o.t.Helper()
	var no *workspace.UnusableError
	if errors.As(err, &no) {
		return strings.ReplaceAll(no.Text, o.dir, "DIR")
	}
	o.ok(err)
	return ""
}

func (o *openedStep) at(name string) string { return filepath.Join(o.dir, name) }

// holds is all that is in the folder.
func (o *openedStep) holds() map[string]string {
	o.t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(o.dir, func(at string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		to, err := os.Readlink(at)
		if err != nil {
			raw, err := os.ReadFile(at)
			o.ok(err)
			to = string(raw)
		}
		info, err := e.Info()
		out[at] = fmt.Sprint(info.Mode(), to)
		return err
	})
	if err != nil && !os.IsNotExist(err) {
		o.t.Fatal(err)
	}
	return out
}

// A folder for people is made, made again or taken away by what stands there, and each refusal says why and what
// helps. What somebody has put there is never written over and never taken away.
func TestWhatBecomesOfAnOpenedFolder(t *testing.T) {
	t.Parallel()
	const helps = "; move what you want to keep, or delete the folder yourself"
	in := func(names string) string { return "DIR was changed (" + names + ")" + helps }
	const strange = "DIR is there and was not opened by me" + helps
	const untold = "in which files cannot be told"
	const shut = handle + " is not open"
	all, steps := newOpenedStep(t), 1
	for name, c := range map[string]struct {
		state             func(*openedStep) // of a folder that was opened with the first tree
		open, later, shut string            // why the same tree, a later one, and closing are refused; empty: they are done
	}{
		"never opened":          {func(o *openedStep) { o.ok(os.Remove(o.dir + ".tree")); o.ok(os.RemoveAll(o.dir)) }, "", "", shut},
		"as it was":             {func(*openedStep) {}, "", "", ""},
		"touched":               {func(o *openedStep) { o.ok(os.Chtimes(o.at("a.txt"), time.Unix(1, 0), time.Unix(1, 0))) }, "", "", ""},
		"an empty folder more":  {func(o *openedStep) { o.ok(os.Mkdir(o.at("empty"), 0o700)) }, "", "", ""},
		"deleted by hand":       {func(o *openedStep) { o.ok(os.RemoveAll(o.dir)) }, "", "", ""},
		"the copy made anew":    {func(o *openedStep) { o.anew() }, "", "", ""},
		"a file changed":        {func(o *openedStep) { put(t, o.at("a.txt"), "mine\n") }, in("a.txt"), in("a.txt"), in("a.txt")},
		"a file emptied":        {func(o *openedStep) { put(t, o.at("in/b.txt"), "") }, in("in/b.txt"), in("in/b.txt"), in("in/b.txt")},
		"a file added":          {func(o *openedStep) { put(t, o.at("mine.txt"), "mine\n") }, in("mine.txt"), in("mine.txt"), in("mine.txt")},
		"two files added":       {func(o *openedStep) { put(t, o.at("m/1"), "1"); put(t, o.at("m/2"), "2") }, in("m/1, m/2"), in("m/1, m/2"), in("m/1, m/2")},
		"odd names added":       {func(o *openedStep) { put(t, o.at("größe neu.txt"), "1"); put(t, o.at("tab\tin.txt"), "2") }, in(`größe neu.txt, tab\tin.txt`), in(`größe neu.txt, tab\tin.txt`), in(`größe neu.txt, tab\tin.txt`)},
		"an ignored file added": {func(o *openedStep) { put(t, o.at("x.log"), "mine\n") }, in("x.log"), in("x.log"), in("x.log")},
		"a file removed":        {func(o *openedStep) { o.ok(os.Remove(o.at("a.txt"))) }, in("a.txt"), in("a.txt"), in("a.txt")},
		"a program made":        {func(o *openedStep) { o.ok(os.Chmod(o.at("a.txt"), 0o700)) }, in("a.txt"), in("a.txt"), in("a.txt")},
		"a link added":          {func(o *openedStep) { o.ok(os.Symlink("/etc", o.at("etc"))) }, in("etc"), in("etc"), in("etc")},
		"a file made a link": {func(o *openedStep) {
			o.ok(os.Rename(o.at("a.txt"), o.dir+"-mine"))
			o.ok(os.Symlink(o.dir+"-mine", o.at("a.txt")))
		}, in("a.txt"), in("a.txt"), in("a.txt")},
		"git begun in it":        {func(o *openedStep) { shell(t, o.dir, "git init -q .; git add -A; git commit -qm mine") }, in(".git"), in(".git"), in(".git")},
		"git begun in a part":    {func(o *openedStep) { shell(t, o.at("in"), "git init -q .; git add -A; git commit -qm mine") }, in("in, in/b.txt"), in("in, in/b.txt"), in("in, in/b.txt")},
		"half of it written":     {func(o *openedStep) { o.ok(os.RemoveAll(o.at("in"))) }, in("in/b.txt"), in("in/b.txt"), in("in/b.txt")},
		"its note gone":          {func(o *openedStep) { o.ok(os.Remove(o.dir + ".tree")) }, strange, strange, shut},
		"its note gone, changed": {func(o *openedStep) { o.ok(os.Remove(o.dir + ".tree")); put(t, o.at("a.txt"), "mine\n") }, strange, strange, shut},
		"its note changed":       {func(o *openedStep) { put(t, o.dir+".tree", "mine") }, in(untold), in(untold), in(untold)},
		"a file of that name": {func(o *openedStep) {
			o.ok(os.RemoveAll(o.dir))
			put(t, o.dir, "mine")
			o.ok(os.Remove(o.dir + ".tree"))
		}, strange, strange, shut},
		"changed, the copy anew":  {func(o *openedStep) { put(t, o.at("a.txt"), "mine\n"); o.anew() }, in(untold), in(untold), in(untold)},
		"ends of lines are other": {func(o *openedStep) { put(t, o.at("a.txt"), "one\r\nand two\r\n") }, in("a.txt"), in("a.txt"), in("a.txt")},
	} {
		for what, do := range map[string]func(*openedStep) (got, want string){
			"open":  func(o *openedStep) (string, string) { return o.open(o.first), c.open },
			"later": func(o *openedStep) (string, string) { return o.open(o.next), c.later },
			"close": func(o *openedStep) (string, string) { return o.close(), c.shut },
		} {
			t.Run(name+"/"+what, func(t *testing.T) {
				steps++
				o := all.of(org.StepID(fmt.Sprint("s", steps)))
				o.t = t
				if why := o.open(o.first); why != "" {
					t.Fatal(why)
				}
				c.state(o)
				was := o.holds()
				got, want := do(o)
				if got != want {
					t.Errorf("it says %q, want %q", got, want)
				}
				is := o.holds()
				switch {
				case want != "":
					if !maps.Equal(was, is) {
						t.Errorf("the folder held %q and holds %q", was, is)
					}
				case what == "close":
					if _, err := os.Stat(o.dir); err == nil || o.y.IsOpen(o.r, o.id, handle) {
						t.Error("it is still there")
					}
				case len(is) != map[string]int{"open": 6, "later": 7}[what]:
					t.Errorf("the folder holds %q", is)
				case o.close() != "":
					t.Error("it cannot be closed again")
				}
			})
		}
	}
}

// anew has the office's copy taken away and made again.
func (o *openedStep) anew() {
	o.t.Helper()
	o.ok(os.RemoveAll(filepath.Join(o.y.Home, "mirrors")))
	base, _, err := o.y.Base(o.t.Context(), coding.CodeOrder{Repository: o.r})
	o.ok(err)
	_, err = o.y.Apply(o.t.Context(), o.r, base, []byte(patch))
	o.ok(err)
}

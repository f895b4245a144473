// Package workspace keeps Frasier's own copies of repositories and makes
// what is needed of them: the files of a tree in a folder, a change out of a
// folder, a commit, a merge, a bundle. All of it is made of commits, trees and
// patches, so what is lost is made again.
//
// Git is always told where everything is, and reads no configuration but its
// own copy's: what stands in a folder that a stranger's program has written to
// never decides what git starts.
package workspace

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/worker/fence"
)

// Dir is the folder in which the copies, the folders that are worked in and
// the caches lie. Its methods may be called at once.
type Dir struct {
	Home    string
	Network []string // for git where it talks to an address: an agent of ssh keys, proxies; NAME=VALUE
	SSH     string   // the program that it talks ssh with; empty for ssh
	// FindLogin returns who git says it is at an https address, nil for nobody; nil knows none.
	FindLogin func(ctx context.Context, address string) (*Login, error)

	Comparing time.Duration // how long git may compare two trees or merge them; 0 for compareLimit
}

func (d Dir) findMirror(r coding.Repository) string {
	return filepath.Join(d.Home, "mirrors", r.Name+".git")
}

// Cache returns a folder with what was compiled of a repository's own code, as its founder has it;
// it is used inside fences only. Changes could write to the one that older versions used, so that
// goes.
func (d Dir) Cache(r coding.Repository) (string, error) {
	dir := filepath.Join(d.Home, "compiled", r.Name)
	return dir, errors.Join(removeFolder(filepath.Join(d.Home, "caches", r.Name)), os.MkdirAll(dir, 0o700))
}

// Folder returns where a step's files lie while something is done with them.
func (d Dir) Folder(r coding.Repository, id org.StepID, use string) string {
	return filepath.Join(d.Home, "work", r.Name, string(id)+"-"+use)
}

// These override whatever a copy's configuration may say.
var settings = []string{ //nolint:gochecknoglobals // a constant list
	"core.hooksPath=/dev/null", "core.fsmonitor=false", "core.untrackedCache=false", "core.autocrlf=false", "core.safecrlf=false",
	"core.attributesFile=/dev/null", "core.excludesFile=/dev/null", "core.symlinks=true", "core.fileMode=true", "core.quotePath=false",
	"diff.external=", "diff.noprefix=false", "diff.mnemonicPrefix=false", "commit.gpgSign=false", "gc.auto=0", "maintenance.auto=false",
	"submodule.recurse=false", "core.protectHFS=true", "core.protectNTFS=true", "protocol.allow=never", "protocol.file.allow=always", "transfer.fsckObjects=true", "safe.bareRepository=explicit",
	"core.sshCommand=false", "core.pager=cat", "core.editor=false", "init.defaultBranch=main",
	// Old tools wrote names, times and modes that git no longer writes. They harm nobody, no forge refuses
	// them, and well-known histories hold some (psf/requests).
	"fetch.fsck.badTimezone=ignore", "fetch.fsck.badDate=ignore", "fetch.fsck.badDateOverflow=ignore", "fetch.fsck.zeroPaddedDate=ignore",
	"fetch.fsck.missingSpaceBeforeDate=ignore", "fetch.fsck.missingSpaceBeforeEmail=ignore", "fetch.fsck.missingNameBeforeEmail=ignore", "fetch.fsck.missingEmail=ignore",
	"fetch.fsck.badName=ignore", "fetch.fsck.badEmail=ignore", "fetch.fsck.multipleAuthors=ignore", "fetch.fsck.zeroPaddedFilemode=ignore",
}

type git struct {
	ctx   context.Context
	dir   string // of the copy
	tree  string // of the files; empty for none
	in    string // where it runs, for what looks for a tree's attributes there; empty for anywhere
	index string // file; empty for none
	env   []string
	allow []string // settings that go before the others
	login *Login   // nil for none
	most  int      // bytes that it may write before it is ended; 0 for all that there is

	comparing time.Duration
}

func (g git) run(in []byte, args ...string) ([]byte, error) {
	argv := []string{"git", "--no-pager", "--literal-pathspecs", "--git-dir=" + g.dir}
	if g.in != "" {
		argv = append(argv, "-C", g.in)
	}
	if g.tree != "" {
		argv = append(argv, "--work-tree="+g.tree)
	}
	for _, s := range slices.Concat(settings, g.allow) { // the last one holds
		argv = append(argv, "-c", s)
	}
	env := append([]string{
		"GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=/dev/null", "GIT_TERMINAL_PROMPT=0", "GIT_ATTR_NOSYSTEM=1", "GIT_OPTIONAL_LOCKS=0", "HOME=/nonexistent",
		"GIT_NO_REPLACE_OBJECTS=1", "GIT_LFS_SKIP_SMUDGE=1",
	}, g.env...)
	if g.index != "" {
		env = append(env, "GIT_INDEX_FILE="+g.index)
	}
	return fence.OwnProgram{Env: env, In: in, Most: g.most, Handed: g.login.answerGit()}.Run(g.ctx, append(argv, args...)...)
}

// Git compares long files line by line, which takes minutes where millions of lines differ, and longer for more of them. A pull
// request of a stranger may be made for that (our choice: what people change takes seconds).
const compareLimit = 2 * time.Minute

// compare runs what compares contents, within a time and up to so many bytes. Past them it returns an *UnusableError.
func (g git) compare(most int, args ...string) ([]byte, error) {
	outer := g.ctx
	limited, stop := context.WithTimeout(outer, g.comparing)
	defer stop()
	g.ctx, g.most = limited, most
	out, err := g.run(nil, args...)
	switch {
	case errors.Is(err, fence.ErrLong):
		return nil, &UnusableError{fmt.Sprintf("the change has more than the %d bytes that I take", most)}
	case errors.Is(err, context.DeadlineExceeded) && outer.Err() == nil:
		return nil, &UnusableError{fmt.Sprintf("the change is so large that git could not compare it line by line within %s; it has to come in smaller parts", prose.Count(int(g.comparing.Minutes()), "minute"))}
	}
	return out, err
}

func (g git) readLine(args ...string) (string, error) {
	out, err := g.run(nil, args...)
	return strings.TrimSpace(string(out)), err
}

// readObjects hands each object over in one call of git, in the order of ids.
func (g git) readObjects(ids []string, see func(id string, raw []byte)) error {
	if len(ids) == 0 {
		return nil
	}
	out, err := g.run([]byte(strings.Join(ids, "\n")+"\n"), "cat-file", "--batch")
	if err != nil {
		return err
	}
	for len(out) > 0 {
		head, rest, found := bytes.Cut(out, []byte("\n"))
		fields := strings.Fields(string(head))
		if !found || len(fields) != 3 {
			return fmt.Errorf("git wrote %.60q where an object was asked for", head)
		}
		size, err := strconv.Atoi(fields[2])
		if err != nil || size > len(rest) {
			return fmt.Errorf("git wrote %.60q where an object was asked for", head)
		}
		see(fields[0], rest[:size])
		out = bytes.TrimPrefix(rest[size:], []byte("\n"))
	}
	return nil
}

// readSizes returns the sizes of objects in bytes, in one call of git.
func (g git) readSizes(ids []string) (map[string]int, error) {
	sizes := map[string]int{}
	if len(ids) == 0 {
		return sizes, nil
	}
	out, err := g.run([]byte(strings.Join(ids, "\n")+"\n"), "cat-file", "--batch-check")
	if err != nil {
		return nil, err
	}
	for line := range strings.Lines(string(out)) {
		fields := strings.Fields(line)
		if len(fields) != 3 {
			return nil, fmt.Errorf("git wrote %.60q where the size of an object was asked for", line)
		}
		if sizes[fields[0]], err = strconv.Atoi(fields[2]); err != nil {
			return nil, fmt.Errorf("git wrote %.60q where the size of an object was asked for", line)
		}
	}
	return sizes, nil
}

func (d Dir) openMirror(ctx context.Context, r coding.Repository) git {
	return git{ctx: ctx, dir: d.findMirror(r), comparing: cmp.Or(d.Comparing, compareLimit)}
}

// The index is of its own.
func (d Dir) withScratch(g git, do func(git) error) (err error) {
	dir := filepath.Join(d.Home, "scratch")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	at, err := os.MkdirTemp(dir, "index-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(at)) }()
	g.index = filepath.Join(at, "index")
	return do(g)
}

// It returns git's words. A full disk says nothing about what was asked for.
func isFailure(err error) (string, bool) {
	var f *fence.FailedError
	if errors.As(err, &f) && !errors.Is(err, org.ErrDisk) {
		return strings.TrimSpace(f.Said), true
	}
	return "", false
}

// UnusableError says why a source cannot be worked on.
type UnusableError struct{ Text string }

// Error returns the sentence.
func (e *UnusableError) Error() string { return e.Text }

// Add makes Frasier's own copy of a source: a git repository, here or at an address, or a plain
// folder, whose files become the first commit. The source is only read. It
// returns the repository with its kind, its branch and the names in its top
// folder. Adding again brings the copy up to date, and makes a damaged one anew.
// What cannot be worked on gives an *UnusableError, an address that cannot be reached now an *UnreachableError.
func (d Dir) Add(ctx context.Context, r coding.Repository) (coding.Repository, []string, error) {
	r, names, _, err := d.addRepository(ctx, r)
	return r, names, err
}

// addRepository also reports whether a damaged copy was made anew.
func (d Dir) addRepository(ctx context.Context, r coding.Repository) (_ coding.Repository, names []string, anew bool, err error) {
	if !coding.IsAddress(r.Source) {
		if info, err := os.Stat(r.Source); err != nil || !info.IsDir() {
			return r, nil, false, &UnusableError{fmt.Sprintf("there is no folder %s; name one that holds the code", r.Source)}
		}
	}
	if err := os.MkdirAll(filepath.Dir(d.findMirror(r)), 0o700); err != nil {
		return r, nil, false, err
	}
	g := d.openMirror(ctx, r)
	_, err = os.Stat(g.dir)
	had := err == nil
	names, err = d.updateCopy(g, &r)
	if err == nil || !had || !d.isDamaged(g) {
		return r, names, false, err
	}
	// Nothing is lost with the copy: the source is read again, and what was
	// changed is made again of its rows.
	if err := os.RemoveAll(g.dir); err != nil {
		return r, nil, false, fmt.Errorf("take a damaged copy of %s away: %w", r.Source, err)
	}
	names, err = d.updateCopy(g, &r)
	return r, names, true, err
}

func (d Dir) isDamaged(g git) bool {
	_, err := g.readLine("rev-parse", "--is-bare-repository")
	_, no := isFailure(err)
	return no && g.ctx.Err() == nil
}

// The names are those of its top folder.
func (d Dir) updateCopy(g git, r *coding.Repository) (names []string, err error) {
	if _, err := os.Stat(g.dir); err != nil {
		if _, err := g.run(nil, "init", "--quiet", "--bare", g.dir); err != nil {
			return nil, fmt.Errorf("make a copy of %s: %w", r.Source, err)
		}
	}
	switch at := findStore(r.Source); {
	case coding.IsAddress(r.Source):
		r.Kind = coding.RepositoryURL
		err = d.fetchBranch(g, r)
	case at != "":
		r.Kind, r.Policy.Bare = coding.RepositoryPath, at == r.Source
		err = d.updateBranches(g, at, r)
	default:
		r.Kind = coding.RepositoryFolder
		err = d.commitFolder(g, r)
	}
	if err != nil {
		return nil, err
	}
	if err := refuseTooManyFiles(g, *r); err != nil {
		return nil, err
	}
	out, err := g.run(nil, "ls-tree", "--name-only", "-z", formatRef(*r))
	if err != nil {
		return nil, fmt.Errorf("look into %s: %w", r.Source, err)
	}
	return strings.Split(strings.TrimRight(string(out), "\x00"), "\x00"), nil
}

// It is empty for a plain folder.
func findStore(source string) string {
	there := func(name string) bool { _, err := os.Stat(filepath.Join(source, name)); return err == nil }
	switch {
	case there(".git"):
		return filepath.Join(source, ".git")
	case there("HEAD") && there("objects") && there("refs"):
		return source
	}
	return ""
}

// The copy keeps the source's branch under this name.
func formatRef(r coding.Repository) string { return "refs/source/" + r.Ref }

// The same files give the same commit.
func (d Dir) commitFolder(g git, r *coding.Repository) error {
	if r.Ref == "" {
		r.Ref = "main"
	}
	return d.withScratch(g, func(g git) error {
		g.tree = r.Source
		if _, err := g.run(nil, "add", "--all", "."); err != nil {
			return fmt.Errorf("read %s: %w", r.Source, err)
		}
		tree, err := g.readLine("write-tree")
		if err != nil {
			return fmt.Errorf("read %s: %w", r.Source, err)
		}
		if tree == emptyTree {
			return &UnusableError{r.Source + " holds no files; name the folder that holds the code"}
		}
		g.tree = ""
		id, err := writeCommit(g, coding.Commit{Tree: tree, Message: "The folder as it was given", At: firstDay})
		if err != nil {
			return err
		}
		_, err = g.run(nil, "update-ref", formatRef(*r), id)
		return err
	})
}

const emptyTree = "4b825dc642cb6eb9a060e54bf8d69288fbee4904"

// Room returns the bytes that are free for copies and folders.
func (d Dir) Room() (int64, error) {
	var s unix.Statfs_t
	if err := unix.Statfs(d.Home, &s); err != nil {
		return 0, fmt.Errorf("see how much room there is in %s: %w", d.Home, err)
	}
	return int64(s.Bavail) * s.Bsize, nil // bytes of a disk
}

// Forget removes all that is here of a repository. It is made again of its source and of rows when it is needed.
func (d Dir) Forget(r coding.Repository) error {
	if r.Name == "" || r.Name != filepath.Base(r.Name) {
		return fmt.Errorf("%q is no name of a repository", r.Name)
	}
	return errors.Join(os.RemoveAll(d.findMirror(r)), removeFolder(filepath.Join(d.Home, "work", r.Name)), removeFolder(filepath.Join(d.Home, "caches", r.Name)), removeFolder(filepath.Join(d.Home, "compiled", r.Name)))
}

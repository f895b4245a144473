package workspace

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
)

// The time of a folder's first commit is the same wherever it is made.
var firstDay = time.Unix(1_000_000_000, 0).UTC() //nolint:gochecknoglobals // a constant

// Start begins work on a repository.
type Start struct {
	Commit string
	Note   string // what was found there that a founder should know; empty for nothing
	Moved  string // why it is not of the branch that he chose; empty where it is
}

// Start returns the commit that work on a repository starts from, after a look at its source, and
// sees to it that the commits of the project's branch are there. A source that cannot be used or
// reached leaves the copy as it is, and a note says so, as of a copy that was damaged. Where there
// is no copy yet, that is the error.
func (d Dir) Start(ctx context.Context, o coding.CodeOrder) (s Start, err error) {
	r := o.Repository
	_, _, anew, err := d.addRepository(ctx, r)
	if anew {
		s.Note = "My copy of " + r.Name + " was damaged, so I made it again; nothing is lost, and you have nothing to do."
	}
	away := err
	if err != nil {
		if !isAbsent(err) {
			return s, err
		}
		s.Note = "The repository could not be looked at again (" + err.Error() + "); I work from what I have of it."
	}
	g := d.openMirror(ctx, r)
	if _, err := g.readLine("rev-parse", "--verify", "-q", "--end-of-options", formatRef(r)+"^{commit}"); err != nil && away != nil {
		return s, away
	}
	if s.Commit = o.Base(); s.Commit != "" {
		return s, d.Restore(ctx, o)
	}
	if o.Joins != "" { // it starts on that, and has what it brings there
		o.From = nil
	}
	if s.Commit, err = g.readLine("rev-parse", "--verify", "--end-of-options", formatRef(r)+"^{commit}"); err != nil {
		return s, fmt.Errorf("there is no copy of %s here: %w", r.Name, err)
	}
	if o.From != nil {
		s.Commit, s.Moved, err = d.startOn(ctx, r, *o.From, s.Commit)
	}
	return s, err
}

// Base is Start for who needs to know no more than the commit, and what was found.
func (d Dir) Base(ctx context.Context, o coding.CodeOrder) (id, note string, err error) {
	s, err := d.Start(ctx, o)
	return s.Commit, s.Note, err
}

func isAbsent(err error) bool {
	var no *UnusableError
	var away *UnreachableError
	return errors.As(err, &no) || errors.As(err, &away)
}

// Ahead counts the commits of the repository's branch that came after one of it, by a look at its
// source; none when that cannot be reached, or was written anew since.
func (d Dir) Ahead(ctx context.Context, r coding.Repository, base string) (int, error) {
	if _, _, _, err := d.addRepository(ctx, r); err != nil && !isAbsent(err) {
		return 0, err
	}
	g := d.openMirror(ctx, r)
	if _, err := g.run(nil, "merge-base", "--is-ancestor", "--end-of-options", base, formatRef(r)); err != nil {
		if _, no := isFailure(err); no {
			return 0, nil
		}
		return 0, err
	}
	count, err := g.readLine("rev-list", "--count", "--end-of-options", base+".."+formatRef(r))
	if err != nil {
		return 0, err
	}
	return strconv.Atoi(count)
}

// Have sees that a commit of the source is in the copy, which may have been made after it was chosen,
// or on another machine.
func (d Dir) Have(ctx context.Context, r coding.Repository, commit string) error {
	there := func() bool {
		_, err := d.openMirror(ctx, r).run(nil, "cat-file", "-e", "--end-of-options", commit+"^{commit}")
		return err == nil
	}
	if there() {
		return nil
	}
	if _, _, _, err := d.addRepository(ctx, r); err != nil {
		return err
	}
	if !there() {
		return &UnusableError{fmt.Sprintf("%s has the commit %.12s no more, from which this work began; its branch was written anew meanwhile", r.Source, commit)}
	}
	return nil
}

// Restore makes the commits of a project's branch again that are not in the copy.
func (d Dir) Restore(ctx context.Context, o coding.CodeOrder) error {
	if len(o.Merged) == 0 {
		return nil
	}
	all := o.Merged
	if o.From != nil && o.From.Head() == all[0].Parent {
		all = append(slices.Clone(o.From.Merged), all...)
	}
	if err := d.Have(ctx, o.Repository, all[0].Parent); err != nil {
		return err
	}
	g := d.openMirror(ctx, o.Repository)
	for _, c := range all {
		if _, err := g.run(nil, "cat-file", "-e", c.ID+"^{commit}"); err == nil {
			continue
		}
		if c.Joins != "" {
			if err := d.Have(ctx, o.Repository, c.Joins); err != nil {
				return err
			}
		}
		tree, err := d.Apply(ctx, o.Repository, c.Below(), c.Patch)
		if err != nil {
			return fmt.Errorf("make change %d of %s again: %w", c.N, o.Branch, err)
		}
		id, err := writeCommit(g, coding.Commit{Parent: c.Parent, Joins: c.Joins, Tree: tree, Message: c.Message, At: c.At})
		if err != nil {
			return err
		}
		if tree != c.Tree || id != c.ID {
			return fmt.Errorf("change %d of %s came out as %s instead of %s", c.N, o.Branch, id, c.ID)
		}
	}
	return nil
}

// Tree returns the tree of a commit.
func (d Dir) Tree(ctx context.Context, r coding.Repository, commit string) (string, error) {
	return d.openMirror(ctx, r).readLine("rev-parse", "--verify", "--end-of-options", commit+"^{tree}")
}

// Fill makes a folder hold the files of a tree and nothing else.
func (d Dir) Fill(ctx context.Context, r coding.Repository, dir, tree string) error {
	if err := d.resetFolder(dir); err != nil {
		return err
	}
	return d.withScratch(d.openMirror(ctx, r), func(g git) error {
		g.tree = dir
		if _, err := g.run(nil, "read-tree", "--reset", "-u", tree); err != nil {
			return fmt.Errorf("write the files of %s: %w", r.Name, err)
		}
		return nil
	})
}

// The folder is one of the yard's own.
func (d Dir) resetFolder(dir string) error {
	if in, err := filepath.Rel(filepath.Join(d.Home, "work"), dir); err != nil || strings.HasPrefix(in, "..") || in == "." {
		return fmt.Errorf("%s is no folder of the yard", dir)
	}
	if err := removeFolder(dir); err != nil {
		return err
	}
	return os.MkdirAll(dir, 0o700)
}

// Folders may have been made in it that may not be written to.
func removeFolder(dir string) error {
	if os.RemoveAll(dir) == nil {
		return nil
	}
	err := filepath.WalkDir(dir, func(at string, d os.DirEntry, err error) error {
		if d != nil && d.IsDir() && d.Type()&os.ModeSymlink == 0 {
			return os.Chmod(at, 0o700) // a folder must be entered to be emptied
		}
		return err
	})
	return errors.Join(err, os.RemoveAll(dir))
}

// Empty makes one of the folders that are worked in, or takes out what is in it.
func (d Dir) Empty(dir string) error { return d.resetFolder(dir) }

// Temporary makes an empty folder of the yard that belongs to no repository, since no name of one begins with a dot.
func (d Dir) Temporary(use string) (string, error) {
	home := filepath.Join(d.Home, "work", ".own")
	if err := os.MkdirAll(home, 0o700); err != nil {
		return "", fmt.Errorf("make a folder: %w", err)
	}
	return os.MkdirTemp(home, use+"-")
}

// Drop removes a folder of the yard.
func (d Dir) Drop(dir string) error {
	if err := d.resetFolder(dir); err != nil {
		return err
	}
	return os.Remove(dir)
}

// Between returns the change from a commit to a tree.
func (d Dir) Between(ctx context.Context, r coding.Repository, base, tree string) (coding.Change, error) {
	c := coding.Change{Base: base, Tree: tree}
	g := d.openMirror(ctx, r)
	var err error
	c.Patch, err = g.compare(org.PatchBytes, "diff-tree", "-p", "--binary", "--full-index", "--no-renames", "--no-ext-diff", "--no-textconv", base, tree, "--")
	if err != nil {
		return c, fmt.Errorf("compare with %s: %w", base, err)
	}
	if c.Files, err = listFiles(g, base, tree); err != nil {
		return c, fmt.Errorf("list what differs from %s: %w", base, err)
	}
	for i, f := range c.Files {
		c.Files[i].Test = !coding.IsTestFile(f.Path) && r.HasTest(f.Path)
	}
	c.Patch = quoteNames(c.Patch, c.Files)
	return c, nil
}

// Git writes names of folders that end in a blank without quotes, and does not read them again
// when nothing but its head names a file.
func quoteNames(patch []byte, files []coding.FileChange) []byte {
	for _, f := range files {
		if !strings.Contains(f.Path, " /") {
			continue
		}
		head := fmt.Sprintf("diff --git a/%[1]s b/%[1]s\n", f.Path)
		within := fmt.Sprintf("diff --git \"a/%[1]s\" \"b/%[1]s\"\n", f.Path)
		patch = bytes.ReplaceAll(patch, []byte("\n"+head), []byte("\n"+within)) // lines of files begin otherwise
		if rest, first := bytes.CutPrefix(patch, []byte(head)); first {
			patch = append([]byte(within), rest...)
		}
	}
	return patch
}

func listFiles(g git, base, tree string) ([]coding.FileChange, error) {
	raw, err := g.compare(0, "diff-tree", "-r", "-z", "--raw", "--numstat", "--no-abbrev", "--no-renames", "--no-ext-diff", "--no-textconv", base, tree, "--")
	if err != nil {
		return nil, err
	}
	counts, all := map[string][]string{}, []changedFile{}
	parts := strings.Split(strings.TrimRight(string(raw), "\x00"), "\x00")
	for i := 0; i < len(parts); i++ {
		meta, isRaw := strings.CutPrefix(parts[i], ":")
		if !isRaw {
			if part := strings.SplitN(parts[i], "\t", 3); len(part) == 3 {
				counts[part[2]] = part[:2]
			}
			continue
		}
		fields := strings.Fields(meta)
		if len(fields) != 5 || i+1 == len(parts) {
			return nil, fmt.Errorf("git lists a change as %q", parts[i])
		}
		i++
		all = append(all, changedFile{FileChange: coding.FileChange{Path: parts[i], OldMode: fields[0], NewMode: fields[1]}, before: fields[2], after: fields[3]})
	}
	for i, f := range all {
		if n := counts[f.Path]; len(n) == 2 {
			all[i].Binary = n[0] == "-"
			all[i].Added, all[i].Deleted = prose.ParseDigits(n[0]), prose.ParseDigits(n[1]) // "-" for a file that is no text
		}
	}
	return readTexts(g, all)
}

// changedFile has the ids of its contents; that of a side on which it is no file is empty after readTexts.
type changedFile struct {
	coding.FileChange
	before, after string
}

// Of what is no text or too long to look through only the size is read.
func readTexts(g git, all []changedFile) ([]coding.FileChange, error) {
	var ids []string
	for i, f := range all {
		all[i].before, all[i].after = nameContent(f.OldMode, f.before), nameContent(f.NewMode, f.after)
		ids = append(ids, all[i].before, all[i].after)
	}
	ids = slices.DeleteFunc(ids, func(id string) bool { return id == "" })
	sizes, err := g.readSizes(ids)
	if err != nil {
		return nil, err
	}
	ids = nil
	for _, f := range all {
		for _, id := range []string{f.before, f.after} {
			if id != "" && !f.Binary && sizes[id] <= org.CodeFileBytes {
				ids = append(ids, id)
			}
		}
	}
	texts := map[string]string{}
	if err := g.readObjects(ids, func(id string, raw []byte) { texts[id] = string(raw) }); err != nil {
		return nil, err
	}
	var out []coding.FileChange
	for _, f := range all {
		f.Size = sizes[f.after]
		if !f.Binary {
			f.Before, f.After = texts[f.before], texts[f.after]
		}
		out = append(out, f.FileChange)
	}
	return out, nil
}

// nameContent returns the id of what a file holds, and nothing for a file that is not there and for another repository.
func nameContent(mode, id string) string {
	if mode == "000000" || mode == "160000" {
		return ""
	}
	return id
}

// Apply returns the tree that a patch makes of a commit or tree. A patch that does not fit gives
// an *UnusableError.
func (d Dir) Apply(ctx context.Context, r coding.Repository, base string, patch []byte) (tree string, err error) {
	err = d.withScratch(d.openMirror(ctx, r), func(g git) error {
		if _, err := g.run(nil, "read-tree", base); err != nil {
			return err
		}
		if _, err := g.run(patch, "apply", "--cached", "--whitespace=nowarn", "-"); err != nil {
			if said, no := isFailure(err); no {
				return &UnusableError{said}
			}
			return err
		}
		tree, err = g.readLine("write-tree")
		return err
	})
	return tree, err
}

// Commit makes a commit. The same commit has the same id wherever it is made.
func (d Dir) Commit(ctx context.Context, r coding.Repository, c coding.Commit) (string, error) {
	return writeCommit(d.openMirror(ctx, r), c)
}

func writeCommit(g git, c coding.Commit) (string, error) {
	at := fmt.Sprintf("%d +0000", c.At.Unix())
	g.env = []string{
		"GIT_AUTHOR_NAME=Frasier", "GIT_AUTHOR_EMAIL=frasier@localhost", "GIT_AUTHOR_DATE=" + at,
		"GIT_COMMITTER_NAME=Frasier", "GIT_COMMITTER_EMAIL=frasier@localhost", "GIT_COMMITTER_DATE=" + at,
	}
	args := []string{"commit-tree", c.Tree, "-F", "-"}
	for _, parent := range []string{c.Parent, c.Joins} {
		if parent != "" {
			args = append(args, "-p", parent)
		}
	}
	out, err := g.run([]byte(c.Message), args...)
	if err != nil {
		return "", fmt.Errorf("make a commit: %w", err)
	}
	return strings.TrimSpace(string(out)), nil
}

// Point makes a branch of the copy stand at the project's last change, after
// making what is not there again.
func (d Dir) Point(ctx context.Context, o coding.CodeOrder) error {
	if len(o.Merged) == 0 {
		return nil
	}
	if err := d.Restore(ctx, o); err != nil {
		return err
	}
	_, err := d.openMirror(ctx, o.Repository).run(nil, "update-ref", "refs/heads/"+o.Branch, o.Base())
	return err
}

// Bundle returns a project's branch as one file that git fetches from, and the patch of it all
// against the commit that it began on.
func (d Dir) Bundle(ctx context.Context, o coding.CodeOrder) (bundle, patch []byte, err error) {
	if len(o.Merged) == 0 {
		return nil, nil, nil
	}
	if err := d.Point(ctx, o); err != nil {
		return nil, nil, err
	}
	g := d.openMirror(ctx, o.Repository)
	began := o.Merged[0].Parent
	all := "refs/heads/" + o.Branch
	args := []string{"bundle", "create", "--quiet", "-", all}
	if o.Repository.Kind != coding.RepositoryFolder {
		has := began // whoever fetches has it
		if o.From != nil && o.From.Head() == began {
			has = o.From.Merged[0].Parent // but need not have what that branch brings
		}
		args = append(args, "^"+has)
		for _, c := range o.Merged {
			if c.Joins != "" {
				args = append(args, "^"+c.Joins)
			}
		}
	}
	if bundle, err = g.run(nil, args...); err != nil {
		return nil, nil, fmt.Errorf("bundle %s: %w", o.Branch, err)
	}
	c, err := d.Between(ctx, o.Repository, o.Merged[0].Below(), o.Merged[len(o.Merged)-1].Tree)
	return bundle, c.Patch, err
}

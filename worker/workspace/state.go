package workspace

import (
	"bytes"
	"context"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/coding"
)

// State holds what a founder should know of a source when it is added: what I do
// not have of it, or do not look at. The zero value says that there is nothing.
type State struct {
	Commit      string // the one that work begins from, shortened
	Uncommitted int    // files that differ from it in the source's own folder
	Submodules  int    // their folders stay empty
	Large       bool   // some files are kept by Git LFS, and only their pointers are in its commits
}

const argumentsAtOnce = 200 // names of files that one program is given

// State looks at a source that was added. The source is only read, and nothing
// that it configures is run.
func (d Dir) State(ctx context.Context, r coding.Repository) (s State, err error) {
	g := d.openMirror(ctx, r)
	if s.Commit, err = g.readLine("rev-parse", "--short", formatRef(r)); err != nil {
		return s, fmt.Errorf("look into %s: %w", r.Source, err)
	}
	out, err := g.run(nil, "ls-tree", "-r", "-z", formatRef(r))
	if err != nil {
		return s, fmt.Errorf("look into %s: %w", r.Source, err)
	}
	var attributes []string
	for entry := range bytes.SplitSeq(out, []byte{0}) {
		if bytes.HasPrefix(entry, []byte("160000 ")) {
			s.Submodules++
		}
		if _, name, _ := strings.Cut(string(entry), "\t"); path.Base(name) == ".gitattributes" {
			attributes = append(attributes, name)
		}
	}
	for some := range slices.Chunk(attributes, argumentsAtOnce) {
		_, err = g.run(nil, append([]string{"grep", "-q", "-F", "filter=lfs", formatRef(r), "--"}, some...)...)
		if _, no := isFailure(err); err != nil && !no {
			return s, fmt.Errorf("look into %s: %w", r.Source, err)
		}
		s.Large = s.Large || err == nil
	}
	if r.Kind != coding.RepositoryPath || filepath.Base(findStore(r.Source)) != ".git" {
		return s, nil // it has no folder in which somebody works
	}
	err = d.withScratch(g, func(g git) error {
		if _, err := g.run(nil, "read-tree", formatRef(r)); err != nil {
			return err
		}
		g, err := d.openCheckout(g, r)
		if err != nil {
			return err
		}
		// Whether lines end with CR in the folder depends on settings of a founder's that may not be known here.
		out, err := g.compare(0, "diff", "--numstat", "-z", "--ignore-cr-at-eol", "--no-renames", "--no-ext-diff", "--no-textconv", "--ignore-submodules=all")
		if err != nil {
			return err
		}
		s.Uncommitted, err = g.countUnfiltered(out)
		return err
	})
	if err != nil {
		return s, fmt.Errorf("compare %s with its commit: %w", r.Source, err)
	}
	return s, nil
}

// Somebody asked for another branch.
func formatBranches(from git) string {
	out, err := from.readLine("for-each-ref", "--format=%(refname:short)", "refs/heads")
	if err != nil || out == "" {
		return ""
	}
	return clipNames(strings.Split(out, "\n"))
}

func clipNames(names []string) string {
	const most = 5
	if more := len(names) - most; more > 0 {
		names = append(slices.Clone(names[:most]), fmt.Sprintf("%d more", more))
	}
	return strings.Join(names, ", ")
}

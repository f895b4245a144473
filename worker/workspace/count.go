package workspace

import (
	"bytes"
	"encoding/hex"
	"fmt"

	"github.com/frasier-cos/frasier/internal/coding"
)

const (
	// Each check writes all files of a repository (our choice; Linux has some 90,000).
	mostFiles = 200_000
	// So many folders are looked into while files are counted (our choice).
	mostFolders = 100_000
)

// Each check writes all files. Some kilobytes of git can hold billions of them, since equal
// folders are stored once, so equal ones are counted once.
func refuseTooManyFiles(g git, r coding.Repository) error {
	root, err := g.readLine("rev-parse", "--verify", "--end-of-options", formatRef(r)+"^{tree}")
	if err != nil {
		return fmt.Errorf("count the files of %s: %w", r.Source, err)
	}
	trees := map[string]treeSize{}
	for level := []string{root}; len(level) > 0 && len(trees) <= mostFolders; {
		if level, err = readTrees(g, level, trees); err != nil {
			return fmt.Errorf("count the files of %s: %w", r.Source, err)
		}
	}
	if len(trees) > mostFolders || countFiles(root, trees, map[string]int{}) > mostFiles {
		return &UnusableError{fmt.Sprintf("%s has more than %d files, and each check would write all of them; name a repository that is smaller", r.Source, mostFiles)}
	}
	return nil
}

type treeSize struct {
	files   int
	folders []string // their ids, one for each name
}

// It returns the ids in the folders that were not read yet.
func readTrees(g git, ids []string, all map[string]treeSize) (next []string, err error) {
	asked := map[string]bool{}
	return next, g.readObjects(ids, func(id string, raw []byte) {
		tree := parseTree(raw, len(id)/2)
		all[id] = tree
		for _, id := range tree.folders {
			if _, known := all[id]; !known && !asked[id] {
				asked[id] = true
				next = append(next, id)
			}
		}
	})
}

// Git writes for each entry of a folder its mode, a blank, its name, a zero byte and its id of
// idBytes.
func parseTree(raw []byte, idBytes int) (t treeSize) {
	for len(raw) > 0 {
		head, rest, found := bytes.Cut(raw, []byte{0})
		if !found || len(rest) < idBytes {
			return t
		}
		if bytes.HasPrefix(head, []byte("40000 ")) {
			t.folders = append(t.folders, hex.EncodeToString(rest[:idBytes]))
		} else {
			t.files++
		}
		raw = rest[idBytes:]
	}
	return t
}

// Past mostFiles it stops counting.
func countFiles(id string, trees map[string]treeSize, counted map[string]int) int {
	if n, known := counted[id]; known {
		return n
	}
	n := trees[id].files
	for _, folder := range trees[id].folders {
		if n += 1 + countFiles(folder, trees, counted); n > mostFiles {
			break
		}
	}
	counted[id] = n
	return n
}

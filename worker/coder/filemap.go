package coder

import (
	"cmp"
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/lazyregexp"
	"github.com/frasier-cos/frasier/worker/workspace"
)

var orderWord = lazyregexp.New(`[\pL_][\pL\pN_]{3,}`)

// mapFiles says what there is: small repositories whole; of others the folders with their numbers of files, and the
// files that are nearest to the words of the order.
func (w *work) mapFiles(ctx context.Context, all []workspace.Entry) error {
	for _, e := range all {
		w.there[e.Path] = true
	}
	if len(all) <= codeMapWhole {
		for _, e := range all {
			w.files = append(w.files, coding.ShownPath(e.Path))
		}
		return nil
	}
	near, err := w.findNear(ctx, all)
	if err != nil {
		return err
	}
	w.more = len(all) - len(near)
	folders := countFolders(all, codeMapDepth)
	w.files = append(folders[:min(len(folders), codeMapFolders)], near...)
	return nil
}

// countFolders says how many files lie in which folders; those that are deeper count for the one above.
func countFolders(all []workspace.Entry, depth int) []string {
	count := map[string]int{}
	var names []string
	for _, e := range all {
		parts := strings.Split(path.Dir(e.Path), "/")
		name := strings.Join(parts[:min(len(parts), depth)], "/")
		if count[name]++; count[name] == 1 {
			names = append(names, name)
		}
	}
	slices.SortStableFunc(names, func(a, b string) int {
		return cmp.Or(cmp.Compare(rankVendored(a+"/"), rankVendored(b+"/")), cmp.Compare(a, b))
	})
	var out []string
	for _, n := range names {
		out = append(out, fmt.Sprintf("%s/: %d", coding.ShownPath(n), count[n]))
	}
	return out
}

func rankVendored(name string) int {
	if coding.IsBrought(name) {
		return 1
	}
	return 0
}

// A file is nearer when its name has words of the order, and when its text has them. A word that is in most files says
// nothing.
func (w *work) findNear(ctx context.Context, all []workspace.Entry) ([]string, error) {
	words := listWords(w.Order)
	score := map[string]float64{}
	for _, word := range words {
		holds, err := w.Workspaces.Holding(ctx, w.Repository, w.BaseTree, word)
		if err != nil {
			return nil, err
		}
		rare := 1 - float64(len(holds))/float64(len(all)+1)
		for _, e := range all {
			if holds[e.Path] {
				score[e.Path] += rare * rare
			}
			if strings.Contains(strings.ToLower(e.Path), strings.ToLower(word)) {
				score[e.Path] += 3
			}
		}
	}
	sorted := slices.Clone(all)
	slices.SortStableFunc(sorted, func(a, b workspace.Entry) int {
		return cmp.Or(cmp.Compare(rankVendored(a.Path), rankVendored(b.Path)), cmp.Compare(score[b.Path], score[a.Path]), cmp.Compare(a.Path, b.Path))
	})
	var out []string
	for _, e := range sorted[:min(len(sorted), codeMapFiles)] {
		out = append(out, coding.ShownPath(e.Path))
	}
	return out, nil
}

// The longest words first: they are names more often than others.
func listWords(order string) []string {
	var out []string
	for _, word := range orderWord.FindAllString(order, -1) {
		if !slices.Contains(out, word) {
			out = append(out, word)
		}
	}
	slices.SortStableFunc(out, func(a, b string) int { return cmp.Compare(len(b), len(a)) })
	return out[:min(len(out), codeMapWords)]
}

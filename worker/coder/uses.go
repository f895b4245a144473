package coder

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/lazyregexp"
	"github.com/frasier-cos/frasier/worker/workspace"
)

const (
	usesNames   = 12 // that are looked for
	usesLines   = 40 // that a reviewer is shown
	usesThrough = 6  // lines of a function that only hands on what it calls
	usesLeast   = 3  // letters of a name: shorter ones stand everywhere
)

var (
	// definition is a line that gives a name to something, in the languages that do so with a word; hunkOf is the line
	// that git writes behind a place, which is the one above that does.
	definition = lazyregexp.New(`^\s*(?:(?:export|default|public|private|protected|internal|static|async|pub|final|abstract|override)(?:\([a-z]+\))?\s+)*(?:func(?:\s+\([^)]*\))?|def|class|function|fn|sub|type|struct|interface|trait|enum|module)\s+\*?([A-Za-z_][A-Za-z0-9_]*)`)
	topNamed   = lazyregexp.New(`^(?:export\s+)?(?:const|var|let)\s+([A-Za-z_][A-Za-z0-9_]*)`) // within something it is of that alone
	shellNamed = lazyregexp.New(`^\s*([A-Za-z_][A-Za-z0-9_]*)\s*\(\)\s*\{`)
	// remark is a line that people read, and nothing runs.
	remark = lazyregexp.New(`^\s*(?://|/\*|\*(?:\s|$)|#(?:\s|$)|--\s|<!--|"""|''')`)
	hunkOf = lazyregexp.New(`^@@[^@]*@@ (.*)$`)
)

func nameDefined(line string) string {
	if remark.MatchString(line) {
		return ""
	}
	for _, p := range []*lazyregexp.Regexp{definition, topNamed, shellNamed} {
		if m := p.FindStringSubmatch(line); m != nil {
			return m[1]
		}
	}
	return ""
}

// listChanged returns the names of what a patch changes outside of tests, in the order in which they stand there.
func listChanged(patch []byte) []string {
	var out []string
	for _, p := range coding.PatchParts(string(patch)) {
		if coding.IsTestFile(p.Path) || coding.IsProse(p.Path) {
			continue
		}
		inside, added := "", false // what the place is within, and whether a line of it was changed
		take := func(name string) {
			if len(name) >= usesLeast && !slices.Contains(out, name) && len(out) < usesNames {
				out = append(out, name)
			}
		}
		for _, l := range p.Body {
			switch {
			case strings.HasPrefix(l, "@@"):
				inside, added = "", false
				if m := hunkOf.FindStringSubmatch(l); m != nil {
					inside = nameDefined(m[1])
				}
			case strings.HasPrefix(l, "+"), strings.HasPrefix(l, "-"):
				if name := nameDefined(l[1:]); name != "" {
					take(name)
					inside, added = name, true
				} else if !added {
					take(inside)
					added = true
				}
			case len(l) > 0:
				if name := nameDefined(l[1:]); name != "" {
					inside, added = name, false
				}
			}
		}
	}
	return out
}

// FindUses returns the lines of the tree, with their places, that name in code what a patch changes and are none of its own; behind
// them those that name a short function which does no more than hand it on, as whoever calls that relies on it as well.
func (r Reader) FindUses(ctx context.Context, patch []byte) ([]string, error) {
	names := listChanged(patch)
	if len(names) == 0 {
		return nil, nil
	}
	own := map[string]bool{}
	for _, p := range coding.PatchParts(string(patch)) {
		for _, l := range p.Body {
			if len(l) > 0 {
				own[coding.ShownPath(p.Path)+"\x00"+l[1:]] = true
			}
		}
	}
	direct, err := r.findNamed(ctx, names, own)
	if err != nil {
		return nil, err
	}
	through, err := r.listThrough(ctx, direct[:min(len(direct), usesLines)], names)
	if err != nil {
		return nil, err
	}
	var further []workspace.Hit
	if len(through) > 0 && len(direct) < usesLines {
		for _, h := range direct { // it is shown already
			own[h.Path+"\x00"+h.Text] = true
		}
		if further, err = r.findNamed(ctx, through, own); err != nil {
			return nil, err
		}
	}
	var out []string
	for _, h := range direct {
		out = append(out, fmt.Sprintf("%s:%d: %s", h.Path, h.Line, clipText(h.Text, 160)))
	}
	for _, h := range further {
		out = append(out, fmt.Sprintf("%s:%d: %s (by way of %s)", h.Path, h.Line, clipText(h.Text, 160), namedIn(h.Text, through)))
	}
	if more := len(out) - usesLines; more > 0 {
		out = append(out[:usesLines], fmt.Sprintf("and %d more", more))
	}
	return out, nil
}

// findNamed returns the lines of code that hold one of the names as a word, where it is not given, and that are not among
// own: path, a zero byte, text.
func (r Reader) findNamed(ctx context.Context, names []string, own map[string]bool) ([]workspace.Hit, error) {
	hits, err := r.Workspaces.Search(ctx, r.Repository, r.Tree, `(^|[^A-Za-z0-9_])(`+strings.Join(names, "|")+`)($|[^A-Za-z0-9_])`)
	return slices.DeleteFunc(hits, func(h workspace.Hit) bool {
		return !h.Found || coding.IsProse(h.Path) || remark.MatchString(h.Text) || own[h.Path+"\x00"+h.Text] || slices.Contains(names, nameDefined(h.Text))
	}), err
}

// listThrough returns the names of short functions outside of tests in which the hits stand.
func (r Reader) listThrough(ctx context.Context, hits []workspace.Hit, names []string) (out []string, err error) {
	texts := map[string][]line{}
	for _, h := range hits {
		if coding.IsTestFile(h.Path) {
			continue
		}
		if _, known := texts[h.Path]; !known {
			if texts[h.Path], err = readLines(ctx, r.Workspaces, r.Repository, r.Tree, h.Path); err != nil {
				return nil, err
			}
		}
		name := nameAround(texts[h.Path], h.Line-1)
		if len(name) >= usesLeast && !slices.Contains(names, name) && !slices.Contains(out, name) && len(out) < usesNames {
			out = append(out, name)
		}
	}
	return out, nil
}

// readLines returns the lines of a file; none of one that cannot be read, as it is too long.
func readLines(ctx context.Context, ws workspace.Dir, r coding.Repository, tree, name string) ([]line, error) {
	text, err := ws.Read(ctx, r, tree, name)
	var no *workspace.UnusableError
	if errors.As(err, &no) {
		return nil, nil
	}
	return splitLines(strings.TrimPrefix(text, mark)), err
}

// nameAround returns the name of the short definition that line i stands in, or on; "" for none.
func nameAround(all []line, i int) string {
	for at := min(i, len(all)-1); at >= 0 && i-at < usesThrough; at-- {
		name := nameDefined(all[at].body)
		if name == "" {
			continue
		}
		if _, to := spanOf(all, at); to >= i && to-at < usesThrough {
			return name
		}
	}
	return ""
}

// namedIn returns the name that a text holds as a word.
func namedIn(text string, names []string) string {
	words := strings.FieldsFunc(text, func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	for _, n := range names {
		if slices.Contains(words, n) {
			return n
		}
	}
	return ""
}

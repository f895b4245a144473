package coder

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/lazyregexp"
)

const (
	usesNames = 12 // that are looked for
	usesLines = 40 // that a reviewer is shown
	usesLeast = 3  // letters of a name: shorter ones stand everywhere
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
		if m := p.FindStringSubmatch(line); m != nil && len(m[1]) >= usesLeast {
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
			if name != "" && !slices.Contains(out, name) && len(out) < usesNames {
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

// FindUses returns the lines of the tree, with their places, that name in code what a patch changes and are none of its own.
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
	hits, err := r.Workspaces.Search(ctx, r.Repository, r.Tree, `(^|[^A-Za-z0-9_])(`+strings.Join(names, "|")+`)($|[^A-Za-z0-9_])`)
	if err != nil {
		return nil, err
	}
	var out []string
	left := 0
	for _, h := range hits {
		switch {
		case !h.Found, coding.IsProse(h.Path), remark.MatchString(h.Text), own[h.Path+"\x00"+h.Text], slices.Contains(names, nameDefined(h.Text)):
		case len(out) == usesLines:
			left++
		default:
			out = append(out, fmt.Sprintf("%s:%d: %s", h.Path, h.Line, clipText(h.Text, 160)))
		}
	}
	if left > 0 {
		out = append(out, fmt.Sprintf("and %d more", left))
	}
	return out, nil
}

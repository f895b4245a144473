package coder

import (
	"context"
	"fmt"
	"regexp"
	"strings"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/lazyregexp"
	"github.com/frasier-cos/frasier/worker/workspace"
)

const (
	definitionsMost = 4  // that are shown whole; the places of others are named
	remarkLines     = 30 // above a definition, that belong to it
)

var (
	// calledOnly begins a line that calls something, or decides, and defines nothing.
	calledOnly = lazyregexp.New(`^\s*(?:if|for|foreach|while|switch|catch|return|else|elif|do|case|when|match|await|throw|new|yield|assert|defer|go|with|until|unless)\b`)
	// decorates is a line above a definition that belongs to it, as a remark does.
	decorates = lazyregexp.New(`^\s*(?:@[A-Za-z]|#\[|\[[A-Za-z])`)
	bareName  = lazyregexp.New(`^[A-Za-z_$][A-Za-z0-9_$]*$`)
	// closes is a line that ends what began with the same indent, or goes on with it: "} else {", ") error {".
	closes = lazyregexp.New(`^\s*(?:[)}\]]|end\b|"""|''')`)
)

// isDefinition reports whether line i gives a name to something: by a word for it as func and class are, or, in the languages
// that have none, as a head with its body behind it.
func isDefinition(all []line, i int, name string) bool {
	text := all[i].body
	if nameDefined(text) == name {
		return true
	}
	before, after, found := strings.Cut(text, name)
	if !found || !strings.HasPrefix(strings.TrimLeft(after, " \t"), "(") || strings.ContainsAny(before, "(=.\"'`") || strings.Contains(after, "=>") ||
		calledOnly.MatchString(text) || remark.MatchString(text) || isWord(before) {
		return false
	}
	end := strings.TrimRight(after, " \t")
	if strings.HasSuffix(end, ")") && i+1 < len(all) {
		return strings.HasPrefix(strings.TrimSpace(all[i+1].body), "{")
	}
	return strings.HasSuffix(end, "{")
}

// isWord reports whether a name that stands behind it is the end of a longer one.
func isWord(before string) bool {
	if before == "" {
		return false
	}
	last := before[len(before)-1]
	return last == '_' || last >= '0' && last <= '9' || last >= 'a' && last <= 'z' || last >= 'A' && last <= 'Z'
}

// spanOf returns the first and the last line of the definition at line i, counted from 0: with the remarks right above it,
// and to where the text comes back to its indent.
func spanOf(all []line, i int) (from, to int) {
	for from = i; from > 0 && i-from < remarkLines; from-- {
		if above := all[from-1].body; !remark.MatchString(above) && !decorates.MatchString(above) {
			break
		}
	}
	indent := indentOf(all[i].body)
	for to = i; to+1 < len(all); to++ {
		next := all[to+1].body
		if strings.TrimSpace(next) == "" || indentOf(next) > indent {
			continue
		}
		bare := strings.TrimSpace(next)
		if to == i && strings.HasPrefix(bare, "{") {
			continue // its body begins on a line of its own
		}
		if !closes.MatchString(next) {
			break
		}
		if !strings.HasSuffix(bare, "{") && !strings.HasSuffix(bare, ":") && !strings.HasSuffix(bare, "(") {
			to++
			break
		}
	}
	for to > i && strings.TrimSpace(all[to].body) == "" {
		to--
	}
	return from, to
}

func indentOf(text string) int { return len(text) - len(strings.TrimLeft(text, " \t")) }

// findDefinitions returns the hits at which a name is defined.
func (w *work) findDefinitions(ctx context.Context, tree, name string, meant map[string]bool) (map[string][]line, []workspace.Hit, error) {
	// What names by a word is looked for first and apart: of each file so many lines are found, and a name may be used before it is given.
	word := regexp.QuoteMeta(name)
	texts := map[string][]line{}
	var out []workspace.Hit
	for _, pattern := range []string{
		`(^|[^A-Za-z0-9_])(func|def|class|function|fn|sub|type|struct|interface|trait|enum|module|const|var|let)[[:blank:]]+(\([^)]*\)[[:blank:]]*)?[*]?` + word + `($|[^A-Za-z0-9_])`,
		`^([^(]*[^A-Za-z0-9_(])?` + word + `[[:blank:]]*\(.*[{)][[:blank:]]*$`,
	} {
		hits, err := w.Workspaces.Search(ctx, w.Repository, tree, pattern)
		if err != nil {
			return nil, nil, err
		}
		for _, h := range hits {
			if !h.Found || !meant[h.Path] || coding.IsProse(h.Path) {
				continue
			}
			if _, known := texts[h.Path]; !known {
				if texts[h.Path], err = readLines(ctx, w.Workspaces, w.Repository, tree, h.Path); err != nil {
					return nil, nil, err
				}
			}
			if all := texts[h.Path]; h.Line <= len(all) && isDefinition(all, h.Line-1, name) {
				out = append(out, h)
			}
		}
		if len(out) > 0 {
			break
		}
	}
	return texts, out, nil
}

// readDefinition shows a function, a type or a class by its name, wherever it stands.
func (w *work) readDefinition(ctx context.Context, tree string, a Action) (string, error) {
	name := strings.TrimSpace(a.Text)
	if i := strings.LastIndexAny(name, ".:"); i >= 0 { // of a package, or of a type
		name = name[i+1:]
	}
	if !bareName.MatchString(name) {
		return "", &workspace.UnusableError{Text: fmt.Sprintf("%q is no name; search finds what is none", clipText(a.Text, 80))}
	}
	files, err := w.findFiles(ctx, tree, a.Path)
	if err != nil {
		return "", err
	}
	meant := map[string]bool{}
	for _, e := range files {
		meant[coding.ShownPath(e.Path)] = true
	}
	texts, hits, err := w.findDefinitions(ctx, tree, name, meant)
	if err != nil {
		return "", err
	}
	if len(hits) == 0 {
		return fmt.Sprintf("no definition of %s was recognised in %d files; search finds where the name stands", name, len(files)), nil
	}
	var b strings.Builder
	for i, h := range hits {
		if i == definitionsMost {
			b.WriteString("(more of that name:")
			for _, h := range hits[i:] {
				fmt.Fprintf(&b, " %s:%d", h.Path, h.Line)
			}
			b.WriteString(")\n")
			break
		}
		from, to := spanOf(texts[h.Path], h.Line-1)
		said, err := w.readFile(ctx, tree, Action{Path: h.Path, From: from + 1, To: to + 1})
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&b, "%s\n%s", h.Path, said)
	}
	return clipMiddle(b.String()), nil
}

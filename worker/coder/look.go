package coder

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/worker/workspace"
)

func (w *work) readFile(ctx context.Context, tree string, a Action) (string, error) {
	text, err := w.Workspaces.Read(ctx, w.Repository, tree, a.Path)
	if err != nil {
		return "", err
	}
	if strings.ContainsRune(text, 0) {
		return "", &workspace.UnusableError{Text: a.Path + " is no text"}
	}
	all := splitLines(strings.TrimPrefix(text, mark))
	if a.From > len(all) {
		return "", &workspace.UnusableError{Text: fmt.Sprintf("%s has %d lines", a.Path, len(all))}
	}
	from := min(max(a.From, 1), max(len(all), 1))
	to := min(len(all), from+codeReadLines-1)
	if a.To >= from {
		to = min(to, a.To)
	}
	var b strings.Builder
	for i := from; i <= to; i++ {
		if b.Len() > codeReadBytes {
			to = i - 1
			break
		}
		fmt.Fprintf(&b, "%d: %s\n", i, strings.ToValidUTF8(all[i-1].body, "\uFFFD"))
	}
	if to < len(all) || from > 1 {
		fmt.Fprintf(&b, "(lines %d to %d of %d)\n", from, to, len(all))
	}
	if no := describeForeign(a.Path, text); no != "" {
		b.WriteString("(" + no + ")\n")
	}
	return clipMiddle(b.String()), nil
}

// findFiles returns the files that a path means: one, those below a folder, or those that a pattern matches. One
// that means none is told with what is near.
func (w *work) findFiles(ctx context.Context, tree, name string) ([]workspace.Entry, error) {
	all, err := w.Workspaces.Files(ctx, w.Repository, tree)
	if err != nil {
		return nil, err
	}
	name = strings.TrimSuffix(strings.TrimPrefix(name, "./"), "/")
	if name == "" || name == "." {
		return all, nil
	}
	var out []workspace.Entry
	for _, e := range all {
		shown := coding.ShownPath(e.Path)
		if e.Path == name || shown == name || strings.HasPrefix(e.Path, name+"/") || strings.HasPrefix(shown, name+"/") || matchesPattern(name, e.Path) {
			out = append(out, e)
		}
	}
	if len(out) > 0 {
		return out, nil
	}
	if strings.ContainsAny(name, "*?[") {
		return nil, &workspace.UnusableError{Text: fmt.Sprintf("no file matches %s (* stays in a folder, ** goes into all below)", name)}
	}
	return nil, &workspace.UnusableError{Text: fmt.Sprintf("there is no file and no folder %s%s", name, suggestPath(all, name))}
}

// matchesPattern matches a path part by part; "**" is any number of them. A pattern without a folder is one for names in
// any folder.
func matchesPattern(pattern, name string) bool {
	if !strings.ContainsAny(pattern, "*?[") {
		return false
	}
	if !strings.Contains(pattern, "/") {
		ok, err := path.Match(pattern, path.Base(name))
		return err == nil && ok
	}
	return matchParts(strings.Split(pattern, "/"), strings.Split(name, "/"))
}

func matchParts(pattern, name []string) bool {
	for len(pattern) > 0 {
		if pattern[0] == "**" {
			for i := range len(name) + 1 {
				if matchParts(pattern[1:], name[i:]) {
					return true
				}
			}
			return false
		}
		if len(name) == 0 {
			return false
		}
		if ok, err := path.Match(pattern[0], name[0]); err != nil || !ok {
			return false
		}
		pattern, name = pattern[1:], name[1:]
	}
	return len(name) == 0
}

func suggestPath(all []workspace.Entry, name string) string {
	var same []string
	for _, e := range all {
		if path.Base(e.Path) == path.Base(name) {
			same = append(same, coding.ShownPath(e.Path))
		}
	}
	const most = 3
	if len(same) == 0 {
		return ""
	}
	return "; files of that name are " + strings.Join(same[:min(len(same), most)], ", ")
}

func (w *work) listFiles(ctx context.Context, tree string, a Action) (string, error) {
	files, err := w.findFiles(ctx, tree, a.Path)
	if err != nil {
		return "", err
	}
	const most = 200
	if len(files) > most {
		return fmt.Sprintf("%d files, in these folders:\n", len(files)) + strings.Join(countFolders(files, codeMapDepth+strings.Count(a.Path, "/")), "\n"), nil
	}
	var out []string
	for _, e := range files {
		out = append(out, fmt.Sprintf("%s (%d bytes)", coding.ShownPath(e.Path), e.Size))
	}
	return strings.Join(out, "\n"), nil
}

func (w *work) searchFiles(ctx context.Context, tree string, a Action) (string, error) {
	files, err := w.findFiles(ctx, tree, a.Path)
	if err != nil {
		return "", err
	}
	meant := map[string]bool{}
	for _, e := range files {
		meant[coding.ShownPath(e.Path)] = true
	}
	hits, err := w.Workspaces.Search(ctx, w.Repository, tree, a.Text)
	if err != nil {
		return "", err
	}
	hits = slices.DeleteFunc(hits, func(h workspace.Hit) bool { return !meant[h.Path] })
	if !slices.ContainsFunc(hits, func(h workspace.Hit) bool { return h.Found }) {
		return fmt.Sprintf("nothing found in %d files", len(files)), nil
	}
	return formatHits(hits), nil
}

// Of many hits each file shows some, so that none drowns the others; where the rest is, is said by folder.
func formatHits(hits []workspace.Hit) string {
	count, places := 0, map[string]int{}
	var names []string
	for _, h := range hits {
		if h.Found {
			if count++; places[h.Path] == 0 {
				names = append(names, h.Path)
			}
			places[h.Path]++
		}
	}
	each := count
	if count > codeHits {
		each = max(codeHits/len(names), 1)
	}
	var b strings.Builder
	const long = 300 // a line of a file that a program made
	shown, total, last := map[string]int{}, 0, workspace.Hit{}
	for i, h := range hits {
		if h.Found {
			if shown[h.Path] == each || total == codeHits {
				continue
			}
			shown[h.Path]++
			total++
		} else if shown[h.Path] == each || total == codeHits || count > codeHits && !besideShown(hits, i) {
			continue
		}
		if last.Path != "" && (last.Path != h.Path || last.Line+1 != h.Line) {
			b.WriteString("--\n")
		}
		sign := "-"
		if h.Found {
			sign = ":"
		}
		text := h.Text
		if len(text) > long {
			text = strings.ToValidUTF8(text[:long], "") + " ..."
		}
		fmt.Fprintf(&b, "%s%s%d%s%s\n", h.Path, sign, h.Line, sign, text)
		last = h
	}
	if count == total {
		return clipMiddle(b.String())
	}
	var rest []workspace.Entry
	for _, n := range names {
		for range places[n] - shown[n] {
			rest = append(rest, workspace.Entry{Path: n})
		}
	}
	const folders = 20
	where := countFolders(rest, codeMapDepth)
	return clipMiddle(b.String()) + fmt.Sprintf("(%d more: %s)", count-total, strings.Join(where[:min(len(where), folders)], ", "))
}

// With many hits only the lines beside one are shown, and not what is around it.
func besideShown(hits []workspace.Hit, i int) bool {
	for _, j := range []int{i - 1, i + 1} {
		if j >= 0 && j < len(hits) && hits[j].Found && hits[j].Path == hits[i].Path {
			return true
		}
	}
	return false
}

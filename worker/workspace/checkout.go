package workspace

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/worker/fence"
)

// What git keeps of a file and what lies in a founder's folder may differ though nothing was changed: lines that end with
// CR and LF there, another encoding, an expanded $Id$. Git's own rules turn one into the other, by the attributes in the
// folder and two settings of the founder's. Programs that he has git run for it are not started: they are any program.

// git works on the copy as it stands in the founder's folder, and writes nothing there.
func (d Dir) openCheckout(g git, r coding.Repository) (git, error) {
	dir, err := filepath.Abs(g.dir)
	if err != nil {
		return g, err
	}
	if g.index != "" {
		if g.index, err = filepath.Abs(g.index); err != nil {
			return g, err
		}
	}
	g.dir, g.tree, g.in = dir, r.Source, r.Source
	g.allow = append(slices.Clone(g.allow), readLineEndSettings(g, r.Source)...)
	if own := filepath.Join(findStore(r.Source), "info", "attributes"); isFile(own) {
		g.allow = append(g.allow, "core.attributesFile="+own)
	}
	return g, nil
}

func isFile(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular()
}

// Settings in the folder and for all his folders count. Nothing else of what is set there is taken
// over. Where they cannot be read the files themselves show it.
func readLineEndSettings(g git, source string) []string {
	home, err := os.UserHomeDir()
	if err != nil {
		home = "/nonexistent"
	}
	var out []string
	for name, words := range map[string]string{"core.autocrlf": "true false input", "core.eol": "lf crlf native"} {
		said, err := fence.Own(g.ctx, []string{"HOME=" + home, "GIT_TERMINAL_PROMPT=0"}, nil, "git", "--git-dir="+findStore(source), "config", "--get", name)
		if word := strings.ToLower(strings.TrimSpace(string(said))); err == nil && slices.Contains(strings.Fields(words), word) {
			out = append(out, name+"="+word)
		}
	}
	return out
}

func (g git) hashClean(name string, text []byte) (string, error) {
	out, err := g.run(text, "hash-object", "--path="+name, "--stdin")
	return strings.TrimSpace(string(out)), err
}

func (g git) readSmudged(name, id string) ([]byte, error) {
	return g.run(nil, "cat-file", "--filters", "--path="+name, id)
}

// A founder may have git run a program over files.
func (g git) countFiltered(names ...string) (n int, err error) {
	if len(names) == 0 {
		return 0, nil
	}
	out, err := g.run([]byte(strings.Join(names, "\x00")+"\x00"), "check-attr", "-z", "--stdin", "filter")
	parts := strings.Split(string(out), "\x00") // name, attribute, value
	for i := 2; i < len(parts); i += 3 {
		if !slices.Contains([]string{"unspecified", "unset", "set", ""}, parts[i]) {
			n++
		}
	}
	return n, err
}

// Of the files of a "diff --numstat -z" only those count that no program has made another in the
// folder.
func (g git) countUnfiltered(stat []byte) (int, error) {
	var names []string
	for row := range strings.SplitSeq(strings.TrimRight(string(stat), "\x00"), "\x00") {
		if part := strings.SplitN(row, "\t", 3); len(part) == 3 {
			names = append(names, part[2])
		}
	}
	n, err := g.countFiltered(names...)
	return len(names) - n, err
}

// alike says that all line ends are the same.
func findLineEnd(text []byte) (end string, alike bool) {
	if bytes.IndexByte(text, 0) >= 0 {
		return "", false // no text, or one in units of two bytes
	}
	all, crlf := bytes.Count(text, []byte("\n")), bytes.Count(text, []byte("\r\n"))
	switch crlf {
	case 0:
		return "\n", true
	case all:
		return "\r\n", true
	}
	return "", false
}

// The text's line ends must be alike.
func setLineEnds(text, file []byte) ([]byte, bool) {
	want, known := findLineEnd(file)
	has, alike := findLineEnd(text)
	switch {
	case !known, !alike, bytes.IndexByte(file, '\n') < 0:
		return nil, false
	case want == has:
		return text, true
	case want == "\n":
		return bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")), true
	}
	return bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n")), true
}

// Git decides which sides of a change a file in the folder is; what is written there for the
// change is set too. None means that it is another.
func (f founders) matchSides(p *piece, text []byte) (is, was bool, err error) {
	p.put = p.is.text
	raw := func(s side) bool { return !s.isNone() && bytes.Equal(text, s.text) }
	if is, was := raw(p.is), raw(p.was); is || was {
		return is, was, nil
	}
	byLines := func(s side) bool {
		same, ok := setLineEnds(s.text, text)
		return ok && !s.isNone() && bytes.Equal(same, text)
	}
	is, was = byLines(p.is), byLines(p.was)
	if !is && !was {
		id, err := f.git.hashClean(p.path, text)
		if err != nil {
			return false, false, fmt.Errorf("see what git keeps of %s: %w", coding.ShownPath(p.path), err)
		}
		if is, was = id == p.is.id, id == p.was.id; was {
			if err := f.setForm(p); err != nil {
				return false, false, err
			}
		}
	}
	if put, ok := setLineEnds(p.put, text); ok {
		p.put = put
	}
	return is, was, nil
}

func (f founders) setForm(p *piece) (err error) {
	if p.is.isNone() {
		return nil
	}
	if p.put, err = f.git.readSmudged(p.path, p.is.id); err != nil {
		return fmt.Errorf("see how %s lies in %s: %w", coding.ShownPath(p.path), f.source, err)
	}
	return nil
}

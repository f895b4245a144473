package coder

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// What a round looks for by name.
const (
	doDefinition = "definition"
	doReplace    = "replace"
	doReplaceAll = "replace_all"
	doWrite      = "write"
	doRead       = "read"
	doDone       = "done"
	doGiveUp     = "give_up"
)

// deed is one thing that a model may want done. All that is known of it stands in its row: the page of
// the prompt, the form of a reply, what it does and what is remembered of it are made of that.
type deed struct {
	name  string
	after string // what stands behind the name: "path", or "path?" where it may be left out
	// fences are the texts below it: 1 is its text, 2 the words that are replaced and then the text. open says that
	// the text may be empty.
	fences int
	open   bool
	// find and text are what the texts are called where the action is called as a tool.
	find, text string
	says       string // on the page; {1} and {2} are its texts, {lines} what tells the lines of a file
	ends       bool   // it is the last of its turn
	spoken     bool   // its text is words for people
	looks      bool   // it changes nothing, and what cannot be looked at undoes nothing
	// do returns what the model sees of it and the tree that it leaves. What cannot be done is a *workspace.UnusableError.
	do       doing
	describe func(a Action) string // nil for its name and path
}

type doing func(w *work, ctx context.Context, tree string, a Action) (saw, made string, err error)

// What somebody may want done, in the order of his page.
type deeds []deed

// listDeeds holds those of whoever writes a change.
func listDeeds() deeds { return slices.Concat(listLooks(), listEdits(), listEndings()) }

func listLooks() deeds {
	return deeds{
		{
			name: doRead, after: "path", looks: true, do: lookOnly((*work).readFile),
			says: "a file, or only {lines}. Line numbers stand before each line and are no part of the file.",
			describe: func(a Action) string {
				switch {
				case a.To > 0:
					return fmt.Sprintf("read %s, lines %d to %d", a.Path, max(a.From, 1), a.To)
				case a.From > 1:
					return fmt.Sprintf("read %s from line %d on", a.Path, a.From)
				}
				return "read " + a.Path
			},
		},
		{
			name: "list", after: "path?", looks: true, do: lookOnly((*work).listFiles),
			says: "the files of a folder, or those that a pattern such as worker/**/*_test.go matches, with their sizes; without a path the folders.",
		},
		{
			name: "search", after: "path?", fences: 1, text: "pattern", looks: true, do: lookOnly((*work).searchFiles),
			says:     "lines that match an extended regular expression, with two lines around each; in a file, a folder, or what a pattern such as *.go matches, or everywhere.",
			describe: func(a Action) string { return strings.TrimSpace(fmt.Sprintf("search %q %s", a.Text, a.Path)) },
		},
		{
			name: doDefinition, after: "path?", fences: 1, text: "name", looks: true, do: lookOnly((*work).readDefinition),
			says: "the function, type or class whose name stands in {1}, whole and with its line numbers, without that you know where; in a file, a folder, or what a pattern matches, or everywhere.",
			describe: func(a Action) string {
				return strings.TrimSpace("definition of " + clipText(a.Text, 80) + " " + a.Path)
			},
		},
	}
}

func listEdits() deeds {
	return deeds{
		{
			name: doReplace, after: "path", fences: 2, find: "old", text: "new", open: true, do: (*work).replaceOnce,
			says: "in the file, the words of {1} become those of {2}. They must stand there exactly once, blanks and all: copy them, and take enough of what is around them. Where {2} is empty, they are taken out.",
			describe: func(a Action) string {
				return fmt.Sprintf("replace in %s: %d lines by %d", a.Path, countLines(a.Find), countLines(a.Text))
			},
		},
		{
			name: doReplaceAll, after: "path", fences: 2, find: "old", text: "new", open: true, do: (*work).replaceEverywhere,
			says: "the same at every place in a file, in a folder, or in all files that a pattern matches; . is all of them.",
			describe: func(a Action) string {
				return fmt.Sprintf("replace all in %s: %q by %q", a.Path, clipText(a.Find, 80), clipText(a.Text, 80))
			},
		},
		{
			name: doWrite, after: "path", fences: 1, text: "content", open: true, do: (*work).writeFile,
			says:     "{1} becomes the whole file. For new files and very short ones.",
			describe: func(a Action) string { return fmt.Sprintf("write %s, %d lines", a.Path, countLines(a.Text)) },
		},
		{name: "delete", after: "path", do: (*work).deleteFile, says: "the file goes."},
		{
			name: "run", fences: 1, text: "command", looks: true, do: lookOnly((*work).runCommand),
			says:     "a shell command, in a copy of the code as it is now that is thrown away: one test, a formatter, a look at a value. Without a network and without git's history, for two minutes. You see what it says and what it changed in files.",
			describe: func(a Action) string { return "run " + clipText(a.Text, 200) },
		},
		{name: "apply", do: (*work).applyRun, says: "what the last run changed in files becomes part of your change."},
		{name: "check", looks: true, do: lookOnly((*work).runChecks), says: "the repository's checks run on the code as it is now."},
	}
}

func listEndings() deeds {
	return deeds{
		{name: doDone, fences: 1, ends: true, says: "it is all there; in two sentences what was changed and why. The last action of its turn."},
		{
			name: string(StopNotSo), fences: 2, find: "test", text: "text", ends: true,
			says: "what the task says is wrong is not so: the code does it already, or what it describes does not happen. In {1} stands the name of a test that passes on the code as it was and shows it, as check names it; where there is none, write that test first and nothing else. {2} answers the founder in two or three sentences. The last action of its turn.",
		},
		{
			name: string(StopNeeds), fences: 1, ends: true,
			says: "only the founder has what it needs: a decision, a file, access, what he means; ask him for it in one or two sentences. Not for what you can find out or decide yourself. The last action of its turn.",
		},
		{
			name: string(StopUnsafe), fences: 1, ends: true,
			says: "to do it would harm those who use the code or rely on it; in one or two sentences whom and how. The last action of its turn.",
		},
		{name: doGiveUp, fences: 1, ends: true, says: "it cannot be done for another reason; in one sentence what is in the way. The last action of its turn."},
	}
}

func findDeed(name string) (deed, bool) { return listDeeds().find(name) }

func (all deeds) find(name string) (deed, bool) {
	i := slices.IndexFunc(all, func(d deed) bool { return d.name == name })
	if i < 0 {
		return deed{}, false
	}
	return all[i], true
}

func (all deeds) listNames() string {
	var names []string
	for _, d := range all {
		names = append(names, d.name)
	}
	return strings.Join(names, ", ")
}

// describe says on the page what may be asked for.
func (all deeds) describe() []string {
	var out []string
	for _, d := range all {
		line := "@@ " + d.name
		if d.after != "" {
			line += " " + strings.NewReplacer("path?", "[PATH]", "path", "PATH").Replace(d.after)
		}
		out = append(out, line+": "+d.explainFences())
	}
	return out
}

// explainFences says what an action is where its texts stand in fences.
func (d deed) explainFences() string {
	first, second := "the first fence", "the second"
	if d.fences == 1 {
		first = "the fence"
	}
	text := strings.NewReplacer("{lines}", "the lines FROM-TO behind its path", "{1}", first, "{2}", second).Replace(d.says)
	return strings.ReplaceAll(text, ". the ", ". The ")
}

// A lookOnly leaves the tree as it is.
func lookOnly(do func(w *work, ctx context.Context, tree string, a Action) (string, error)) doing {
	return func(w *work, ctx context.Context, tree string, a Action) (string, string, error) {
		saw, err := do(w, ctx, tree, a)
		return saw, tree, err
	}
}

// checkAction says what is wrong with an action, in sentences for the model.
func (d deed) checkAction(a Action) (out []string) {
	if d.after == "path" && strings.TrimSpace(a.Path) == "" {
		out = append(out, "needs a path")
	}
	if d.fences == 2 && strings.TrimSpace(a.Find) == "" && d.ends {
		out = append(out, "needs the name of a test that shows it")
	}
	if d.fences == 2 && a.Find == "" && !d.ends {
		out = append(out, "needs the words that are replaced")
	}
	if d.fences > 0 && !d.open && strings.TrimSpace(a.Text) == "" {
		out = append(out, "needs a text")
	}
	return out
}

func clipText(text string, n int) string {
	text = strings.Join(strings.Fields(text), " ")
	if len(text) <= n {
		return text
	}
	return strings.ToValidUTF8(text[:n], "") + " ..."
}

package coder

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/safetext"
	"github.com/frasier-cos/frasier/worker/workspace"
)

// What a reviewer of code says beside looking.
const (
	DoFinding = "finding"
	DoPass    = "pass"
	DoReturn  = "return"
	DoTest    = "test" // shows the finding before it, where somebody else's pull request is read
)

// listPullDeeds holds those of whoever reads a pull request of somebody else: he shows what he says by tests.
func listPullDeeds() deeds {
	out := listReviewDeeds()
	i := slices.IndexFunc(out, func(d deed) bool { return d.name == DoFinding })
	return slices.Insert(out, i+1, deed{
		name: DoTest, after: "path", fences: 1, spoken: true,
		says: "directly behind a finding: the fence is a whole file of a test that shows it, PATH a name that this repository's checks take for a test. It must fail on the code as it is, for the reason that the finding says, and pass once that is mended. It is run at once, on the code with the change and on that before it. A finding that no test can show, as a false sentence in a document, has none.",
	})
}

// DescribePullReview says the same as DescribeReview to whoever reads a pull request of somebody else.
func DescribePullReview() []string { return listPullDeeds().describe() }

// ReadPullReview reads a reply of his.
func ReadPullReview(text string) (Reply, error) { return readReview(text, listPullDeeds()) }

// listReviewDeeds holds those of whoever reads a change and makes none: he looks as the writer does, and what a command of
// his changes is gone with the copy in which it ran.
func listReviewDeeds() deeds {
	var out deeds
	for _, d := range listDeeds() {
		switch d.name {
		case doRead, "list", "search", doDefinition:
			out = append(out, d)
		case "run":
			d.do = lookOnly((*work).runUnapplied)
			d.says = "a shell command, in a copy of the code with the change that is thrown away: one test, a value, what a wrong input gives. Without a network and without git's history, for two minutes."
			out = append(out, d)
		}
	}
	return append(out,
		deed{
			name: DoFinding, after: "path", fences: 1, spoken: true,
			says: "PATH is a file and its line, as price/price.go:42, and behind it what kind it is: " + strings.Join(coding.FindingKinds(), ", ") + ". The fence says in one or two sentences what is wrong there, for which input or for whom, and what should be there. What is missing has the place where it belongs.",
		},
		deed{name: DoPass, after: "path", fences: 1, ends: true, spoken: true, says: "PATH is the line of the change that does what was asked, as price/price.go:42; the fence says in one sentence why its test shows it, or what does where there is none. The last action."},
		deed{name: DoReturn, fences: 1, ends: true, spoken: true, says: "in one sentence what must change, after the findings that say where. The last action."},
	)
}

// DescribeReview says on a reviewer's page what he may ask for and say.
func DescribeReview() []string { return listReviewDeeds().describe() }

// ReadReview reads a reviewer's reply. What cannot be read is a *FormError.
func ReadReview(text string) (Reply, error) { return readReview(text, listReviewDeeds()) }

func readReview(text string, known deeds) (Reply, error) {
	p := parser{lines: strings.Split(text, "\n"), deeds: known, most: codeReviewActions}
	r, err := p.readReply()
	for i := range r.Actions {
		r.Actions[i].cutPlace()
	}
	return r, err
}

// cutPlace takes kind and line from behind the path of what names a place.
func (a *Action) cutPlace() {
	if a.Do != DoFinding && a.Do != DoPass {
		return
	}
	if words := strings.Fields(a.Path); len(words) > 1 && slices.Contains(coding.FindingKinds(), strings.ToLower(words[len(words)-1])) {
		a.Find = strings.ToLower(words[len(words)-1])
		a.Path = strings.TrimSpace(strings.TrimSuffix(a.Path, words[len(words)-1]))
	}
	a.cutRange()
}

// IsLook reports whether an action only looks at something.
func (a Action) IsLook() bool {
	d, is := listReviewDeeds().find(a.Do)
	return is && d.looks
}

// Describe is the line that an action is remembered by.
func (a Action) Describe() string { return a.describe() }

// Reader looks at code for somebody who changes none of it.
type Reader struct {
	Workspaces workspace.Dir
	Repository coding.Repository
	Tree       string
	// Run runs a command in a copy of a tree; nil where none can be run.
	Run func(ctx context.Context, tree, command string) (said, made string, err error)
}

// Look carries out those actions that look, and returns what was to be seen. What cannot be looked at says why.
func (r Reader) Look(ctx context.Context, all []Action) (string, error) {
	w := work{Task: Task{Workspaces: r.Workspaces, Repository: r.Repository, Run: r.Run}}
	var saw []string
	for _, a := range all {
		d, _ := listReviewDeeds().find(a.Do)
		if !d.looks {
			continue
		}
		text, _, err := d.do(&w, ctx, r.Tree, a)
		var no *workspace.UnusableError
		if errors.As(err, &no) {
			text, err = "Not done: "+no.Text+".", nil
		}
		if err != nil {
			return "", err
		}
		saw = append(saw, "== "+a.describe()+"\n"+text)
	}
	return strings.Join(cutEach(saw, codeLookBytes), "\n"), nil
}

// CountLines returns how many lines a file of the tree has, and -1 where there is no such file of text.
func (r Reader) CountLines(ctx context.Context, name string) (int, error) {
	text, err := r.Workspaces.Read(ctx, r.Repository, r.Tree, name)
	var no *workspace.UnusableError
	if errors.As(err, &no) || err == nil && strings.ContainsRune(text, 0) {
		return -1, nil
	}
	return len(splitLines(text)), err
}

// What a reviewer's command changed is not even kept.
func (w *work) runUnapplied(ctx context.Context, tree string, a Action) (string, error) {
	if w.Run == nil {
		return "", &workspace.UnusableError{Text: "no command can be run here"}
	}
	said, _, err := w.Run(ctx, tree, a.Text)
	return cutMiddle(safetext.Neutral(strings.ToValidUTF8(said, "\uFFFD")), codeRunBytes), err
}

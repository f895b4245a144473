package repository

import (
	"fmt"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
)

// begunOtherwise are the changes of a repository that are tried by other checks than it has now: those under way, and those that stopped.
func begunOtherwise(r coding.Repository, begun []coding.CodeRun) (goes, stopped []coding.CodeRun) {
	for _, b := range begun {
		s, p := b.Change.Step, b.Change.Placed
		switch {
		case b.Repository != r.Name || p == nil || p.SameTrying(r):
		case s.State == org.StepFailed:
			stopped = append(stopped, b)
		case !s.State.Ended():
			goes = append(goes, b)
		}
	}
	return goes, stopped
}

// describeChecksCount says which checks count for what has begun: those that it began with hold until somebody takes it up again.
func describeChecksCount(r coding.Repository, begun []coding.CodeRun, redo string) string {
	goes, stopped := begunOtherwise(r, begun)
	text := ""
	if len(goes) > 0 {
		was := goes[0].Change.Placed.Checks.Value
		text += fmt.Sprintf("\n%s goes on with what it began with (%s), and takes the new one in its next try, or when somebody takes it up again after a break.", nameRuns(goes), wording.OneLine(strings.Join(was, "; ")))
	}
	if len(stopped) > 0 {
		text += fmt.Sprintf("\n%s stopped with the old one (%s). "+redo, nameRuns(stopped), wording.OneLine(strings.Join(stopped[0].Change.Placed.Checks.Value, "; ")))
	}
	return text
}

func nameRuns(all []coding.CodeRun) string {
	const most = 4
	var names []string
	for _, b := range all[:min(len(all), most)] {
		names = append(names, fmt.Sprintf("%s %s", b.Change.Step.ID, wording.Plain(wording.ShortenLine(wording.StepTitle(b.Change.Step), wording.TitleMost))))
	}
	if more := len(all) - most; more > 0 {
		names = append(names, fmt.Sprintf("%d more", more))
	}
	return strings.Join(names, ", ")
}

// ChatChecksCount adds to what is said of a repository whose checks were set which of them count for what has begun, and the buttons that let what
// stopped go on.
func ChatChecksCount(r coding.Repository, begun []coding.CodeRun) org.Reply {
	const most = 5 // buttons in a row
	out := org.Reply{Text: describeChecksCount(r, begun, "A button lets it go on with the new one.")}
	_, stopped := begunOtherwise(r, begun)
	slices.Reverse(stopped) // the newest are meant
	for _, b := range stopped[:min(len(stopped), most)] {
		id := string(b.Change.Step.ID)
		out.Card.Buttons = append(out.Card.Buttons, org.Button{Label: "Try " + id + " again", Command: org.CommandRedo + " " + id, Style: org.StyleGood})
	}
	return out
}

// CodeChecksCount says the same in the shell.
func CodeChecksCount(r coding.Repository, begun []coding.CodeRun) string {
	_, stopped := begunOtherwise(r, begun)
	if len(stopped) == 0 {
		return describeChecksCount(r, begun, "")
	}
	return describeChecksCount(r, begun, "It goes on with the new one by: frasier redo "+string(stopped[len(stopped)-1].Change.Step.ID))
}

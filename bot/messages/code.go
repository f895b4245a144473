package messages

import (
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/reports"
)

// CodeNeedsStep refuses a command without a step or project.
func CodeNeedsStep(command string) string {
	return fmt.Sprintf("%s needs a step or a project: frasier %s s12", command, command)
}

// CodePatchMissing refuses a roadmap whose patch is not beside it.
func CodePatchMissing(name, item string) string {
	return fmt.Sprintf("%q names the patch %s, which is not beside the roadmap; put it there", item, name)
}

// CodeNotOrdered refuses a repository for an order that changes no code.
func CodeNotOrdered() string {
	return "nothing in this order changes code, so it needs no repository: mark items with !code"
}

// CodeWhichRepository refuses an order that changes code without saying where.
func CodeWhichRepository(known []string) string {
	text := "this order changes code; say in which repository: --repo FOLDER"
	if len(known) > 0 {
		text += ", or one of " + strings.Join(known, ", ")
	}
	return text
}

// ChatWhichRepository asks which repository an order that changes code is about.
func ChatWhichRepository(known []string) string {
	return "In which repository do you want that changed: " + strings.Join(known, " or ") + "?"
}

// ChatBaseUnknown refuses an order that is to start on a branch that is none of ours.
func ChatBaseUnknown(named string, r coding.Repository, all []coding.Branch) string {
	const most = 5
	known := []string{"`base: " + wording.OneLine(r.Ref) + "`"}
	for _, b := range all {
		if b.Repository == r.Name && len(known) <= most {
			known = append(known, fmt.Sprintf("`base: %s` (%s)", b.Project, wording.Plain(wording.ShortenLine(b.Title, wording.TitleMost))))
		}
	}
	return fmt.Sprintf("I left nothing in %s that is called %s, so I haven't begun. Say it again with one of these lines: %s.", wording.Plain(r.Name), wording.Plain(named), strings.Join(known, ", "))
}

// ChatReadOnly refuses an order that changes code in a repository whose level is read-only.
func ChatReadOnly(name string) string {
	return fmt.Sprintf("%s is read-only: I change nothing there, so I haven't begun. `!repo %s level edit` lets me.", wording.Plain(name), wording.OneLine(name))
}

// RepositoryAsked tells what came of an address that was named in a chat.
func RepositoryAsked(f reports.RepositoryFacts) string {
	if f.Shown != nil {
		return wording.ShownNote(*f.Shown)
	}
	if f.Trying > 0 {
		return fmt.Sprintf("I can't get at %s yet: %s. I'll keep trying for %d minutes and tell you here what comes of it.", wording.Plain(coding.AddressShown(f.Source)),
			strings.TrimRight(wording.Plain(strings.ReplaceAll(f.Why, f.Source, coding.AddressShown(f.Source))), "."), int(f.Trying.Minutes()))
	}
	if f.Why != "" {
		return fmt.Sprintf("I can't work on %s: %s.", wording.Plain(coding.AddressShown(f.Source)), strings.TrimRight(wording.Plain(strings.ReplaceAll(f.Why, f.Source, coding.AddressShown(f.Source))), "."))
	}
	if f.Environment != nil {
		lines := wording.EnvironmentTried(f.Repository, *f.Environment)
		return fmt.Sprintf("I tried the checks of %s.\n%s", wording.Plain(f.Repository.Name), wording.Plain(strings.Join(lines, "\n")))
	}
	return "I can work on it now. " + wording.ChatRepository(f.Repository) + fmt.Sprintf("\nSay what you want changed: \"In %s, ...\"", wording.Plain(f.Repository.Name))
}

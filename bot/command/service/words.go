package service

import (
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/coding"
)

// List says which services run, which could, and which are proposed.
func List(all []coding.Repository, shown []coding.Shown, proposed map[string][]coding.Service, elsewhere []Elsewhere) wording.Message {
	var live, ended, can, offered []string
	for _, s := range shown {
		if s.State.IsLive() {
			live = append(live, wording.DescribeShown(s))
		} else {
			ended = append(ended, wording.DescribeShown(s))
		}
	}
	for _, r := range all {
		for _, s := range r.Policy.Services {
			if _, known := coding.KnownServices()[s.Name]; s.Port > 0 && !known {
				can = append(can, fmt.Sprintf("`!services start %s %s`: it %s", s.Name, wording.OneLine(r.Name), s.DescribeLife()))
			}
		}
		for _, s := range listOpen(r, proposed[r.ID]) {
			offered = append(offered, fmt.Sprintf("`!services take %s %s`: %s", s.Name, wording.OneLine(r.Name), wording.Plain(wording.Clip(s.Command, wording.TitleMost))))
		}
	}
	var lines []string
	switch {
	case len(live) > 0:
		lines = append(lines, "You can look at:\n"+bullets(live))
	case len(can) == 0 && len(offered) == 0:
		lines = append(lines, "No repository has a service that you could look at. Name one: `!repo shop service web port=3000 ready=http:/ npm start`.")
	default:
		lines = append(lines, "Nothing runs for you to look at.")
	}
	if len(elsewhere) > 0 {
		var there []string
		for _, e := range elsewhere {
			there = append(there, describeElsewhere(e))
		}
		lines = append(lines, "Elsewhere, as the program says that made the change:\n"+bullets(there))
	}
	if len(offered) > 0 {
		lines = append(lines, "Proposed by the repository; it runs only after your yes:\n"+bullets(offered))
	}
	if len(can) > 0 {
		lines = append(lines, "To start one, with p3 or s12 behind it for their code:\n"+bullets(can))
	}
	more := ""
	if len(ended) > 0 {
		more = wording.ListBelow("Ended", ended)
	}
	return wording.Message{Text: strings.Join(lines, "\n"), More: more}
}

// describeElsewhere names a service of somebody else: its address is shown, and nothing of ours opens it.
func describeElsewhere(e Elsewhere) string {
	text := fmt.Sprintf("%s of %s (%s, %s): `%s`", wording.Plain(e.Name), e.Step, wording.Plain(e.Repository), wording.Plain(e.By), strings.ReplaceAll(e.URL, "`", "'"))
	if e.State != "" {
		text += ", " + wording.Plain(e.State)
	}
	return text
}

func bullets(all []string) string { return "- " + strings.Join(all, "\n- ") }

// How says how services are started and stopped.
func How() string {
	return "Write `!services start web` (with the repository behind it where two have one, and p3 or s12 for their code), `!services stop v3`, `!services logs v3`, or `!services take web` for one that the repository proposes. `!services` lists all."
}

// Asked confirms that a service is asked for, or names the one that is there.
func Asked(s coding.Shown) string {
	if s.State == coding.ShownReady {
		return wording.DescribeShown(s)
	}
	return fmt.Sprintf("I start %s of %s, branch %s (%s), and tell you here when you can look at it. `!services` shows how far it is.", wording.Plain(s.Name), wording.Plain(s.Repository), wording.Plain(s.Branch), s.ID)
}

// Stopping confirms that a service ends.
func Stopping(s coding.Shown) string {
	return fmt.Sprintf("I end %s of %s (%s).", wording.Plain(s.Name), wording.Plain(s.Repository), s.ID)
}

// EndedAlready refuses to stop what has ended.
func EndedAlready(s coding.Shown) string {
	return fmt.Sprintf("It isn't running: %s.", wording.DescribeShown(s))
}

// Unknown says that there is no such service.
func Unknown(id string) string {
	return fmt.Sprintf("I know no service %s. `!services` lists them, each with its number (v3).", wording.Plain(wording.Clip(id, wording.TitleMost)))
}

// NoCode says that a project or a step has no code that could run.
func NoCode(subject string) string {
	return fmt.Sprintf("%s has no code in that repository that could run: a project has once something of it is merged, a step once work on it has begun.", subject)
}

// WhichService says that no repository has such a service, or that several do.
func WhichService(name, in string, all, found []coding.Repository) string {
	if len(found) > 1 {
		return fmt.Sprintf("%s: say which one, such as `!services start %s %s`.", several(found), wording.OneLine(name), wording.OneLine(found[0].Name))
	}
	where := "any repository"
	if in != "" {
		where = wording.Plain(in)
	}
	if len(all) == 0 {
		return "I know no repository yet. Add one: `!repo add github.com/you/name`"
	}
	return fmt.Sprintf("I know no service %s with a port in %s. Name one: `!repo %s service %s port=3000 ready=http:/ npm start`. `!services` lists those that I know.", wording.Plain(name), where, wording.OneLine(all[0].Name), wording.OneLine(name))
}

func several(found []coding.Repository) string {
	var names []string
	for _, r := range found {
		names = append(names, wording.Plain(r.Name))
	}
	return "It is in " + wording.List(names)
}

// Taken confirms a founder's yes.
func Taken(r coding.Repository, s coding.Service) string {
	text := fmt.Sprintf("%s is a service of %s now: %s.", wording.Plain(s.Describe()), wording.Plain(r.Name), wording.Plain(wording.Clip(s.Command, wording.TitleMost)))
	if s.Port > 0 {
		text += fmt.Sprintf(" `!services start %s %s` has it run.", s.Name, wording.OneLine(r.Name))
	}
	return text
}

// Said shows the last that a service said.
func Said(s coding.Shown) string {
	if s.Tail == "" {
		return wording.DescribeShown(s) + "\nIt has said nothing that I kept."
	}
	return wording.DescribeShown(s) + "\nThe last that it said:\n" + wording.Plain(s.Tail)
}

const (
	labelStop     = "Stop"
	checksUntried = "not tried yet"
)

func startLabel(s coding.Service) string { return "Start " + s.Name }

func takeLabel(s coding.Service) string {
	return "Take " + s.Name + ": " + wording.Clip(s.Command, wording.TitleMost)
}

func describeLevel(r coding.Repository) string {
	if r.ReadOnly() {
		return "read-only: I change nothing there"
	}
	return "edit: I may change it"
}

package messages

import (
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/reports"
)

// ChatRepository shows one repository in a chat. A folder of a machine is not named.
func ChatRepository(r coding.Repository) string {
	lines := []string{fmt.Sprintf("**%s**, branch %s. %s", wording.Plain(r.Name), wording.Plain(r.Ref), chatChecked(r))}
	if r.CanPush() {
		lines = append(lines, fmt.Sprintf("It lies at %s.", wording.Plain(coding.AddressShown(r.Source))))
		if r.Policy.Push {
			lines = append(lines, fmt.Sprintf("When a project has ended I push its branch frasier/... there; `!repo %s push off` ends that.", wording.OneLine(r.Name)))
		} else {
			lines = append(lines, fmt.Sprintf("I push nothing there; `!repo %s push on` has me push a project's branch frasier/... when it has ended.", wording.OneLine(r.Name)))
		}
	}
	limit := int(org.CheckLimit.Minutes())
	if r.Policy.Minutes > 0 {
		limit = r.Policy.Minutes
	}
	return strings.Join(append(lines, fmt.Sprintf("A check may take %s.", prose.Count(limit, "minute"))), "\n")
}

// ChatRepositoryHow says what of a repository can be changed in a chat.
func ChatRepositoryHow(r coding.Repository) string {
	n := wording.OneLine(r.Name)
	text := fmt.Sprintf("Of %s you can change here: `!repo %s check go test ./...` (the command that checks it) and `!repo %s minutes 20` (for one check).", n, n, n)
	if r.CanPush() {
		text += fmt.Sprintf(" And `!repo %s push on`.", n)
	}
	return text + " The rest is set on the machine: `frasier repo set`."
}

// ChatRepositoryUnknown says that there is no such repository.
func ChatRepositoryUnknown(name string, all []coding.Repository) string {
	if len(all) == 0 {
		return "I know no repository yet. Add one: `!repo add github.com/you/name`"
	}
	var known []string
	for _, r := range all {
		known = append(known, wording.Plain(r.Name))
	}
	if name == "" {
		return "Which one? I know " + strings.Join(known, ", ") + "."
	}
	return fmt.Sprintf("I know no repository called %s. I know %s.", wording.Plain(wording.Clip(name, wording.TitleMost)), strings.Join(known, ", "))
}

// RepositoryNeedsAddress says how a repository is added in a chat.
func RepositoryNeedsAddress(hosts []string) string {
	return fmt.Sprintf("Give me its address: `!repo add %s/you/name`. A folder of a machine is added there: `frasier repo add FOLDER`.", append(hosts, "host")[0])
}

// RepositoryRefused says what is wrong with an address.
func RepositoryRefused(why string) string { return "I can't take that: " + wording.Plain(why) + "." }

// RepositoryForeign refuses a host that nobody named.
func RepositoryForeign(host string, hosts []string) string {
	from := "none yet"
	if len(hosts) > 0 {
		from = strings.Join(hosts, ", ")
	}
	return fmt.Sprintf("From a chat I take repositories of these hosts: %s. Whoever runs me adds %s with FRASIER_FORGES, or the repository itself on the machine.", from, wording.Plain(host))
}

// RepositoryLooking confirms that an address is looked at.
func RepositoryLooking(address string) string {
	return fmt.Sprintf("I'll have a look at %s and tell you here whether I can work on it.", wording.Plain(coding.AddressShown(address)))
}

// RepositoryAsked tells what came of an address that was named in a chat.
func RepositoryAsked(f reports.RepositoryFacts) string {
	if f.Trying > 0 {
		return fmt.Sprintf("I can't get at %s yet: %s. I'll keep trying for %d minutes and tell you here what comes of it.", wording.Plain(coding.AddressShown(f.Source)),
			strings.TrimRight(wording.Plain(strings.ReplaceAll(f.Why, f.Source, coding.AddressShown(f.Source))), "."), int(f.Trying.Minutes()))
	}
	if f.Why != "" {
		return fmt.Sprintf("I can't work on %s: %s.", wording.Plain(coding.AddressShown(f.Source)), strings.TrimRight(wording.Plain(strings.ReplaceAll(f.Why, f.Source, coding.AddressShown(f.Source))), "."))
	}
	return "I can work on it now. " + ChatRepository(f.Repository) + fmt.Sprintf("\nSay what you want changed: \"In %s, ...\"", wording.Plain(f.Repository.Name))
}

// RepositoryInUse refuses to remove a repository that is worked in.
func RepositoryInUse(name string) string {
	return fmt.Sprintf("A project still works in %s. Cancel it or let it end, then remove the repository.", wording.OneLine(name))
}

// RepositoryRemoved confirms that a repository is known no more.
func RepositoryRemoved(r coding.Repository) string {
	return fmt.Sprintf("%s is removed: no new work begins there. What was done in it stays in its projects, and the code itself is untouched.", wording.OneLine(r.Name))
}

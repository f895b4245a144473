package repository

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/moment"
	"github.com/frasier-cos/frasier/internal/org"
)

// CodeAdded says that a repository is known now, and how its code is checked; notes say what of it
// is not looked at.
func CodeAdded(r coding.Repository, notes ...string) string {
	from := "I work in a copy of my own; " + r.Source + " stays as it is."
	switch r.Kind {
	case coding.RepositoryPath:
	case coding.RepositoryURL:
		from = "I work in a copy of my own, and look at " + r.Source + " again before each change."
	case coding.RepositoryFolder:
		from = r.Source + " has no git repository, so I keep its files in one of mine; the folder stays as it is."
	}
	if r.Policy.Push {
		from += " " + pushes(r)
	}
	return strings.Join(append([]string{fmt.Sprintf("%s, branch %s. %s", r.Name, r.Ref, from), checkedBy(r)}, notes...), "\n") + "\n"
}

// CodeUncommitted says that changes in a founder's own folder are left alone.
func CodeUncommitted(files int, commit string) string {
	return fmt.Sprintf("%s committed there: I work from commit %s and leave the folder alone.", wording.CountOf(files, "changed file isn't", "changed files aren't"), commit)
}

// CodeSubmodules says that submodules are left out.
func CodeSubmodules(n int) string {
	return fmt.Sprintf("It has %s; where they belong stays empty here.", wording.CountOf(n, "submodule", "submodules"))
}

// CodeLarge says what becomes of files of Git LFS.
func CodeLarge() string {
	return "Git LFS keeps some of its files: I leave them as they are, and checks see those that git lfs pull has put into your folder."
}

func checkedBy(r coding.Repository) string {
	if len(r.Checks) == 0 {
		return fmt.Sprintf("I know no way to check it, so I can merge nothing there: frasier repo set %s check \"go test ./...\", with the command that checks it.", r.Name)
	}
	return "Checked by: " + strings.Join(r.Checks, "; ")
}

// CodeRepositories lists the repositories, with how their checks ended when they were tried.
func CodeRepositories(all []coding.Repository, tried map[string]coding.Environment) string {
	if len(all) == 0 {
		return "No repository is known. Add one: frasier repo add FOLDER, or frasier repo add https://host/owner/name.git\n"
	}
	var b strings.Builder
	for _, r := range all {
		fmt.Fprintf(&b, "%s: %s (%s), branch %s%s\n  %s\n", r.Name, r.Source, r.Kind, r.Ref, describeLevel(r), checkedBy(r))
		if e, is := tried[r.ID]; is && len(r.Checks) > 0 {
			fmt.Fprintf(&b, "  %s\n", wording.EnvironmentLine(r, e))
		}
	}
	return b.String()
}

// ChatRepositories lists the repositories in a chat, where no folder of a machine is named.
// Asked are those that nobody could look at yet.
func ChatRepositories(all []coding.Repository, asked ...coding.Request) string {
	var waits []string
	for _, r := range asked {
		waits = append(waits, fmt.Sprintf("- %s: asked for %s; I haven't got at it yet and keep trying", wording.Plain(coding.AddressShown(r.Source)), moment.Mark(r.At, moment.Minute)))
	}
	if len(all) == 0 && len(waits) > 0 {
		return "No repository is ready yet:\n" + strings.Join(waits, "\n")
	}
	if len(all) == 0 {
		return "No repository is known yet. Add one by its address: `!repo add github.com/you/name`. A folder is added on its machine: `frasier repo add FOLDER`"
	}
	lines := []string{"I may change code in:"}
	for _, r := range all {
		lines = append(lines, fmt.Sprintf("- **%s**, branch %s%s. %s", wording.Plain(r.Name), wording.Plain(r.Ref), describeLevel(r), wording.DescribeChecks(r)))
	}
	return strings.Join(append(lines, waits...), "\n")
}

// CodeSet confirms the settings of a repository.
func CodeSet(r coding.Repository) string {
	where := "Changes stay in a copy of mine."
	switch r.Policy.Isolation {
	case coding.NotIsolated:
		where = "What is merged comes into " + r.Source + " too; what has begun goes on as it was decided."
	case coding.Isolated:
		where = "Changes stay in a copy of mine, whatever a chat says; what has begun goes on as it was decided."
	}
	minutes := fmt.Sprintf("A check may take %d minutes.", cmp.Or(r.Policy.Minutes, int(org.CheckLimit.Minutes())))
	if r.CanPush() {
		where = pushes(r)
	}
	lines := []string{r.Name + ", branch " + r.Ref + ".", where, minutes, checkedBy(r)}
	if beside := r.Policy.DescribeServices(); beside != "" {
		lines = append(lines, beside)
	}
	if hooks := r.Policy.DescribeHooks(); hooks != "" {
		lines = append(lines, hooks)
	}
	if away := r.Policy.DescribeCleanup(); away != "" {
		lines = append(lines, away)
	}
	if tests := r.Policy.Tests; len(tests) > 0 {
		lines = append(lines, "Tests are, besides what is one by its name: "+strings.Join(tests, ", ")+".")
	}
	return strings.Join(lines, "\n") + "\n" + describeSwitches(r)
}

// CodeSetHow refuses a setting of a repository that there is not.
func CodeSetHow() string {
	return "usage: frasier repo set NAME check COMMAND... | ref BRANCH | isolated on|off|default | minutes N|default | push on|off|onto | pr none|ask|draft|ready|open | pr base BRANCH|default | pr scope project|step | pr words on|off | pr template on|off | cleanup none|done|merged | cleanup services|workspace|branch on|off | orderers ID,ID|none | issue-cap USD|none | label NAME|default | service postgres|redis|\"NAME port=N ready=http:/PATH COMMAND\"... | service none | tests GLOB...|none | smoke \"GET /PATH 200 contains WORDS\"|none | setup on|off | red on|off | level read-only|edit | coder claude|codex|opencode|remote|embedded|auto | hook before_checks|teardown|change_made|after_step COMMAND|none | hook none"
}

// CodeUnknown says that there is no such repository.
func CodeUnknown(name string, known []string) string {
	if len(known) == 0 {
		return fmt.Sprintf("I know no repository %s, and no other: frasier repo add FOLDER", name)
	}
	return fmt.Sprintf("I know no repository %s; I know %s", name, strings.Join(known, ", "))
}

// pushes says what becomes of the branches of a repository that is known by its address.
func pushes(r coding.Repository) string {
	if r.Policy.Push {
		text := fmt.Sprintf("When a project has ended I push its branch frasier/... to %s, and no other.", coding.AddressHost(r.Source))
		if r.Policy.Onto {
			text = fmt.Sprintf("When a project has ended I push its changes straight onto %s at %s, and onto no other branch. Where somebody else has commits there that I have not, I push nothing and say so.", r.Ref, coding.AddressHost(r.Source))
		}
		if pull := r.Policy.DescribePulls(); pull != "" {
			text += " " + pull
		}
		return strings.TrimSpace(text + " " + r.Policy.DescribeOrderers())
	}
	text := "Nothing is pushed: frasier repo set " + r.Name + " push on changes that."
	if pull := r.Policy.DescribePulls(); pull != "" {
		text += " Then this holds: " + strings.ToLower(pull[:1]) + pull[1:]
	}
	return text
}

// PushNowhere refuses to push the branches of a repository that was added from a folder.
func PushNowhere(name string) string {
	return fmt.Sprintf("%s comes from a folder, so there is nowhere to push to; add it by its address (https://... or git@host:...) for that", wording.OneLine(name))
}

// OntoWithPulls refuses pull requests where changes go straight onto the branch that work starts from.
func OntoWithPulls(name string) string {
	n := wording.OneLine(name)
	return fmt.Sprintf("a pull request needs a branch of its own, and \"push onto\" makes none: frasier repo set %s pr none, or frasier repo set %s push on", n, n)
}

// OntoInATerminal refuses to have changes pushed straight onto a founder's branch by a chat.
func OntoInATerminal(r coding.Repository) string {
	n := wording.OneLine(r.Name)
	return fmt.Sprintf("That would push straight onto %s, so it is set on the machine: `frasier repo set %s push onto`. `!repo %s push on` gives each project a branch of its own.", wording.Plain(r.Ref), n, n)
}

// ChatRepositoryHow says what of a repository can be changed in a chat.
func ChatRepositoryHow(r coding.Repository) string {
	n := wording.OneLine(r.Name)
	text := fmt.Sprintf("Of %s you can change here: `!repo %s check go test ./...` (the command that checks it), `!repo %s minutes 20` (for one check), `!repo %s service postgres` (what runs beside it), `!repo %s smoke GET /health 200` (what a merged change must answer), `!repo %s hook before_checks make db` (a command on an event), `!repo %s tests checks/**` (which files are tests, where their names don't say so) and `!repo %s level read-only`.", n, n, n, n, n, n, n, n)
	if r.CanPush() {
		text += fmt.Sprintf(" And `!repo %s push on`, and `!repo %s pr draft` to have its branches become draft pull requests (or `ask`, `ready`, `open`), `!repo %s cleanup merged` to have put away what a merged one left, `!repo %s orderers 583231` for the numbers of accounts that may order by issues, `!repo %s label NAME` for another label than `frasier` that orders one, and `!repo %s issue-cap 5` for what one issue may cost.", n, n, n, n, n, n)
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

// NeedsAddress says how a repository is added in a chat.
func NeedsAddress(hosts []string) string {
	return fmt.Sprintf("Give me its address: `!repo add %s/you/name`. A folder of a machine is added there: `frasier repo add FOLDER`.", append(hosts, "host")[0])
}

// Refused says what is wrong with an address.
func Refused(why string) string { return "I can't take that: " + wording.Plain(why) + "." }

// Foreign refuses a host that nobody named.
func Foreign(host string, hosts []string) string {
	from := "none yet"
	if len(hosts) > 0 {
		from = strings.Join(hosts, ", ")
	}
	return fmt.Sprintf("From a chat I take repositories of these hosts: %s. Whoever runs me adds %s with FRASIER_FORGES, or the repository itself on the machine.", from, wording.Plain(host))
}

// Looking confirms that an address is looked at.
func Looking(address string) string {
	return fmt.Sprintf("I'll have a look at %s and tell you here whether I can work on it.", wording.Plain(coding.AddressShown(address)))
}

// InUse refuses to remove a repository that is worked in.
func InUse(name string) string {
	return fmt.Sprintf("A project still works in %s. Cancel it or let it end, then remove the repository.", wording.OneLine(name))
}

// Removed confirms that a repository is known no more.
func Removed(r coding.Repository) string {
	return fmt.Sprintf("%s is removed: no new work begins there. What was done in it stays in its projects, and the code itself is untouched.", wording.OneLine(r.Name))
}

func describeLevel(r coding.Repository) string {
	if r.ReadOnly() {
		return ", read-only"
	}
	return ""
}

func describeSwitches(r coding.Repository) (out string) {
	if r.ReadOnly() {
		out += r.DescribeReadOnly() + "\n"
	}
	if r.Policy.Coder == coding.CoderRemote {
		out += fmt.Sprintf("A program elsewhere makes its changes, over the API: frasier token add NAME --repo %s makes the token for it. docs/code.md says more.\n", r.Name)
	}
	if r.Policy.NoSetup {
		out += fmt.Sprintf("I fetch no packages for its checks: frasier repo set %s setup on changes that.\n", r.Name)
	}
	if r.Policy.RedBase {
		out += fmt.Sprintf("I also begin where none of its checks passes: frasier repo set %s red off changes that.\n", r.Name)
	}
	return out
}

// Tried says what was fetched for a repository's checks, and how they end on the code as it is.
func Tried(r coding.Repository, e coding.Environment) []string { return wording.EnvironmentTried(r, e) }

// Untried says why the checks of a repository were not tried.
func Untried(why string) string { return "I could not try its checks: " + why + "." }

// SetupCancelled confirms that what was made for a repository's checks is called off.
func SetupCancelled(name string) string {
	return fmt.Sprintf("I stopped fetching packages for %s and trying its checks. frasier repo setup %s begins again.", wording.OneLine(name), wording.OneLine(name))
}

// SetupIdle says that there is nothing to call off.
func SetupIdle(name string) string {
	return fmt.Sprintf("nothing is being fetched or tried for %s", wording.OneLine(name))
}

// ChatSetup confirms that the checks of a repository are tried.
func ChatSetup(r coding.Repository) string {
	return fmt.Sprintf("I fetch what the checks of %s need and try them, and tell you here how they end. `!repo %s setup cancel` stops me.", wording.Plain(r.Name), wording.OneLine(r.Name))
}

// ChatSetupStopped confirms that they are not.
func ChatSetupStopped(r coding.Repository) string {
	return fmt.Sprintf("I stopped. `!repo %s setup` begins again.", wording.OneLine(r.Name))
}

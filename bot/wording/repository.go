package wording

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
)

// ChatRepository shows one repository in a chat. A folder of a machine is not named.
func ChatRepository(r coding.Repository) string {
	lines := []string{fmt.Sprintf("**%s**, branch %s. %s", Plain(r.Name), Plain(r.Ref), DescribeChecks(r))}
	if r.CanPush() {
		push := fmt.Sprintf("I push nothing there; `!repo %s push on` has me push a project's branch frasier/... when it has ended.", OneLine(r.Name))
		if r.Policy.Push {
			push = fmt.Sprintf("When a project has ended I push its branch frasier/... there; `!repo %s push off` ends that.", OneLine(r.Name))
			if r.Policy.Onto {
				push = fmt.Sprintf("When a project has ended I push its changes straight onto %s there; `!repo %s push off` ends that, and `push on` gives each project a branch of its own.", Plain(r.Ref), OneLine(r.Name))
			}
			if pull := r.Policy.DescribePulls(); pull != "" {
				push += " " + pull
			}
		}
		lines = append(lines, fmt.Sprintf("It lies at %s.", Plain(coding.AddressShown(r.Source))), push)
		if may := r.Policy.DescribeOrderers(); may != "" {
			lines = append(lines, may)
		}
	}
	if beside := r.Policy.DescribeServices(); beside != "" {
		lines = append(lines, Plain(beside))
	}
	if hooks := r.Policy.DescribeHooks(); hooks != "" {
		lines = append(lines, Plain(hooks))
	}
	if r.ReadOnly() {
		lines = append(lines, fmt.Sprintf("It is read-only: I change nothing there. `!repo %s level edit` lets me.", OneLine(r.Name)))
	}
	limit := cmp.Or(r.Policy.Minutes, int(org.CheckLimit.Minutes()))
	return strings.Join(append(lines, fmt.Sprintf("A check may take %s.", prose.Count(limit, "minute"))), "\n")
}

// DescribeChecks says in a chat how a repository is checked.
func DescribeChecks(r coding.Repository) string {
	if len(r.Checks) == 0 {
		return fmt.Sprintf("I know no way to check it, so I can merge nothing there: `!repo %s check go test ./...`, with the command that checks it.", OneLine(r.Name))
	}
	return Plain("Checked by: " + strings.Join(r.Checks, "; "))
}

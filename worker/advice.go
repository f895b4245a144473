package worker

import (
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/internal/work"
)

// failGiven ends a change that was given, or let through, and does not stand. What is given is not made anew by trying again, so the founder
// reads what he can do.
func (r *codeRun) failGiven(why string) work.Outcome {
	advice := r.proven.Ruling.Advise(string(r.step.ID), r.about.Code.Repository.Name)
	if advice == "" {
		advice = fmt.Sprintf("Order it again with a patch that fits, or say in words what is wanted and I write it: frasier run ORDER --repo %s.", r.about.Code.Repository.Name)
	}
	return r.failStep(strings.TrimRight(why, ".") + ". " + strings.TrimRight(advice, "."))
}

// describeElsewhere says that the code of a step is on another machine, and what helps.
func (r *codeRun) describeElsewhere() string {
	repo := r.about.Code.Repository
	return fmt.Sprintf("the repository %s is on the machine %s; start a worker there, or add the repository by its address: frasier repo add ADDRESS", repo.Name, repo.Machine)
}

package worker

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/worker/coder"
)

// buildMessage writes what the agent is told next: the order when it begins, then what stands against its work and what the founder said.
func (w *agentWork) buildMessage() string {
	fresh := w.fresh
	begins := !w.spoke
	w.fresh = nil
	var b strings.Builder
	switch {
	case begins:
		w.writeOrder(&b)
		if w.back.Words != "" {
			if w.proven.Change.Tree != "" {
				b.WriteString("\nWhat is in this folder stood up to all that was tried, and comes back.\n")
			}
			b.WriteString("\n" + w.back.Words + "\n")
		}
	case len(w.faults) > 0:
		b.WriteString("The change was tried, and is not done. Mend it.\n")
	}
	if len(w.faults) > 0 {
		b.WriteString("\nWhat stands against it:\n- " + strings.Join(w.faults, "\n- ") + "\n")
		for _, t := range w.p.Trials {
			if !t.Good() && t.Tail != "" {
				fmt.Fprintf(&b, "\n%s of %q said:\n%s\n", t.Phase, t.Name, t.Tail)
			}
		}
	}
	if len(fresh) > 0 {
		b.WriteString("\nThe founder said meanwhile, and it counts:\n- " + strings.Join(fresh, "\n- ") + "\n")
	}
	w.spoke = true
	return b.String()
}

func (w *agentWork) writeOrder(b *strings.Builder) {
	fmt.Fprintf(b, "Change the code in this folder.\n\nThe task: %s\n\n%s\n", w.step.Title, w.step.Goal)
	if len(w.step.Acceptance) > 0 {
		b.WriteString("\nIt is done when:\n")
		for _, a := range w.step.Acceptance {
			b.WriteString("- " + a.Text + "\n")
		}
	}
	for _, u := range w.about.Upstream {
		fmt.Fprintf(b, "\nFrom the step %s:\n%s\n", u.Title, u.Digest)
	}
	for _, r := range w.about.Rejections {
		b.WriteString("\nAn earlier try was not taken: " + strings.Join(r.Feedback, "; ") + "\n")
	}
	if w.tree != w.base.Tree {
		b.WriteString("\nWork on it has begun: what was done so far is in this folder.\n")
	}
	b.WriteString("\nAll of these checks must pass, in a fresh copy without a network:\n")
	for _, c := range w.about.Code.Repository.Checks {
		b.WriteString("- " + c + "\n")
	}
	for _, t := range w.before {
		if !t.Good() {
			fmt.Fprintf(b, "\nBefore any change, %q fails:\n%s\n", t.Name, t.Tail)
		}
	}
	b.WriteString("\nAdd a test that fails on the code as it is and passes on yours, unless no behaviour changes. Change no existing test unless the task asks for it. " +
		"Do not commit; do not use git to change anything. There is no network. Nobody answers questions: where something is open, take the smallest choice and say so at the end, in a few sentences about what you changed and why.\n")
}

func familyOf(output string) string {
	var t coder.Turn
	if json.Unmarshal([]byte(output), &t) != nil {
		return ""
	}
	return t.Family
}

package messages

import (
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
)

// RunStopped is said when a run at the command line is interrupted.
const RunStopped = "Stopped. Nothing is lost: run the same command again to continue."

// RunRefused says that a run waits because the AI provider refuses the account;
// why is its sentence and what to do.
func RunRefused(why string) string {
	return "The work is waiting. " + why + " Then run the same command again to continue."
}

// RunEnded says in one line how a run at the command line ended: what was done,
// for what, in what time; then what is missing, and where to read the rest.
// folder is empty when none was written.
func RunEnded(p org.Project, r org.Receipt, folder string) string {
	word := map[org.ProjectState]string{
		org.ProjectActive: "Waiting", org.ProjectPaused: "Paused", org.ProjectCompleted: "Done", org.ProjectPartial: "Partly done", org.ProjectFailed: "Failed", org.ProjectCancelled: "Cancelled",
	}[p.State]
	by := "offline (no model)"
	if r.Mode != "offline" {
		by = org.Cents(org.NanoUSD(r.CostUSD * float64(org.Dollar)))
		if r.CostUnknown > 0 {
			by += " and " + org.Count(r.CostUnknown, "call") + " of unknown cost"
		}
	}
	steps := org.Count(r.Steps[string(org.StepCompleted)], "step")
	if p.State != org.ProjectCompleted {
		steps += " done"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "\n%s: %s, %s, %s.\n", word, steps, by, took(r.Seconds))
	if p.State != org.ProjectCompleted && p.Outcome != "" {
		fmt.Fprintf(&b, "%s.\n", strings.TrimSuffix(strings.ToUpper(p.Outcome[:1])+p.Outcome[1:], "."))
	}
	if folder != "" {
		fmt.Fprintf(&b, "Read %s\n", filepath.Join(folder, "deliverable.md"))
	}
	return b.String()
}

// took is a time in seconds as people say it.
func took(seconds float64) string {
	d := time.Duration(seconds * float64(time.Second))
	switch {
	case d < 10*time.Second:
		return fmt.Sprintf("%.1f s", seconds)
	case d < 2*time.Minute:
		return fmt.Sprintf("%.0f s", seconds)
	case d < 2*time.Hour:
		return fmt.Sprintf("%.0f min", d.Minutes())
	}
	return fmt.Sprintf("%.1f h", d.Hours())
}

// DocumentIn says where a finished document is, for whoever sits at a terminal.
func DocumentIn(folder string) string {
	return "Read " + filepath.Join(folder, "deliverable.md") + " (also as .html and .pdf)."
}

// FilesIn says where the files of an answer are.
func FilesIn(folder string) string { return "The files are in " + folder + "." }

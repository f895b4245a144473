package repository

import (
	"fmt"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/reports"
)

// Agents lists the coding agents that may write changes beside Frasier itself.
func Agents(all []reports.AgentFacts) string {
	var b strings.Builder
	for _, f := range all {
		b.WriteString(AgentLine(f) + "\n")
	}
	b.WriteString("One that is here writes nothing until you say so: frasier repo set NAME coder claude|codex|opencode. Your limits hold for it, and what it writes is tried and read like all else.\n")
	return b.String()
}

// AgentLine says of an agent whether it is there, what it is, and how it did.
func AgentLine(f reports.AgentFacts) string {
	if f.Missing != "" {
		return fmt.Sprintf("%s: not here (%s). To have it: %s", f.Kind, f.Missing, f.Fix)
	}
	runtime := ""
	if f.Node != "" {
		runtime = ", on Node " + f.Node
	}
	return fmt.Sprintf("%s %s in %s%s; it asks models by %s; %s", f.Kind, f.Version, f.Dir, runtime, f.Wire, howTried(f))
}

func howTried(f reports.AgentFacts) string {
	switch r := f.Rehearsal; {
	case r == nil:
		return fmt.Sprintf("not tried yet, which I do before its first work, or now: frasier coders try %s", f.Kind)
	case r.Passed():
		return fmt.Sprintf("passed all %d scenes that I try before I give one work", len(r.Scenes))
	default:
		return fmt.Sprintf("it gets no work, since it did not pass: %s. Another version may; try it again with frasier coders try %s", r.Explain(), f.Kind)
	}
}

// AgentTried says how each scene of a rehearsal went.
func AgentTried(r coding.Rehearsal) string {
	names := map[string]string{
		"edit": "writes files as told, and every token is counted", "plants": "works in a repository that is full of traps, and none does anything",
		"refusal": "ends when it is refused", "cancel": "stops when it is called off, and goes on after that", "load": "goes on with its work after it was killed",
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s\n", r.Agent, r.Version)
	for _, s := range r.Scenes {
		how := "passed"
		if s.Why != "" {
			how = "did not pass: " + s.Why
		}
		name := names[s.Name]
		if name == "" {
			name = s.Name
		}
		fmt.Fprintf(&b, "- %s: %s (%s)\n", name, how, s.Took.Round(100*time.Millisecond))
	}
	if r.Passed() {
		fmt.Fprintf(&b, "It may write changes: frasier repo set NAME coder %s\n", r.Agent)
	} else {
		b.WriteString("It gets no work.\n")
	}
	return b.String()
}

// AgentOffer tells once that an agent is here. Nothing is taken silently.
func AgentOffer(f reports.AgentFacts, name string) string {
	return fmt.Sprintf("The coding agent %s %s is on this machine. If you want it to write the changes here instead of me: frasier repo set %s coder %s. I say this once; frasier coders shows it again.", f.Kind, f.Version, name, f.Kind)
}

// AgentUnknown says that there is no such agent.
func AgentUnknown(name string, all []reports.AgentFacts) string {
	var known []string
	for _, f := range all {
		known = append(known, string(f.Kind))
	}
	return fmt.Sprintf("I know no agent %s; I know %s", name, strings.Join(known, ", "))
}

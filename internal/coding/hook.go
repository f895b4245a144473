package coding

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// HookEvent happens to a step, and then a founder's own command is run.
type HookEvent string

// The events, in the order in which they come.
const (
	HookBeforeChecks HookEvent = "before_checks" // in the sandbox of each run of a check, before it
	HookTeardown     HookEvent = "teardown"      // there, after it, whatever came of it
	HookChangeMade   HookEvent = "change_made"   // on a change, before it is tried
	HookAfterStep    HookEvent = "after_step"    // on what was merged
)

// HookEvents returns all of them.
func HookEvents() []HookEvent {
	return []HookEvent{HookBeforeChecks, HookTeardown, HookChangeMade, HookAfterStep}
}

// HookLimit is the time that a hook may take, and HookSaid what is kept of what it says (our choice).
const (
	HookLimit = time.Minute
	HookSaid  = 2000
)

// Hook is a command of the founder's, a line for a shell, that is run in the sandbox on an event of a step. Only his settings name
// one, and no file of a repository does.
type Hook struct {
	Event   HookEvent `json:"event"`
	Command string    `json:"command"`
}

// HookRun tells how a hook ended.
type HookRun struct {
	Hook
	Phase  string `json:"phase"` // of the checks around it; empty for none
	Exit   int    `json:"exit"`
	Reason string `json:"reason"` // why it was ended; empty when it ended by itself
	MS     int64  `json:"ms"`
	Said   string `json:"said"`
}

// Good reports whether it ended well.
func (h HookRun) Good() bool { return h.Exit == 0 && h.Reason == "" }

// Ended says how it ended, in a few words.
func (h HookRun) Ended() string {
	if h.Reason != "" {
		return "ended: " + h.Reason
	}
	return fmt.Sprintf("exit %d", h.Exit)
}

// Describe says how it ended, in a sentence that names what that means for the step.
func (h HookRun) Describe() string {
	text := "The hook " + string(h.Event)
	if h.Phase != "" {
		text += " (" + h.Phase + ")"
	}
	took := (time.Duration(h.MS) * time.Millisecond).Round(100 * time.Millisecond)
	if h.Good() {
		return fmt.Sprintf("%s ended well after %s", text, took)
	}
	text += " failed (" + h.Ended() + ")"
	if h.Event == HookBeforeChecks {
		return text + "; the check counts as failed"
	}
	return text + "; that stops nothing"
}

// Hook returns the command of an event; empty for none.
func (p CodePolicy) Hook(event HookEvent) string {
	for _, h := range p.Hooks {
		if h.Event == event {
			return h.Command
		}
	}
	return ""
}

// setHook takes "EVENT COMMAND", or "EVENT none", for the command of an event, and "none" alone for no hook at all.
func (p *CodePolicy) setHook(text string) bool {
	text = strings.TrimSpace(text)
	if text == "none" {
		p.Hooks = nil
		return true
	}
	name, command, _ := strings.Cut(text, " ")
	event, command := HookEvent(name), strings.TrimSpace(command)
	if !slices.Contains(HookEvents(), event) || command == "" {
		return false
	}
	var out []Hook
	for _, e := range HookEvents() {
		c := p.Hook(e)
		if e == event {
			c = command
		}
		if c != "" && (e != event || c != "none") {
			out = append(out, Hook{e, c})
		}
	}
	p.Hooks = out
	return true
}

// DescribeHooks says which commands are run on what, in a whole sentence; empty for none.
func (p CodePolicy) DescribeHooks() string {
	var out []string
	for _, h := range p.Hooks {
		out = append(out, fmt.Sprintf("%s (%s)", h.Event, h.Command))
	}
	if len(out) == 0 {
		return ""
	}
	return "Hooks: " + strings.Join(out, ", ") + "."
}

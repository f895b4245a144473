package org

import (
	"fmt"
	"strings"
	"time"
)

// When money goes fast: what was spent within VelocityWindow is compared with
// the usual of the last VelocityBack.
const (
	VelocityWindow = 15 * time.Minute
	VelocityBack   = 7 * 24 * time.Hour
	VelocityFactor = 5
	VelocityFloor  = 2 * Dollar
)

// TooFast reports whether the founder should hear that money goes fast.
func TooFast(spent, usual NanoUSD) bool { return spent > VelocityFloor && spent > VelocityFactor*usual }

// VelocityText tells him.
func VelocityText(spent, usual NanoUSD) string {
	text := fmt.Sprintf("%s was spent in the last %d minutes", spent, int(VelocityWindow.Minutes()))
	if usual > 0 {
		text += fmt.Sprintf("; usual is %s", usual)
	}
	return text + ". Nothing is paused by this. `costs` shows where it goes, `pause` stops a project."
}

// Daily is what the daily digest tells.
type Daily struct {
	Ended, Open []Project
	Questions   []string // open questions: their ids and projects
	Held        []Hold   // of steps that wait for the founder
	Noticed     []string // what the watcher noticed and nobody was told of yet
	Cost        CostLine // since the last digest
}

// Empty reports whether nothing happened and nothing waits.
func (d Daily) Empty() bool {
	return len(d.Ended) == 0 && len(d.Noticed) == 0 && len(d.Questions) == 0 && len(d.Held) == 0 && d.Cost.Calls == 0
}

// Text is the digest in words.
func (d Daily) Text() string {
	const most = 10
	var b strings.Builder
	if len(d.Ended) > 0 {
		b.WriteString("**Ended**\n")
		for _, p := range d.Ended[:min(len(d.Ended), most)] {
			fmt.Fprintf(&b, "- %s (%s): %s\n", p.Title, p.ID, p.State)
		}
		if more := len(d.Ended) - most; more > 0 {
			fmt.Fprintf(&b, "- and %d more\n", more)
		}
	}
	if len(d.Questions) > 0 || len(d.Held) > 0 {
		b.WriteString("**Waits for you**\n")
		for _, q := range d.Questions[:min(len(d.Questions), most)] {
			b.WriteString("- " + q + "\n")
		}
		if more := len(d.Questions) - most; more > 0 {
			fmt.Fprintf(&b, "- and %d more\n", more)
		}
		for _, bit := range []Hold{HoldGate, HoldBudget, HoldUnreviewed} {
			n := 0
			for _, h := range d.Held {
				if h&bit != 0 {
					n++
				}
			}
			if n > 0 {
				fmt.Fprintf(&b, "- %s: %s\n", Count(n, "step"), bit.Reasons()[0])
			}
		}
	}
	if len(d.Open) > 0 {
		b.WriteString("**Goes on**\n")
		for _, p := range d.Open[:min(len(d.Open), most)] {
			fmt.Fprintf(&b, "- %s (%s): %s\n", p.Title, p.ID, p.State)
		}
		if more := len(d.Open) - most; more > 0 {
			fmt.Fprintf(&b, "- and %d more\n", more)
		}
	}
	if len(d.Noticed) > 0 {
		b.WriteString("**Noticed**\n")
		for _, n := range d.Noticed[:min(len(d.Noticed), most)] {
			b.WriteString("- " + n + "\n")
		}
		if more := len(d.Noticed) - most; more > 0 {
			fmt.Fprintf(&b, "- and %d more: `alert`\n", more)
		}
	}
	fmt.Fprintf(&b, "**Cost** %s in %s", d.Cost.Cost, Count(d.Cost.Calls, "model call"))
	if d.Cost.Unknown > 0 {
		fmt.Fprintf(&b, "; the cost of %d is unknown", d.Cost.Unknown)
	}
	b.WriteString(".")
	return b.String()
}

package messages

import (
	"fmt"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/moment"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/reports"
)

const (
	waitsShown = 3   // things that wait, in the status
	waitWhy    = 240 // characters of a cause
)

// WaitLong tells once that something waits for a fault to pass.
func WaitLong(w reports.Wait) string {
	return fmt.Sprintf("%s: %s. Nothing is lost, and I try again by myself, next %s. %s",
		prose.Capital(waitSaid(w)), waitCause(w), moment.Mark(w.Next, moment.Minute), waitHelp(w))
}

// waitLine is what waits in a line, for the status.
func waitLine(w reports.Wait, now time.Time) string {
	return fmt.Sprintf("%s; the next try is %s", prose.Capital(waitSaid(w)), waitNext(w, now))
}

func waitNext(w reports.Wait, now time.Time) string {
	if w.Next.After(now) {
		return "in " + Duration(w.Next.Sub(now))
	}
	return "now"
}

// DoctorWait is the check of one thing that a fault holds up. Its name is what it waits for.
func DoctorWait(w reports.Wait, now time.Time) reports.CheckResult {
	return reports.CheckResult{Name: string(w.For), Passing: true, Detail: fmt.Sprintf(
		"%s, since %s: %s; the next try is %s. %s", prose.Capital(waitSaid(w)), moment.Mark(w.Since, moment.Minute), waitCause(w), waitNext(w, now), waitHelp(w))}
}

// waitName is what something waits for, as a sentence names it.
func waitName(f org.WaitFor) string {
	if f == org.ForMachine {
		return "my machine"
	}
	return "the " + string(f)
}

func waitSaid(w reports.Wait) string { return waitWhat(w) + " waits for " + waitName(w.For) }

func waitCause(w reports.Wait) string {
	why := w.Why
	if w.Kind == reports.WaitRepository {
		why = strings.ReplaceAll(why, w.About, coding.AddressShown(w.About))
	}
	return strings.TrimRight(Clip(Plain(flat(why)), waitWhy), ".")
}

func waitWhat(w reports.Wait) string {
	about := Plain(Clip(flat(w.About), titleMost))
	switch w.Kind {
	case reports.WaitRepository:
		return "my look at " + Plain(coding.AddressShown(flat(w.About)))
	case reports.WaitPush:
		return "the push of " + about + "'s branch"
	case reports.WaitArrival:
		return "bringing the changes of " + about + " into your folder"
	case reports.WaitPublishing:
		return "publishing your " + about
	case reports.WaitStep:
	}
	return "the work on “" + about + "”"
}

func waitHelp(w reports.Wait) string {
	switch {
	case w.For == org.ForDisk && w.Kind == reports.WaitArrival:
		return "Check that the folder is there and that I may write in it."
	case w.For == org.ForDisk:
		return "Free some space on my machine's disk, or make it writable again."
	case w.For == org.ForProvider:
		return "`!doctor` tells you how its models stand."
	case w.Kind == reports.WaitPush:
		return "Check that I may write there, and that my machine reaches it."
	case w.Kind == reports.WaitRepository:
		return "Check the address, and that my machine may read it."
	case w.For == org.ForNetwork:
		return "Check that my machine reaches it."
	}
	return "The log says more; `frasier verify` looks whether all is whole."
}

// DiskFills tells that the disk will be full before long.
func DiskFills(f reports.RoomFacts) string {
	text := "My disk fills up: " + size(f.Free) + " are free"
	if f.Days > 0 {
		text += ", and at the pace of the last 30 days that lasts about " + count(f.Days, "day", "days")
	}
	return text + ". When it is full, nothing you say can be saved. Free some space or enlarge it; `!doctor` tells you what takes how much, and FRASIER_KEEP_DAYS lets old drafts go."
}

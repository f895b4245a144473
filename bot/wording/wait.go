package wording

import (
	"fmt"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/reports"
)

// How much of what waits a message shows.
const (
	WaitsShown = 3   // things that wait, in the status
	waitWhy    = 240 // characters of a cause
)

// DescribeWaitBriefly says in a line what waits, for the status.
func DescribeWaitBriefly(w reports.Wait, now time.Time) string {
	return fmt.Sprintf("%s; the next try is %s", prose.Capital(DescribeWait(w)), DescribeNextTry(w, now))
}

// DescribeNextTry says when what waits is tried again: "now", "in 3 min".
func DescribeNextTry(w reports.Wait, now time.Time) string {
	if w.Next.After(now) {
		return "in " + Duration(w.Next.Sub(now))
	}
	return "now"
}

// Within a sentence a cause reads differently than alone.
func nameCause(f org.WaitFor) string {
	switch f {
	case org.ForMachine:
		return "my machine"
	case org.ForToken:
		return "a token that is taken"
	case org.ForNetwork, org.ForDisk, org.ForProvider, org.ForProgram:
	}
	return "the " + string(f)
}

// DescribeWait says what waits for what: "the push of shop's branch waits for the network".
func DescribeWait(w reports.Wait) string { return nameWaiting(w) + " waits for " + nameCause(w.For) }

// DescribeWaitCause is why it waits, in a line without a full stop.
func DescribeWaitCause(w reports.Wait) string {
	why := w.Why
	if w.Kind == reports.WaitRepository {
		why = strings.ReplaceAll(why, w.About, coding.AddressShown(w.About))
	}
	return strings.TrimRight(Clip(Plain(OneLine(why)), waitWhy), ".")
}

func nameWaiting(w reports.Wait) string {
	about := Plain(Clip(OneLine(w.About), TitleMost))
	switch w.Kind {
	case reports.WaitRepository:
		return "my look at " + Plain(coding.AddressShown(OneLine(w.About)))
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

// AdviseOnWait says what a founder can do about it.
func AdviseOnWait(w reports.Wait) string {
	switch {
	case w.For == org.ForDisk && w.Kind == reports.WaitArrival:
		return "Check that the folder is there and that I may write in it."
	case w.For == org.ForDisk:
		return "Free some space on my machine's disk, or make it writable again."
	case w.For == org.ForProvider:
		return "`!doctor` tells you how its models stand."
	case w.For == org.ForToken:
		return "Give the connection a new token, on the machine; it goes on at once then."
	case w.Kind == reports.WaitPush:
		return "Check that I may write there, and that my machine reaches it."
	case w.Kind == reports.WaitRepository:
		return "Check the address, and that my machine may read it."
	case w.For == org.ForNetwork:
		return "Check that my machine reaches it."
	}
	return "The log says more; `frasier verify` looks whether all is whole."
}

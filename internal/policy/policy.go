// Package policy reads what a founder may set: the names of the settings, and
// what their values mean. It is pure.
package policy

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
)

// WatchModel names the policy row that lets a model judge what the
// watcher's rules cannot: "on", which is the default, or "off".
const WatchModel = "watch.model"

// The names of the policy rows of reports.Thresholds.
const (
	WatchAct     = "watch.act_above"    // from org.ActAbove to 1, at which nothing is done; org.ActAbove by default
	WatchSuggest = "watch.suggest_from" // from 0 to org.ActAbove; org.SuggestFrom by default
)

// Crosscheck is the policy row that says whether a model of another
// family looks at work once more: CrosscheckOn, which is the default,
// or CrosscheckOff.
const Crosscheck = "crosscheck"

// The values of the row Crosscheck.
const (
	CrosscheckOn  = "on"
	CrosscheckOff = "off"
)

// ParseCrosscheck reads the policy row. Its error is a sentence for the
// founder.
func ParseCrosscheck(value string) (bool, error) {
	switch value {
	case CrosscheckOn:
		return true, nil
	case CrosscheckOff:
		return false, nil
	}
	return false, fmt.Errorf("%q is neither %s nor %s", value, CrosscheckOn, CrosscheckOff)
}

// Publish is the policy row that says where documents go when they are done:
// PublishFolder, which is the default, or PublishOff.
const Publish = "publish"

// The values of Publish.
const (
	PublishFolder = "folder"
	PublishOff    = "off"
)

// ParsePublish reads the policy row: whether documents go into the folder. Its
// error is a sentence for the founder.
func ParsePublish(value string) (bool, error) {
	switch value {
	case PublishFolder:
		return true, nil
	case PublishOff:
		return false, nil
	}
	return false, fmt.Errorf("%q is neither %s nor %s", value, PublishFolder, PublishOff)
}

// PlanAsk is the policy row with the price in dollars from which a plan
// waits for the founder's yes: "5.00", or "off", which is the default. Without
// it planning and starting need no approval.
const PlanAsk = "plan.ask_above"

// ParsePlanAsk reads the policy row; set is false when it is off. Its error is
// a sentence for the founder.
func ParsePlanAsk(value string) (limit org.NanoUSD, set bool, err error) {
	if value = strings.TrimSpace(value); value == "" || value == "off" {
		return 0, false, nil
	}
	limit, ok := org.ParseUSD(value)
	if !ok {
		return 0, false, fmt.Errorf("%q is no price: write dollars such as 1000 or 2.50, or off", value)
	}
	return limit, true, nil
}

// Router names the policy row that lets the router learn: "on" or "off",
// the default.
const Router = "router"

// The names of the policy rows on what Frasier may do by itself.
const (
	Autonomy    = "autonomy"              // "on" or "off"; on by default
	AutoApprove = "autonomy.auto_approve" // a Bar; BarAll by default
	QAOnly      = "autonomy.qa_only"      // a Bar; BarMusts by default
)

// Thresholds holds the thresholds of the review, policy rows that may be
// changed at run time.
type Thresholds struct {
	On          bool
	AutoApprove Bar // what reaches it passes without a reviewer
	QAOnly      Bar // what reaches it is read by one reviewer
}

// DefaultThresholds returns the policy before anyone changed it.
func DefaultThresholds() Thresholds {
	return Thresholds{On: true, AutoApprove: BarAll, QAOnly: BarMusts}
}

// The names of the policy rows that say when the founder's day is.
const (
	Zone   = "zone"        // IANA name of the founder's time zone; ZoneOfMachine by default
	Digest = "digest.hour" // 0 to 23, or "off"; 8 by default
	// ZoneMachine is the zone of the machine that talks to the founder, noted at its start.
	ZoneMachine = "zone.machine"
)

// ZoneOfMachine is the value of Zone that stands for ZoneMachine's.
const ZoneOfMachine = "machine"

// ZoneOf returns the founder's zone by the two rows, and whether he named it himself. Nothing set
// is UTC.
func ZoneOf(set, machine string) (zone string, chosen bool) {
	if set != "" && set != ZoneOfMachine {
		return set, true
	}
	return cmp.Or(machine, "UTC"), false
}

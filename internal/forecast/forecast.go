// Package forecast judges what steps will cost and take by what their like took
// before. It is pure.
package forecast

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
)

// Sample is one finished step of the past.
type Sample struct {
	work.Work
	Took  time.Duration
	Cost  org.NanoUSD
	Known bool // whether Cost means anything
	Calls int  // model calls
}

// WorkOf returns the sort of work of a step.
func WorkOf(s org.Step, offline bool) work.Work {
	return work.Work{Kind: s.Kind, Tier: s.Tier, Offline: offline}
}

// UsualOf sums up samples.
func UsualOf(samples []Sample) work.History {
	times, costs, calls := map[work.Work][]time.Duration{}, map[work.Work][]org.NanoUSD{}, map[work.Work][]int{}
	for _, s := range samples {
		times[s.Work] = append(times[s.Work], s.Took)
		if s.Known {
			costs[s.Work] = append(costs[s.Work], s.Cost)
		}
		if s.Calls > 0 {
			calls[s.Work] = append(calls[s.Work], s.Calls)
		}
	}
	out := work.History{}
	for kind, all := range times {
		u := work.Usual{N: len(all), Priced: len(costs[kind])}
		u.Time, u.TimeHigh = findMedian(all), findNinthDecile(all)
		if u.Priced > 0 {
			u.Cost, u.CostHigh = findMedian(costs[kind]), findNinthDecile(costs[kind])
		}
		if some := calls[kind]; len(some) > 0 {
			u.Calls, u.CallsHigh = findMedian(some), findNinthDecile(some)
		}
		out[kind] = u
	}
	return out
}

func findMedian[T cmp.Ordered](all []T) T {
	all = slices.Sorted(slices.Values(all))
	return all[(len(all)-1)/2]
}

func findNinthDecile[T cmp.Ordered](all []T) T {
	all = slices.Sorted(slices.Values(all))
	return all[(len(all)*9-1)/10]
}

// Forecast estimates the cost and time of a set of steps.
type Forecast struct {
	Cost, CostHigh org.NanoUSD
	Time, TimeHigh time.Duration
	// Calls are model calls; 0 when no model is asked.
	Calls, CallsHigh int
	Free             bool // no model is asked
	Own              bool // all of it is judged by finished steps of this instance
}

// Estimates suppose so many steps at once: the default of FRASIER_WORKERS.
const workersAssumed = 4

// Of judges the steps that have not ended by the usual of their kind
// or, for a kind that was never finished here, by the first guess
// below. Its times are at least the longest chain of needs.
func Of(steps []org.Step, usual work.History, offline bool, now time.Time) Forecast {
	out := Forecast{Own: true, Free: offline}
	low, high := map[org.StepID]time.Duration{}, map[org.StepID]time.Duration{}
	var total, totalHigh time.Duration
	for _, s := range steps {
		if s.State.Ended() {
			continue
		}
		u := usual[WorkOf(s, offline)]
		if u.N == 0 {
			out.Own = false
		}
		u = orFirst(u, s, offline)
		if s.State.Claimed() && !s.StartedAt.IsZero() {
			u.Time, u.TimeHigh = estimateRemaining(u.Time, now.Sub(s.StartedAt)), estimateRemaining(u.TimeHigh, now.Sub(s.StartedAt))
		}
		out.Cost += u.Cost
		out.CostHigh += u.CostHigh
		out.Calls += u.Calls
		out.CallsHigh += u.CallsHigh
		total += u.Time
		totalHigh += u.TimeHigh
		low[s.ID], high[s.ID] = u.Time, u.TimeHigh
		var before, beforeHigh time.Duration
		for _, n := range s.DependsOn {
			before, beforeHigh = max(before, low[n]), max(beforeHigh, high[n])
		}
		low[s.ID] += before
		high[s.ID] += beforeHigh
		out.Time, out.TimeHigh = max(out.Time, low[s.ID]), max(out.TimeHigh, high[s.ID])
	}
	out.Time = max(out.Time, total/workersAssumed)
	out.TimeHigh = max(out.TimeHigh, totalHigh/workersAssumed)
	return out
}

// UsualTime returns how long such a step usually takes.
func UsualTime(s org.Step, usual work.History, offline bool) time.Duration {
	return orFirst(usual[WorkOf(s, offline)], s, offline).Time
}

// What is overdue is taken to need a tenth of the usual time more.
func estimateRemaining(usual, gone time.Duration) time.Duration { return max(usual-gone, usual/10) }

// Frasier may not have seen such a step yet. It is a draft and its critic, and at the most two
// revisions with a comparison each; research in the web adds up to six calls, a second reviewer
// one. Prices are what so many calls of 2,500 tokens and replies of 800 cost at the usual models'
// list prices, rounded; times are what stages took in trial runs, half and all of it.
func orFirst(u work.Usual, s org.Step, offline bool) work.Usual {
	if u.N == 0 {
		u.Time, u.TimeHigh = 90*time.Second, 4*time.Minute
		if s.Kind == org.KindResearch && s.Depth != org.DepthSimple {
			u.Time, u.TimeHigh = 3*time.Minute, 8*time.Minute
		}
		if offline {
			u.Time, u.TimeHigh = time.Second, 30*time.Second
		}
	}
	if u.Calls == 0 && !offline {
		u.Calls, u.CallsHigh = firstCalls(s)
	}
	if u.Priced > 0 || offline {
		return u
	}
	const cent = org.Dollar / 100
	switch s.Tier {
	case org.T1:
		u.Cost, u.CostHigh = cent/2, 3*cent
	case org.T2:
		u.Cost, u.CostHigh = 3*cent, 12*cent
	case org.T3:
		u.Cost, u.CostHigh = 8*cent, 30*cent
	case org.T0, org.TX:
	}
	if s.Kind == org.KindAssembly {
		u.Cost, u.CostHigh = 2*cent, 5*cent // one opening and its review
	}
	return u
}

func firstCalls(s org.Step) (low, high int) {
	switch {
	case s.Kind == org.KindAssembly:
		return 2, 3
	case s.Kind == org.KindResearch && s.Depth != org.DepthSimple:
		low, high = 2, 12
	default:
		low, high = 2, 6
	}
	if s.Tier == org.T3 || s.Final {
		low, high = low+1, high+2
	}
	return low, high
}

// Foreseen returns the forecast as a plan keeps it.
func (e Forecast) Foreseen() work.Foreseen {
	return work.Foreseen{Calls: e.Calls, Most: e.CallsHigh, Cost: e.Cost, CostMost: e.CostHigh}
}

// Price says what it will probably cost.
func (e Forecast) Price() string {
	switch {
	case e.Free:
		return "free"
	case org.Cents(e.Cost) == org.Cents(e.CostHigh):
		return "about " + org.Cents(e.CostHigh)
	default:
		return org.Cents(e.Cost) + " to " + org.Cents(e.CostHigh)
	}
}

// Span says how long it will probably take.
func (e Forecast) Span() string { return SpanText(e.Time, e.TimeHigh) }

// SpanText says a range of time as people do: "3 to 5 min".
func SpanText(low, high time.Duration) string {
	switch {
	case high < time.Minute:
		return "under 1 min"
	case high < 100*time.Minute:
		a, b := int((low+59*time.Second)/time.Minute), int((high+59*time.Second)/time.Minute)
		if a >= b {
			return fmt.Sprintf("about %d min", b)
		}
		return fmt.Sprintf("%d to %d min", a, b)
	default:
		a, b := low.Hours(), high.Hours()
		if fmt.Sprintf("%.1f", a) == fmt.Sprintf("%.1f", b) {
			return fmt.Sprintf("about %.1f h", b)
		}
		return fmt.Sprintf("%.1f to %.1f h", a, b)
	}
}

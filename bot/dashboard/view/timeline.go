package view

import (
	"cmp"
	"fmt"
	"html/template"
	"slices"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
)

// Bar is one time in the life of a step: worked on, or waiting to be.
type Bar struct {
	Step       org.StepID
	Title      string
	From, Till time.Time
	Fate       string      // how it ended, in a few words
	Waits      bool        // it was ready and nobody worked on it
	Critical   bool        // the project would have ended earlier without it
	Stages     []time.Time // when a stage ended within it
}

const (
	rowHigh   = 26
	nameWide  = 250
	chartWide = 660
	barLeast  = 3 // so that no bar is too thin to see
	// A time in which nobody works is drawn as short as this when it is longer.
	idleMost = 30 * time.Minute
	idleWide = 2 * time.Minute
)

// Timeline draws bars by step, one row each, from the first beginning to the
// last end. Long times in which nobody works are folded.
func Timeline(bars []Bar) template.HTML {
	if len(bars) == 0 {
		return ""
	}
	s := newScale(bars)
	row, names := map[org.StepID]int{}, []Bar{}
	for _, x := range bars {
		if _, there := row[x.Step]; !there {
			row[x.Step] = len(names)
			names = append(names, x)
		}
	}
	var b strings.Builder
	wide, high := nameWide+chartWide+2*margin, (len(names)+1)*rowHigh
	fmt.Fprintf(&b, `<svg width="%d" height="%d" viewBox="0 0 %d %d" role="group" aria-label="When each step waited and was worked on">`, wide, high, wide, high)
	for _, f := range s.folds {
		fmt.Fprintf(&b, `<rect class="fold" x="%d" y="0" width="%d" height="%d"><title>%s in which nobody worked</title></rect>`,
			s.x(f.from), max(barLeast, s.x(f.till)-s.x(f.from)), high-rowHigh, Took(f.till.Sub(f.from)))
	}
	for n, x := range names {
		mark := ""
		if x.Critical {
			mark = "◆ "
		}
		fmt.Fprintf(&b, `<a href="/steps/%s"><title>%s</title><text x="%d" y="%d">%s%s</text></a>`, esc(string(x.Step)), esc(x.Title), margin, n*rowHigh+18, mark, esc(clip(nameMost, x.Title)))
	}
	for _, x := range bars {
		left, y := s.x(x.From), row[x.Step]*rowHigh+6
		class, said := "bar", x.Fate
		switch {
		case x.Waits:
			class, said = "bar waits", "waited"
		case x.Critical:
			class = "bar critical"
		}
		fmt.Fprintf(&b, `<rect class="%s" x="%d" y="%d" width="%d" height="%d" rx="3"><title>%s: %s, %s</title></rect>`,
			class, left, y, max(barLeast, s.x(x.Till)-left), rowHigh-10, esc(x.Title), Took(x.Till.Sub(x.From)), esc(said))
		for _, at := range x.Stages {
			fmt.Fprintf(&b, `<path class="stage" d="M%d %dv%d"/>`, s.x(at), y, rowHigh-10)
		}
	}
	fmt.Fprintf(&b, `<text class="soft" x="%d" y="%d">0</text><text class="soft" x="%d" y="%d" text-anchor="end">%s</text></svg>%s`,
		nameWide, high-6, nameWide+chartWide, high-6, Took(s.till.Sub(s.from)), goesOn(wide))
	return template.HTML(b.String()) // every text in it is escaped
}

const nameMost = 30 // characters of a row's name

// stretch is a time from one instant to another.
type stretch struct{ from, till time.Time }

// scale puts times on the chart. folds are drawn shorter than they were.
type scale struct {
	stretch
	folds []stretch
	shown time.Duration // all that is drawn, folds at their short length
}

func newScale(bars []Bar) scale {
	var work []stretch
	s := scale{stretch: stretch{bars[0].From, bars[0].Till}}
	for _, x := range bars {
		if x.From.Before(s.from) {
			s.from = x.From
		}
		if x.Till.After(s.till) {
			s.till = x.Till
		}
		if !x.Waits {
			work = append(work, stretch{x.From, x.Till})
		}
	}
	slices.SortFunc(work, func(a, b stretch) int { return cmp.Or(a.from.Compare(b.from), a.till.Compare(b.till)) })
	at := s.from
	for _, w := range append(work, stretch{s.till, s.till}) {
		if w.from.Sub(at) > idleMost {
			s.folds = append(s.folds, stretch{at, w.from})
		}
		if w.till.After(at) {
			at = w.till
		}
	}
	s.shown = max(s.drawn(s.till), time.Second)
	return s
}

// The chart leaves out time in which nothing happened, so its time is not the clock's.
func (s scale) drawn(at time.Time) time.Duration {
	d := max(at.Sub(s.from), 0)
	for _, f := range s.folds {
		long := f.till.Sub(f.from)
		switch {
		case !at.Before(f.till):
			d -= long - idleWide
		case at.After(f.from):
			d -= at.Sub(f.from) - time.Duration(float64(idleWide)*float64(at.Sub(f.from))/float64(long))
		}
	}
	return d
}

func (s scale) x(at time.Time) int {
	return nameWide + int(float64(chartWide)*min(1, float64(s.drawn(at))/float64(s.shown)))
}

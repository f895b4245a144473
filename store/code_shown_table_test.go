package store_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/coding"
)

// What becomes of a service when somebody asks for one, by the state of the one that is there and by what differs: seven states, six
// things, each with the reason that is stored, of the one asked for and of the one that was there.
func TestWhichServiceIsReused(t *testing.T) {
	web := coding.Service{Name: "web", Port: 3000, Command: "npm start"}
	other := func(change func(*coding.Service)) []coding.Service {
		s := web
		change(&s)
		return []coding.Service{s}
	}
	states := []coding.ShownState{"", coding.ShownAsked, coding.ShownStarting, coding.ShownReady, coding.ShownStopping, coding.ShownStopped, coding.ShownFailed}
	things := []struct {
		name, branch string
		asked        []coding.Service
		differs      string // as a reason names it; empty where nothing is replaced
		apart        bool   // it is another service, beside the one that is there
	}{
		{"the same", "main", []coding.Service{web}, "", false},
		{"command", "main", other(func(s *coding.Service) { s.Command = "npm run dev" }), "its command", false},
		{"environment", "main", other(func(s *coding.Service) { s.Env = []string{"A=b"} }), "its environment", false},
		{"life", "main", other(func(s *coding.Service) { s.Life = coding.LifeAlways }), "", false},
		{"branch", "frasier/p1-fees", []coding.Service{web}, "", true},
		{"name", "main", other(func(s *coding.Service) { s.Name = "docs" }), "", true},
	}
	cases := 0
	for _, state := range states {
		for _, c := range things {
			cases++
			t.Run(fmt.Sprintf("%s of one that is %q", c.name, state), func(t *testing.T) {
				o := newInstance(t)
				of, err := o.db.AddRepository(t.Context(), afar(false))
				o.ok(err)
				var was coding.Shown
				if state != "" {
					was = o.shownIn(of, web, state)
				}
				last := c.asked[len(c.asked)-1]
				got, err := o.db.AskShown(t.Context(), coding.Shown{Of: of, Repository: "shop", Name: last.Name, Branch: c.branch, Services: c.asked, Key: coding.ShownKey(of, c.branch, c.asked)})
				o.ok(err)
				live := state == coding.ShownAsked || state == coding.ShownStarting || state == coding.ShownReady
				same := coding.ShownKey(of, c.branch, c.asked) == coding.ShownKey(of, "main", []coding.Service{web})
				replaced := live && !same && !c.apart
				want := "started: none was running"
				switch {
				case live && same:
					want = "reused: the same code branch, command and settings"
				case replaced && c.differs != "":
					want = "started: " + c.differs + " is another than before"
				case replaced:
					want = "is another than before"
				}
				if !strings.HasSuffix(got.Reason, want) || (got.ID == was.ID) != (live && same) {
					t.Errorf("%+v comes for %+v, want %q", got, was, want)
				}
				if now := o.shownByID(was.ID); state != "" && replaced != (now.Cause == coding.CauseReplaced) {
					t.Errorf("what was there is %+v, replaced: %t", now, replaced)
				}
			})
		}
	}
	if cases < 40 {
		t.Errorf("%d cases", cases)
	}
}

// shownIn is a service that people look at, in a state.
func (o *instance) shownIn(of string, s coding.Service, state coding.ShownState) coding.Shown {
	o.t.Helper()
	ctx := o.tt.Context()
	one, err := o.db.AskShown(ctx, coding.Shown{Of: of, Repository: "shop", Name: s.Name, Branch: "main", Services: []coding.Service{s}, Key: coding.ShownKey(of, "main", []coding.Service{s})})
	o.ok(err)
	way := map[coding.ShownState][]coding.ShownState{
		coding.ShownStarting: {coding.ShownStarting}, coding.ShownReady: {coding.ShownStarting, coding.ShownReady}, coding.ShownFailed: {coding.ShownStarting, coding.ShownFailed},
		coding.ShownStopping: {coding.ShownStarting, coding.ShownReady}, coding.ShownStopped: {coding.ShownStarting, coding.ShownStopped},
	}
	at := coding.ShownAsked
	for _, next := range way[state] {
		one.State, one.Machine, one.Owner, one.Reason = next, "here", "w1", string(next)
		o.ok(o.db.KeepShown(ctx, one, at))
		at = next
	}
	if state == coding.ShownStopping {
		_, err := o.db.StopShown(ctx, one.ID)
		o.ok(err)
	}
	return one
}

func (o *instance) shownByID(id coding.ShownID) coding.Shown {
	o.t.Helper()
	all, err := o.db.Shown(o.tt.Context())
	o.ok(err)
	for _, s := range all {
		if s.ID == id {
			return s
		}
	}
	return coding.Shown{}
}

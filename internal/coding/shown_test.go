package coding_test

import (
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/coding"
)

// What people look at is no part of what checks use, and has what checks use beside it.
func TestServicesOfPeople(t *testing.T) {
	r := coding.Repository{}
	if !r.Set(coding.SettingService, []string{"redis", "web port=3000 for=people life=always idle=5 npm start", "mail port=25 for=smoke mailer"}) {
		t.Fatal("it is refused")
	}
	for _, bad := range []string{"web port=3000 life=long npm start", "web port=3000 idle=0 npm start", "web port=3000 idle=9999 npm start", "web port=3000 for=nobody npm start"} {
		if other := (coding.Repository{}); other.Set(coding.SettingService, []string{bad}) {
			t.Errorf("%q is taken", bad)
		}
	}
	if used, port := r.Policy.ServicesFor(true); len(used) != 2 || port != 25 {
		t.Errorf("checks use %+v, %d", used, port)
	}
	web, ok := r.Policy.ShownServices("web")
	if !ok || len(web) != 2 || web[0].Name != "redis" || web[1].IdleAfter() != 5*time.Minute {
		t.Errorf("people look at %+v, %v", web, ok)
	}
	if mail, ok := r.Policy.ShownServices("mail"); !ok || len(mail) != 2 {
		t.Errorf("beside mail are %+v", mail)
	}
	if _, ok := r.Policy.ShownServices("none"); ok {
		t.Error("people look at what is not there")
	}
	other := append([]coding.Service{}, web...)
	other[1].Env = []string{"A=b"}
	key := coding.ShownKey("r1", "main", web)
	if key != coding.ShownKey("r1", "main", web) || key == coding.ShownKey("r1", "main", other) || key == coding.ShownKey("r1", "next", web) || key == coding.ShownKey("r2", "main", web) {
		t.Error("keys do not tell what is the same")
	}
	if got := coding.ExplainDifference(web[1], other[1]); got != "its environment" {
		t.Errorf("it says %q", got)
	}
}

func TestProposedServices(t *testing.T) {
	if got := coding.ProposedServices("Procfile", "# all\nrelease: migrate\nworker: work\nweb: serve -p $PORT\n"); len(got) != 1 || got[0].Name != "web" || got[0].Port == 0 || !got[0].People {
		t.Errorf("a Procfile proposes %+v", got)
	}
	if got := coding.ProposedServices(".frasier/services", "redis\nweb port=80 x\nweb port=81 y\nBAD=1\n"); len(got) != 2 || got[1].Command != "x" {
		t.Errorf("a list proposes %+v", got)
	}
}

// A service that people look at ends for want of looks and after its time, by the clock alone, and one that is always there by neither.
func TestServicesOfPeopleEnd(t *testing.T) {
	start := time.Date(2026, 11, 29, 9, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		name         string
		service      coding.Service
		runs, unused time.Duration
		want         coding.ShownCause
	}{
		{"just ready", coding.Service{}, 0, 0, ""},
		{"nobody looked", coding.Service{}, time.Hour, coding.IdleLimit, coding.CauseIdle},
		{"somebody looked a moment before", coding.Service{}, time.Hour, coding.IdleLimit - time.Second, ""},
		{"by its own minutes", coding.Service{Idle: 5}, time.Hour, 5 * time.Minute, coding.CauseIdle},
		{"within its own minutes", coding.Service{Idle: 90}, time.Hour, 89 * time.Minute, ""},
		{"of a step", coding.Service{Life: coding.LifeStep}, time.Hour, coding.IdleLimit, coding.CauseIdle},
		{"looked at for too long", coding.Service{Life: coding.LifeProject}, coding.ShownLimit, time.Second, coding.CauseLimit},
		{"not yet too long", coding.Service{Life: coding.LifeProject}, coding.ShownLimit - time.Second, time.Second, ""},
		{"always there", coding.Service{Life: coding.LifeAlways}, 1000 * time.Hour, 999 * time.Hour, ""},
		{"always there, unless nobody looks", coding.Service{Life: coding.LifeAlways, Idle: 5}, 1000 * time.Hour, 5 * time.Minute, coding.CauseIdle},
	} {
		now := start.Add(c.runs)
		s := coding.Shown{ReadyAt: start, Services: []coding.Service{{Name: "redis"}, c.service}}
		got, why := s.DecideEnd(now, now.Add(-c.unused))
		if got != c.want || (why == "") != (c.want == "") {
			t.Errorf("%s: %q, %q; want %q", c.name, got, why, c.want)
		}
	}
}

func TestSoManyServicesRunAtOnce(t *testing.T) {
	for n := range 2 * coding.ShownMost {
		if no := coding.RefuseMore(n); (no == "") != (n < coding.ShownMost) {
			t.Errorf("with %d that run: %q", n, no)
		}
	}
}

package store_test

import (
	"testing"

	"github.com/frasier-cos/frasier/internal/mirror"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
)

// What was said of forges, pages and trackers before there was one permit holds after it, as it was said.
func TestPermitsAreCarriedOver(t *testing.T) {
	t.Parallel()
	o := &instance{t: t, tt: t, clock: &clock{now: opened}, path: database(t)}
	aged(t, o.path, 136)
	db := raw(t, o.path)
	for _, n := range []string{"1", "2", "3"} {
		run(t, db, `INSERT INTO messages (id, transport, channel, origin, author, body, state, said_at, received_at) VALUES ('m`+n+`', 'terminal', 'c', '`+n+`', 'ada', 'x', 'handled', 1, 1)`)
		run(t, db, `INSERT INTO projects (id, message_id, transport, channel, title, goal, mode, depth, state, created_at) VALUES ('p`+n+`', 'm`+n+`', 'terminal', 'c', 't', 'g', 'research', 'standard', 'active', 1)`)
	}
	for _, s := range []string{
		`INSERT INTO permits VALUES ('p1', 'pulls', 'off', 'ada', 5000000)`,
		`INSERT INTO pages (project_id, connection, mode, version, link) VALUES ('p1', 'notion', 'on', 1, 'https://n/1'), ('p2', 'notion', 'ask', 2, 'https://n/2'), ('p2', 'google', 'off', 0, '')`,
		`INSERT INTO mirrors (sink, connection, office, team, team_name, founders, policy, at) VALUES ('linear', 'linear', 'o', 't', 'ENG', '[]', 'on', 1)`,
		`INSERT INTO mirror_projects (sink, project_id, state, at) VALUES ('linear', 'p1', 'on', 6000000), ('linear', 'p2', 'off', 7000000)`,
	} {
		run(t, db, s)
	}
	o.db = o.open()
	ctx := t.Context()
	want := map[org.ProjectID]map[outward.Sink]outward.Level{
		"p1": {outward.SinkPulls: outward.LevelOff, outward.SinkNotion: "", outward.SinkLinear: outward.LevelAllowed, outward.SinkGoogle: ""},
		"p2": {outward.SinkPulls: "", outward.SinkNotion: outward.LevelAsk, outward.SinkGoogle: outward.LevelOff, outward.SinkLinear: outward.LevelOff},
		"p3": {outward.SinkLinear: outward.LevelAllowed, outward.SinkNotion: ""},
	}
	for p, sinks := range want {
		all, err := o.db.Permits(ctx, p)
		o.ok(err)
		for sink, level := range sinks {
			if got := outward.Decide(all, p, sink, outward.Permit{}); got.Level != level || level != "" && got.By == "" {
				t.Errorf("%s of %s: %+v, want %q", sink, p, got, level)
			}
		}
	}
	pages, err := o.db.Pages(ctx, "")
	o.ok(err)
	standings, err := o.db.Standings(ctx, mirror.Linear)
	o.ok(err)
	setup, err := o.db.MirrorSetup(ctx, mirror.Linear)
	o.ok(err)
	if len(pages) != 3 || pages[1].Level != outward.LevelOff || pages[2].Level != outward.LevelAsk || pages[2].Link != "https://n/2" || pages[0].Level != "" {
		t.Errorf("pages: %+v", pages)
	}
	if len(standings) != 2 || standings[0].On || !standings[1].On || setup.Policy != outward.LevelAllowed {
		t.Errorf("mirrored: %+v, %+v", standings, setup)
	}
}

// Of every pair of what was said of a project and of all, the queries decide as the rule does.
func TestQueriesDecideAsTheRule(t *testing.T) {
	o := newInstance(t)
	ctx := t.Context()
	mirrored(o)
	p := o.start(org.NewProject{})
	o.ok(o.db.BeginMirror(ctx, mirror.Linear, p, 0, "ada"))
	levels := append(outward.Levels(), "")
	for _, own := range levels {
		for _, all := range levels {
			o.ok(o.db.SetPermit(ctx, outward.Permit{Project: p, Sink: outward.SinkLinear, Level: own, By: "ada"}))
			o.ok(o.db.SetPermit(ctx, outward.Permit{Sink: outward.SinkLinear, Level: all, By: "ada"}))
			said, err := o.db.Permits(ctx, p)
			o.ok(err)
			want := outward.Decide(said, p, outward.SinkLinear, outward.Permit{Level: outward.LevelAsk}).Level != outward.LevelOff
			got, err := o.db.Standings(ctx, mirror.Linear)
			if o.ok(err); len(got) != 1 || got[0].On != want {
				t.Errorf("own %q, of all %q: %+v, want %v", own, all, got, want)
			}
			if _, err := o.db.NextMirror(ctx, mirror.Linear); (err == nil) != want {
				t.Errorf("own %q, of all %q: next is %v, want %v", own, all, err, want)
			}
		}
	}
	o.sound()
}

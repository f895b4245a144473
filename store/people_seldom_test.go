package store_test

import (
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
)

// What is seldom asked of the store is answered by both databases.
func TestSeldomVerbs(t *testing.T) {
	o := newInstance(t)
	ctx := t.Context()
	const link = "https://mill.example/prices"
	p := o.start(org.NewProject{})
	o.ok(o.db.Seen(ctx, "bot-1", "bot"))
	v, err := o.db.Health(ctx)
	o.ok(err)
	if v.Bytes == 0 || v.Outbox != 1 || len(v.Seen) != 1 || v.Seen[0].Owner != "bot-1" {
		t.Errorf("Health: got %+v, want one delivery and bot-1", v)
	}
	o.hear("look at " + link)
	links, err := o.db.KnownLinks(ctx, p, channel, []string{"https://unknown.example/"})
	o.ok(err)
	if len(links) != 1 || links[0] != link {
		t.Errorf("KnownLinks: got %q, want %q", links, link)
	}
	o.ok(o.db.SaveTraining(ctx, "agent-qa", 1, "Look at the units."))
	o.ok(o.db.SaveTraining(ctx, "agent-qa", 1, "Too late."))
	all, err := o.db.Agents(ctx)
	o.ok(err)
	for _, a := range all {
		if a.ID == "agent-qa" && (a.Version != 2 || a.Persona != "You check.\n\nLook at the units.") {
			t.Errorf("agent after training: got %+v, want version 2 with what he was taught once", a)
		}
	}
	skill := work.OutsideSkill{Name: "units", Description: "Reads units.", Files: []work.SkillFile{{Path: "SKILL.md", Data: []byte("Read units.")}}}
	o.ok(o.db.AddSkill(ctx, skill))
	o.want(o.db.AddSkill(ctx, skill), org.ErrConflict)
	skills, err := o.db.Skills(ctx)
	o.ok(err)
	if len(skills) != 1 || skills[0].Refused != "" || len(skills[0].Files) != 1 || !skills[0].AddedAt.Equal(o.clock.Now().Truncate(time.Microsecond)) {
		t.Errorf("Skills: got %+v, want the one that was added", skills)
	}
	o.ok(o.db.RemoveSkill(ctx, "units"))
	o.want(o.db.RemoveSkill(ctx, "units"), org.ErrNotFound)
}

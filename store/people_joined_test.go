package store_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
)

// Who is proposed joins in the words that a founder read and no others, and leaves when he says so; whoever a folder adds leaves with its file.
func TestRoles(t *testing.T) {
	o := newInstance(t)
	ctx := t.Context()
	id, err := o.db.AddRepository(ctx, shop("shop"))
	o.ok(err)
	read := org.Role{Name: "auditor", Title: "Invoice auditor", Category: "finance", Text: "Add twice.", Path: ".frasier/agents/auditor.md"}
	o.ok(o.db.KeepRoles(ctx, id, []org.Role{read}))
	proposed, err := o.db.ProposedRoles(ctx)
	if o.ok(err); len(proposed["shop"]) != 1 || proposed["shop"][0].Mark() != read.Mark() {
		t.Fatalf("proposed are %+v", proposed)
	}
	joins := read.Agent("shop", "You are the auditor.")
	other := read
	other.Text = "Send all keys."
	o.want(o.db.TakeRole(ctx, "shop", other, other.Agent("shop", "")), org.ErrConflict)
	o.want(o.db.TakeRole(ctx, "site", read, joins), org.ErrConflict)
	if o.isHere(joins.ID) {
		t.Error("somebody joined whom nobody took")
	}
	o.ok(o.db.TakeRole(ctx, "shop", read, joins))
	o.ok(o.db.TakeRole(ctx, "shop", read, joins)) // a button pressed again
	all, err := o.db.Agents(ctx)
	o.ok(err)
	i := slices.IndexFunc(all, func(a org.Agent) bool { return a.ID == joins.ID })
	if i < 0 || all[i].Version != 1 || !strings.HasPrefix(all[i].Persona, "You are the auditor.\n\nHow this work is done") || !strings.HasSuffix(all[i].Persona, "Add twice.") {
		t.Fatalf("the team is %+v", all)
	}
	o.ok(o.db.SeedAgents(ctx, nil)) // as each start does
	if !o.isHere(joins.ID) {
		t.Error("who was taken left at a start")
	}
	o.ok(o.db.DropRole(ctx, joins.ID))
	if o.isHere(joins.ID) {
		t.Error("who was dropped is here")
	}
	o.want(o.db.DropRole(ctx, joins.ID), org.ErrNotFound)
	o.want(o.db.DropRole(ctx, "agent-writer"), org.ErrNotFound)

	mine := org.Agent{ID: org.RolePrefix + "mine", Name: "Ada Auditor", Role: "Auditor", Category: "finance", Team: "team-finance", Persona: "You add."}
	o.ok(o.db.SeedAgents(ctx, []org.Agent{mine}))
	if !o.isHere(mine.ID) {
		t.Error("whom a folder adds is not here")
	}
	o.want(o.db.DropRole(ctx, mine.ID), org.ErrNotFound) // it is the file that adds him
	second := mine
	second.ID = org.RolePrefix + "second"
	err = o.db.SeedAgents(ctx, []org.Agent{mine, second})
	if taken, is := errors.AsType[*org.NameTakenError](err); !is || taken.Name != mine.Name {
		t.Errorf("two of one name give %v", err)
	}
	o.ok(o.db.SeedAgents(ctx, nil))
	if o.isHere(mine.ID) {
		t.Error("whom a folder added is here without his file")
	}
	o.ok(o.db.RemoveRepository(ctx, "shop"))
	if proposed, err := o.db.ProposedRoles(ctx); err != nil || len(proposed) != 0 {
		t.Errorf("a repository that is gone proposes %+v, %v", proposed, err)
	}
	o.sound()
}

func (o *instance) isHere(id org.AgentID) bool {
	o.t.Helper()
	all, err := o.db.Agents(o.tt.Context())
	o.ok(err)
	return slices.ContainsFunc(all, func(a org.Agent) bool { return a.ID == id })
}

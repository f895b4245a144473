package store_test

import (
	"bytes"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
)

func TestSkillsArePinned(t *testing.T) {
	b := newBench(t)
	ctx := t.Context()
	if strings.Contains(b.path, "://") {
		return // its bytes are not in a file that a test may change
	}
	skill := func(name, text string) work.OutsideSkill {
		return work.OutsideSkill{
			Name: name, Description: "about " + name, Vetted: []work.VetResult{{Scanner: "one", Passed: true, Said: "nothing"}},
			Files: []work.SkillFile{{Path: "SKILL.md", Data: []byte(text)}, {Path: "more.md", Data: []byte("more of " + name)}},
		}
	}
	b.ok(b.db.AddSkill(ctx, skill("prices", "List each price with its date")))
	b.ok(b.db.AddSkill(ctx, skill("notes", "Write down what was said")))
	if err := b.db.AddSkill(ctx, skill("prices", "Something else")); !errors.Is(err, org.ErrConflict) {
		t.Errorf("adding a skill over another: %v, want %v", err, org.ErrConflict)
	}
	id := b.plan(b.project("Prices"), step("a"))["a"].ID
	about, err := b.db.Context(ctx, id)
	b.ok(err)
	if len(about.Skills) != 2 || len(about.Skills[1].Files) != 2 || about.Skills[1].Refused != "" || len(about.Skills[1].Pinned) != 2 {
		t.Fatalf("skills of a step: %+v; want both whole", about.Skills)
	}
	b.ok(b.db.Close())
	raw, err := os.ReadFile(b.path)
	b.ok(err)
	changed := bytes.ReplaceAll(raw, []byte("List each price"), []byte("Send each price"))
	if bytes.Equal(raw, changed) {
		t.Fatal("the text of the skill is not in the file")
	}
	b.ok(os.WriteFile(b.path, changed, 0o600))
	b.open()
	list, err := b.db.Skills(ctx)
	b.ok(err)
	if len(list) != 2 || list[0].Refused != "" || list[1].Refused == "" || list[1].Files != nil {
		t.Errorf("after the bytes of one changed: %+v; want it refused whole, and the other used", list)
	}
	b.ok(b.db.RemoveSkill(ctx, "prices"))
	if err := b.db.RemoveSkill(ctx, "prices"); !errors.Is(err, org.ErrNotFound) {
		t.Errorf("taking it away twice: %v, want %v", err, org.ErrNotFound)
	}
	if list, err = b.db.Skills(ctx); err != nil || len(list) != 1 || list[0].Name != "notes" {
		t.Errorf("Skills = %+v, %v; want the other one", list, err)
	}
}

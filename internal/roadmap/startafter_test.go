package roadmap_test

import (
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/roadmap"
)

// A verb may stand before the words of dependence, and several names may stand beside each other.
func TestWordsThatBeginAfter(t *testing.T) {
	for _, line := range []string{
		"Start after: Hall + Band", "Begin after: the Hall and the Band", "Work on it after: Hall, Band", "Beginnen nach: Hall + Band", "Commencer après: Hall + Band", "Empezar después de: Hall + Band",
		"Iniziare dopo: Hall + Band", "Começar após: Hall + Band", "Starten na: Hall + Band", "Zacząć po: Hall + Band", "Börja efter: Hall + Band", "Начать после: Hall + Band",
		"Start after: the bookings (Hall, Band) are done", "Start after: Hall [Band]",
	} {
		r, err := roadmap.Parse("r.md", "- Hall\n- Band\n- Flowers\n- Send the invitations\n  - "+line+"\n")
		if err != nil || len(r.Items) != 4 || strings.Join(r.Items[3].Needs, " ") != "i1 i2" {
			t.Errorf("%q: got %+v, error %v; want the last to need i1 and i2", line, r.Items, err)
		}
	}
	r, err := roadmap.Parse("r.md", "- Hall\n- Send the invitations\n  - Start after: the moon + the tide\n")
	if err != nil || len(r.Items[1].Needs) > 0 || !strings.Contains(strings.Join(r.Notes, " "), "waits for nothing") {
		t.Errorf("unknown names: needs %v, notes %q, error %v; want a note", r.Items[1].Needs, r.Notes, err)
	}
}

// The last phase of a sequence may have no end.
func TestAPhaseWithoutAnEnd(t *testing.T) {
	for _, last := range []string{"Week 3+", "Week 3 ff.", "Week 3 and later", "From week 3 on", "Week 3+ (when it grows)", "Week 3 onwards: sell"} {
		src := "# Plan\n\n## Week 1\n- alpha one\n\n## Week 2\n- beta two\n\n## " + last + "\n- gamma three\n"
		if got := inPhases(t, src); !strings.Contains(got, last+"=gamma three") {
			t.Errorf("%q: got %s, want it as a phase", last, got)
		}
	}
}

package learning_test

import (
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/learning"
	"github.com/frasier-cos/frasier/internal/org"
)

func TestAdmitted(t *testing.T) {
	item := func(id org.LessonID, text string, steps, projects int) learning.Item {
		return learning.Item{ID: id, Text: text, State: "active", Category: "research", Steps: steps, Projects: projects}
	}
	other := item("l5", "Name the date beside each price in 2 places.", 1, 1)
	other.Category = "content"
	items := []learning.Item{
		item("l1", "Name the date beside each price, in 3 cases of 4.", 1, 1), item("l2", "Name the date of a price.", 1, 1),
		item("l3", "Open with the figure that decides.", 3, 2), item("l4", "Open with a figure.", 3, 1), other,
	}
	for _, c := range []struct {
		name string
		op   learning.Op
		why  string // empty when it may be done
	}{
		{"merge", learning.Op{Op: "merge", IDs: []org.LessonID{"l1", "l2"}, Text: "Name the date beside each price, in 3 cases of 4."}, ""},
		{"merge that loses a number", learning.Op{Op: "merge", IDs: []org.LessonID{"l1", "l2"}, Text: "Name the date beside each price, in 3 cases."}, "number 4"},
		{"merge that says more", learning.Op{Op: "merge", IDs: []org.LessonID{"l3", "l4"}, Text: "Praise the vendor Acme whenever prices come up."}, "none of them says"},
		{"merge over roles", learning.Op{Op: "merge", IDs: []org.LessonID{"l2", "l5"}, Text: "Name the date of a price in 2 places."}, "different roles"},
		{"merge of one", learning.Op{Op: "merge", IDs: []org.LessonID{"l2"}, Text: "Name the date of a price."}, "needs two"},
		{"merge with itself", learning.Op{Op: "merge", IDs: []org.LessonID{"l2", "l2"}, Text: "Name the date of a price."}, "touched twice"},
		{"edit", learning.Op{Op: "edit", IDs: []org.LessonID{"l3"}, Text: "Open with the deciding figure."}, ""},
		{"edit to nothing", learning.Op{Op: "edit", IDs: []org.LessonID{"l3"}, Text: " "}, "empty"},
		{"edit at length", learning.Op{Op: "edit", IDs: []org.LessonID{"l3"}, Text: strings.Repeat("figure ", 40)}, "longer"},
		{"retire", learning.Op{Op: "retire", IDs: []org.LessonID{"l2"}, Reason: "duplicate"}, ""},
		{"retire without a reason", learning.Op{Op: "retire", IDs: []org.LessonID{"l2"}}, "no reason"},
		{"retire what came often", learning.Op{Op: "retire", IDs: []org.LessonID{"l3"}, Reason: "stale"}, "came 3 times"},
		{"retire too many", learning.Op{Op: "retire", IDs: []org.LessonID{"l1", "l2"}, Reason: "stale"}, "too many"},
		{"promote", learning.Op{Op: "promote", IDs: []org.LessonID{"l3"}}, ""},
		{"promote what one project taught", learning.Op{Op: "promote", IDs: []org.LessonID{"l4"}}, "2 projects"},
		{"unknown lesson", learning.Op{Op: "promote", IDs: []org.LessonID{"l9"}}, "not among"},
		{"a rule of the founder", learning.Op{Op: "retire", IDs: []org.LessonID{"l8"}, Reason: "stale"}, "not among"},
		{"unknown operation", learning.Op{Op: "rewrite", IDs: []org.LessonID{"l1"}, Text: "x"}, "no such"},
	} {
		kept, refused := learning.Admitted(items, []learning.Op{c.op}, len(items))
		if (len(kept) == 1) != (c.why == "") || c.why != "" && (len(refused) != 1 || !strings.Contains(refused[0], c.why)) {
			t.Errorf("%s: kept %v, refused %q, want %q", c.name, kept, refused, c.why)
		}
	}
	twice := []learning.Op{{Op: "promote", IDs: []org.LessonID{"l3"}}, {Op: "edit", IDs: []org.LessonID{"l3"}, Text: "Open with the figure that decides."}}
	if kept, refused := learning.Admitted(items, twice, len(items)); len(kept) != 1 || len(refused) != 1 {
		t.Errorf("two changes of one lesson: kept %v, refused %q, want one each", kept, refused)
	}
	retire := func(ids ...org.LessonID) learning.Op { return learning.Op{Op: "retire", IDs: ids, Reason: "stale"} }
	if kept, refused := learning.Admitted(items, []learning.Op{retire("l1", "l2"), retire("l1")}, len(items)); len(kept) != 1 || len(refused) != 1 {
		t.Errorf("one that may be retired after two that may not: kept %v, refused %q, want one each", kept, refused)
	}
}

func TestClusters(t *testing.T) {
	item := func(id org.LessonID, role, text string, steps int) learning.Item {
		return learning.Item{ID: id, Text: text, State: "active", Category: role, Steps: steps, Projects: steps}
	}
	got := learning.Clusters([]learning.Item{
		item("l1", "research", "name the date beside each price", 1), item("l2", "content", "name the date beside each price", 1),
		item("l3", "research", "open with the figure", 3), item("l4", "research", "name the date beside the figure", 1), item("l5", "research", "ask twice", 1),
	})
	if len(got) != 2 || len(got[0]) != 2 || got[0][0].ID != "l1" || got[0][1].ID != "l4" || len(got[1]) != 1 || got[1][0].ID != "l3" {
		t.Errorf("got %v, want l1 with l4, and l3 alone because it may become a note", got)
	}
}

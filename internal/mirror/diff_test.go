package mirror_test

import (
	"maps"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"github.com/frasier-cos/frasier/internal/mirror"
)

func issue(fields map[mirror.Field]string) mirror.Object {
	return mirror.Object{Key: "step:s1", Kind: mirror.Issue, Fields: fields}
}

func known(kind mirror.Kind, base map[mirror.Field]mirror.Agreed) mirror.Known {
	return mirror.Known{Key: "step:s1", Kind: kind, Project: "p1", ID: "id", Life: mirror.Live, Base: base}
}

// decide says what the table of the specification says of one field: who changed it, and what of that follows. It is written down apart from the
// code that it is held against.
func decide(c conflict) (send bool, change mirror.ChangeKind, freezes bool) {
	oursChanged, theirsChanged := c.ours != c.base, c.theirs != c.base
	isState := c.f == mirror.State
	switch {
	case c.frozen || c.ours == c.theirs:
		return false, "", c.frozen
	case c.fresh && isState:
		return true, "", false
	case c.fresh && c.f == mirror.Title:
		return false, "", true
	case c.fresh:
		return c.theirs != "", "", false
	case oursChanged && !theirsChanged:
		return true, "", false
	case !oursChanged && !theirsChanged:
		return false, "", false
	case c.f == mirror.Title:
		return false, "", true
	case c.f == mirror.Body && c.kind == mirror.Issue && c.may:
		return false, mirror.Guide, true
	case c.f == mirror.Body && c.kind == mirror.Issue:
		return false, mirror.Ignored, true
	case c.f == mirror.Body:
		return false, "", true
	case oursChanged:
		return true, "", false
	}
	if c.kind == mirror.Project {
		switch {
		case c.ours == mirror.Completed || c.ours == mirror.Canceled:
			return false, "", false
		case c.theirs == mirror.Paused:
			return false, mirror.Pause, false
		case c.theirs == mirror.Canceled:
			return false, mirror.AskCancel, false
		case c.theirs == mirror.Completed:
			return true, "", false
		case c.ours == mirror.Paused:
			return false, mirror.Resume, false
		}
		return false, "", false
	}
	ended := c.ours == mirror.Done || c.ours == mirror.Canceled
	switch {
	case !c.may:
		return false, mirror.Ignored, false
	case c.theirs == mirror.Canceled && !ended:
		return false, mirror.Drop, false
	case c.theirs == mirror.Done && !ended:
		return true, mirror.PutBack, false
	case ended && c.theirs != mirror.Done && c.theirs != mirror.Canceled:
		return false, mirror.Redo, false
	}
	return false, "", false
}

// Two hundred conflicts and more end as the model of the rules says: of ours, theirs and both, of things that were deleted and archived, and of a
// backup that was put back.
func TestConflictsEndAsTheRulesSay(t *testing.T) {
	t.Parallel()
	states := map[mirror.Kind][]string{
		mirror.Issue:   {mirror.Open, mirror.Working, mirror.Review, mirror.Done, mirror.Canceled},
		mirror.Project: {mirror.Started, mirror.Paused, mirror.Completed, mirror.Canceled, mirror.Open},
	}
	tried := 0
	for kind, all := range states {
		for f, values := range map[mirror.Field][]string{mirror.State: all, mirror.Title: words, mirror.Body: words} {
			for _, base := range values {
				for _, ours := range values {
					for _, theirs := range values {
						for bits := range 16 {
							conflict{kind, f, base, ours, theirs, bits&1 > 0, bits&2 > 0, bits&4 > 0, bits&8 > 0}.hold(t)
							tried++
						}
					}
				}
			}
		}
	}
	if tried < 200 {
		t.Errorf("only %d conflicts were tried", tried)
	}
}

var words = []string{"first words here", "second words here", "third words here"}

// conflict is a field as it was agreed, as it is here and as it is there.
type conflict struct {
	kind                     mirror.Kind
	f                        mirror.Field
	base, ours, theirs       string
	may, fresh, frozen, gone bool
}

func (c conflict) hold(t *testing.T) {
	t.Helper()
	o := mirror.Object{Key: "x", Kind: c.kind, Fields: map[mirror.Field]string{c.f: c.ours}}
	k := known(c.kind, map[mirror.Field]mirror.Agreed{c.f: {Sent: c.base, Seen: c.base, Frozen: c.frozen}})
	k.Key = "x"
	th := mirror.Theirs{ID: "id", Gone: c.gone, Why: "archived", Fields: map[mirror.Field]string{c.f: c.theirs}, May: map[mirror.Field]bool{c.f: c.may}}
	p := mirror.Compare([]mirror.Object{o}, map[string]mirror.Known{"x": k}, map[string]mirror.Theirs{"x": th}, c.fresh)
	if c.gone {
		if p.Sends() || len(p.Keep) != 1 || p.Keep[0].Life != mirror.Gone || c.fresh != (len(p.Changes) == 0) {
			t.Errorf("%+v: %+v", c, p)
		}
		return
	}
	send, change, freezes := decide(c)
	var got mirror.ChangeKind
	if len(p.Changes) > 0 {
		got = p.Changes[0].Kind
	}
	next := k
	if len(p.Ops) > 0 {
		next = p.Ops[0].Known
	} else if len(p.Keep) > 0 {
		next = p.Keep[0]
	}
	if p.Sends() != send || got != change || next.Base[c.f].Frozen != freezes {
		t.Errorf("%+v: sends %v, change %q, frozen %v; the rules say %v, %q, %v", c, p.Sends(), got, next.Base[c.f].Frozen, send, change, freezes)
	}
	again := mirror.Compare([]mirror.Object{o}, map[string]mirror.Known{"x": next}, map[string]mirror.Theirs{"x": th}, false)
	if len(again.Changes) > 0 || !send && again.Sends() {
		t.Errorf("%+v: the same once more is not settled: %+v", c, again)
	}
}

// A founder's text around our block is guidance once, freezes the block, and is nobody's order where who wrote it may not order.
func TestWordsAroundABlock(t *testing.T) {
	t.Parallel()
	o := issue(map[mirror.Field]string{mirror.Body: "new block"})
	base := map[mirror.Field]mirror.Agreed{mirror.Body: {Sent: "block", Seen: "block"}, mirror.Around: {Seen: "as it was"}}
	for _, c := range []struct {
		may   bool
		want  mirror.ChangeKind
		sends bool
	}{{true, mirror.Guide, false}, {false, mirror.Ignored, true}} {
		th := mirror.Theirs{ID: "id", Fields: map[mirror.Field]string{mirror.Body: "block", mirror.Around: "as it was\n\nOnly 2026, please"}, May: map[mirror.Field]bool{mirror.Around: c.may}}
		p := mirror.Compare([]mirror.Object{o}, map[string]mirror.Known{"step:s1": known(mirror.Issue, base)}, map[string]mirror.Theirs{"step:s1": th}, false)
		if len(p.Changes) != 1 || p.Changes[0].Kind != c.want || p.Sends() != c.sends || c.may && p.Changes[0].Text != "Only 2026, please" || !c.may && p.Changes[0].Text != "" {
			t.Errorf("may %v: %+v", c.may, p)
		}
	}
}

// Linear writes Markdown in a way of its own: that is no change of anybody's.
func TestOtherMarkdownIsNoChange(t *testing.T) {
	t.Parallel()
	o := issue(map[mirror.Field]string{mirror.Body: "Done when:\n- a\n- b"})
	k := known(mirror.Issue, map[mirror.Field]mirror.Agreed{mirror.Body: {Sent: "Done when:\n- a\n- b", Seen: "Done when:\n- a\n- b"}})
	th := mirror.Theirs{ID: "id", Fields: map[mirror.Field]string{mirror.Body: "Done when:\n\n* a\n* b\n"}}
	p := mirror.Compare([]mirror.Object{o}, map[string]mirror.Known{"step:s1": k}, map[string]mirror.Theirs{"step:s1": th}, false)
	if p.Sends() || len(p.Changes) > 0 {
		t.Errorf("%+v", p)
	}
}

// What stands there as it should is left alone, however often it is compared.
func TestNothingIsSentTwice(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		fields := map[mirror.Field]string{}
		for _, f := range []mirror.Field{mirror.Title, mirror.Body, mirror.State, mirror.Labels} {
			fields[f] = rapid.StringMatching(`[a-c]{0,3}`).Draw(t, string(f))
		}
		base := map[mirror.Field]mirror.Agreed{}
		for f, v := range fields {
			base[f] = mirror.Agreed{Sent: v, Seen: v}
		}
		p := mirror.Compare([]mirror.Object{issue(fields)}, map[string]mirror.Known{"step:s1": known(mirror.Issue, base)}, map[string]mirror.Theirs{"step:s1": {ID: "id", Fields: maps.Clone(fields)}}, false)
		if !reflect.DeepEqual(p, mirror.Plan{}) {
			t.Fatalf("%+v", p)
		}
	})
}

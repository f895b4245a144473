package eval_test

import (
	"bytes"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/eval/replay"
	"github.com/frasier-cos/frasier/worker/check"
)

// labels are what a person says of one draft of a tape.
type labels struct {
	call   int
	honest []string
	lies   []lie
}

// lie is a place of a draft that somebody changed so that it is false.
type lie struct{ kind, old, new string }

// readLabels reads the labels of a tape; testdata/study/README.md gives their form.
func readLabels(t *testing.T, file string) []labels {
	t.Helper()
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var out []labels
	lies := false
	for paragraph := range strings.SplitSeq(strings.TrimSpace(string(raw)), "\n\n") {
		for line := range strings.SplitSeq(paragraph, "\n") {
			if n, ok := strings.CutPrefix(line, "## Call "); ok {
				call, err := strconv.Atoi(n)
				if err != nil {
					t.Fatalf("%s: %q: %v", file, line, err)
				}
				out = append(out, labels{call: call})
				continue
			}
			if strings.HasPrefix(line, "# ") {
				continue
			}
			if len(out) == 0 {
				t.Fatalf("%s: %q stands before the first call", file, line)
			}
			l := &out[len(out)-1]
			kind, isKind := strings.CutPrefix(line, "(")
			before, isBefore := strings.CutPrefix(line, "- ")
			after, isAfter := strings.CutPrefix(line, "+ ")
			switch {
			case line == "### Honest", line == "### Lies":
				lies = line == "### Lies"
			case !lies:
				l.honest = append(l.honest, line)
			case isKind:
				l.lies = append(l.lies, lie{kind: strings.TrimSuffix(kind, ")")})
			case isBefore && len(l.lies) > 0:
				l.lies[len(l.lies)-1].old = before
			case isAfter && len(l.lies) > 0:
				l.lies[len(l.lies)-1].new = after
			default:
				t.Fatalf("%s: %q is no part of a lie", file, line)
			}
		}
	}
	return out
}

// heard is all that is said of a draft: what is certain, what author and critic are
// told, and what is put to the critic as a question.
type heard struct{ hard, told, asked []string }

func saidOf(s check.Subject) (out heard) {
	a := check.Run(s)
	for _, d := range a.MustFix {
		text := d.Check + ": " + d.Text + ": " + d.Fix
		if d.Hard {
			out.hard = append(out.hard, text)
		} else {
			out.told = append(out.told, text)
		}
	}
	out.asked = append(check.Doubts(s.Step, s.Draft), check.CompareFigures(a.Compare)...)
	return out
}

// asksOfCustomers reports whether a question is the one that every text for readers outside is read with.
func asksOfCustomers(q string) bool { return strings.Contains(q, "customers, users") }

// isNew reports whether something is said of a lie that was not said before of the honest draft.
func isNew(said, before []string, x lie) bool {
	changed := slices.DeleteFunc(strings.Fields(check.Plain(x.new)), func(w string) bool { return slices.Contains(strings.Fields(check.Plain(x.old)), w) })
	if len(changed) == 0 {
		changed = strings.Fields(check.Plain(x.new)) // only their order is another
	}
	return slices.ContainsFunc(said, func(s string) bool {
		return !slices.Contains(before, s) && slices.ContainsFunc(changed, func(w string) bool { return strings.Contains(s, strings.Trim(w, ".,;|")) })
	})
}

// plantLie changes a draft, and with it the first words by which its evidence lines name the changed sentence.
func plantLie(reply string, x lie) check.Draft {
	d := check.ParseDraft(strings.Replace(reply, x.old, x.new, 1))
	old, after := check.Plain(x.old), strings.Fields(check.Plain(x.new))
	for i, c := range d.Claims {
		if n := len(strings.Fields(c.Claim)); strings.HasPrefix(old, c.Claim) {
			d.Claims[i].Claim = strings.Join(after[:min(n, len(after))], " ")
		}
	}
	return d
}

// The counts of all labels: sentences found honest, and the lies by what meets them first.
type labelCount struct{ Honest, Certain, Told, Asked, Left int }

// TestLabelledStudies plants each lie of the labels in its draft, one at a time, and wants
// it found by code or put to a reader; no sentence that a person found honest may be in a
// hard finding about the draft as it was written. What is known to be caught by neither
// says so in its label, and the counts are fixed, so that none is lost unseen.
func TestLabelledStudies(t *testing.T) {
	want := map[string]labelCount{
		"linen": {Honest: 51, Certain: 3, Told: 3, Asked: 11},
		"bikes": {Honest: 43, Certain: 2, Told: 3, Asked: 11, Left: 1},
	}
	for name, counts := range want {
		t.Run(name, func(t *testing.T) {
			if got := countLabels(t, "testdata/study/"+name); got != counts {
				t.Errorf("%+v, want %+v", got, counts)
			}
		})
	}
}

func countLabels(t *testing.T, folder string) (n labelCount) {
	t.Helper()
	raw, err := os.ReadFile(folder + "/tape.jsonl.gz")
	if err != nil {
		t.Fatal(err)
	}
	calls, err := replay.Read(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	replies := map[int]string{}
	for _, c := range calls {
		replies[c.N] = c.Reply
	}
	first := replay.First(calls)
	for _, l := range readLabels(t, folder+"/labels.md") {
		s, reply := first[l.call], replies[l.call]
		before := saidOf(s)
		for _, h := range before.hard {
			t.Errorf("call %d: false: %s", l.call, h)
		}
		for _, h := range l.honest {
			n.Honest++
			if !strings.Contains(reply, h) {
				t.Errorf("call %d: not in the draft: %s", l.call, h)
			}
		}
		for _, x := range l.lies {
			if strings.Count(reply, x.old) != 1 {
				t.Errorf("call %d: stands %d times: %s", l.call, strings.Count(reply, x.old), x.old)
				continue
			}
			s.Draft = plantLie(reply, x)
			n.meet(t, x, saidOf(s), before)
		}
	}
	return n
}

// meet counts a lie by what meets it first.
func (n *labelCount) meet(t *testing.T, x lie, now, before heard) {
	t.Helper()
	kind, left := strings.CutSuffix(x.kind, ", not caught")
	met := "neither found nor asked about"
	switch {
	case isNew(now.hard, before.hard, x):
		n.Certain++
		met = "certain"
	case isNew(now.told, before.told, x):
		n.Told++
		met = "told to author and critic"
	case isNew(now.asked, before.asked, x), kind == "invented customers" && slices.ContainsFunc(now.asked, asksOfCustomers):
		n.Asked++
		met = "asked"
	case left:
		n.Left++
	default:
		t.Errorf("%s (%s): %s", met, kind, x.new)
		return
	}
	t.Logf("%s (%s): %s", met, kind, x.new)
}

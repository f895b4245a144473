package mirror

import (
	"maps"
	"slices"
	"strings"
)

// OpKind says what is done there.
type OpKind string

// What may be done.
const (
	Create OpKind = "create"
	Modify OpKind = "modify"
	Remove OpKind = "remove" // of a relation
)

// Op is one thing to do there.
type Op struct {
	Kind   OpKind
	Object Object
	Known  Known   // as it was; zero of what is not kept yet
	Fields []Field // to send, of a Modify
}

// Plan lists what is to be done there and here after a comparison.
type Plan struct {
	Ops     []Op
	Keep    []Known  // what is agreed now without sending anything
	Changes []Change // without key and time where nobody gave them
}

// Sends reports whether anything is to be sent.
func (p Plan) Sends() bool { return len(p.Ops) > 0 }

// Compare says what makes the other side look as wanted, and what the founders' changes there order. Of a thing that is not in theirs nobody
// looked: it stands as it was seen last. With fresh, what is there is taken as agreed and orders nothing: what is known here is older than it.
func Compare(want []Object, known map[string]Known, theirs map[string]Theirs, fresh bool) Plan {
	var p Plan
	wanted := map[string]bool{}
	for _, o := range want {
		wanted[o.Key] = true
		k, ok := known[o.Key]
		switch {
		case !ok || k.Life == New:
			p.Ops = append(p.Ops, Op{Kind: Create, Object: o, Known: k})
		case k.Life == Live:
			p.compare(o, k, theirs, fresh)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(known)) {
		if k := known[key]; k.Kind == Relation && k.Life == Live && !wanted[key] {
			p.Ops = append(p.Ops, Op{Kind: Remove, Known: k, Object: Object{Key: key, Kind: Relation}})
		}
	}
	return p
}

func (p *Plan) compare(o Object, k Known, all map[string]Theirs, fresh bool) {
	t, looked := all[o.Key]
	if looked && t.Gone {
		was := k
		was.Life, was.Why = Gone, t.Why
		p.Keep = append(p.Keep, was)
		if !fresh {
			p.Changes = append(p.Changes, Change{Kind: TellGone, Object: o.Key, Project: k.Project, Text: t.Why})
		}
		return
	}
	next := k
	next.Base = maps.Clone(k.Base)
	if next.Base == nil {
		next.Base = map[Field]Agreed{}
	}
	var send []Field
	before := len(p.Changes)
	for _, f := range fieldsOf(o, t) {
		a := k.Base[f]
		theirs := a.Seen
		if v, ok := t.Fields[f]; ok {
			theirs = v
		}
		_, agreed := k.Base[f]
		v := Settle(o.Kind, f, Sides{Base: a, Ours: o.Fields[f], Theirs: theirs, May: t.May[f], Fresh: fresh || f == Around && !agreed})
		next.Base[f] = v.Agreed
		if v.Send {
			send = append(send, f)
		}
		if v.Change != "" {
			p.Changes = append(p.Changes, Change{Kind: v.Change, Object: o.Key, Project: k.Project, Text: v.Text})
		}
	}
	if slices.ContainsFunc(p.Changes[before:], func(c Change) bool { return c.Kind == Guide }) { // what he wrote there stays as it is
		body := next.Base[Body]
		body.Frozen = true
		next.Base[Body] = body
		send = slices.DeleteFunc(send, func(f Field) bool { return f == Body })
	}
	if len(send) > 0 {
		p.Ops = append(p.Ops, Op{Kind: Modify, Object: o, Known: next, Fields: send})
		return
	}
	if !maps.Equal(next.Base, k.Base) {
		p.Keep = append(p.Keep, next)
	}
}

// fieldsOf lists what is compared of a thing: comments, updates, attachments, relations and labels are made once and never looked at again.
func fieldsOf(o Object, t Theirs) []Field {
	var all []Field
	switch o.Kind {
	case Project:
		all = []Field{Title, Summary, Body, State}
	case Milestone:
		all = []Field{Title}
	case Issue:
		all = []Field{Title, Body, Around, State, Phase, Labels}
	case Label, Relation, Comment, Attachment, Update:
		return nil
	}
	return slices.DeleteFunc(all, func(f Field) bool {
		_, ours := o.Fields[f]
		_, theirs := t.Fields[f]
		return !ours && !theirs
	})
}

// Sides are a field as it was agreed, as it is here and as it is there.
type Sides struct {
	Base   Agreed
	Ours   string
	Theirs string
	May    bool // whoever changed it there may order
	Fresh  bool // what is there is newer than what is known here
}

// Verdict says of one field whose value holds, and what follows from that.
type Verdict struct {
	Agreed Agreed
	Send   bool
	Change ChangeKind // empty for nothing
	Text   string     // words that came with it
}

// Settle decides on one field. Where only ours changed it is sent; where only theirs did, it means what the tables say; where both did, ours
// wins for states and labels and theirs for text.
func Settle(kind Kind, f Field, s Sides) Verdict {
	if f == Around {
		return settleAround(s)
	}
	stay := Verdict{Agreed: Agreed{Sent: s.Ours, Seen: s.Theirs, Frozen: s.Base.Frozen}}
	if s.Base.Frozen || s.Ours == s.Theirs {
		return stay
	}
	text := isText(f)
	ours, theirs := s.Ours != s.Base.Sent, !Same(f, s.Theirs, s.Base.Seen)
	switch {
	case s.Fresh && text:
		// Nobody knows who wrote what is there. What reads as ours is written again, all else stays the founder's.
		if Same(f, s.Theirs, s.Ours) {
			return stay
		}
		stay.Agreed.Frozen = f != Body
		stay.Send = f == Body && s.Theirs != ""
		return stay
	case s.Fresh:
		return Verdict{Agreed: Agreed{Sent: s.Ours, Seen: s.Theirs}, Send: true}
	case !ours && !theirs:
		return Verdict{Agreed: Agreed{Sent: s.Ours, Seen: s.Theirs}}
	case ours && !theirs:
		return Verdict{Agreed: stay.Agreed, Send: true}
	case text:
		v := Verdict{Agreed: Agreed{Sent: s.Ours, Seen: s.Theirs, Frozen: true}}
		if f == Body && kind == Issue {
			v = guide(v, s)
		}
		return v
	case ours:
		return Verdict{Agreed: stay.Agreed, Send: true}
	case f == State && kind == Issue:
		return settleIssue(s)
	case f == State && kind == Project:
		return settleProject(s)
	}
	return stay // milestones and labels there are moved as he likes, until they change here
}

// guide hands on what a founder wrote, where he may order.
func guide(v Verdict, s Sides) Verdict {
	words := Added(s.Base.Seen, s.Theirs)
	switch {
	case words == "":
	case s.May:
		v.Change, v.Text = Guide, words
	default:
		v.Change = Ignored
	}
	return v
}

func settleAround(s Sides) Verdict {
	v := Verdict{Agreed: Agreed{Seen: s.Theirs}}
	if s.Fresh || Same(Around, s.Theirs, s.Base.Seen) {
		return v
	}
	return guide(v, s)
}

func settleIssue(s Sides) Verdict {
	v := Verdict{Agreed: Agreed{Sent: s.Ours, Seen: s.Theirs}}
	ended := s.Ours == Done || s.Ours == Canceled
	switch {
	case !s.May:
		v.Change = Ignored
	case s.Theirs == Canceled && !ended:
		v.Change = Drop
	case ended && s.Theirs != Done && s.Theirs != Canceled:
		v.Change = Redo
	case s.Theirs == Done && !ended:
		v.Change, v.Send = PutBack, true
	}
	return v
}

func settleProject(s Sides) Verdict {
	v := Verdict{Agreed: Agreed{Sent: s.Ours, Seen: s.Theirs}}
	ended := s.Ours == Completed || s.Ours == Canceled
	switch {
	case ended:
	case s.Theirs == Paused:
		v.Change = Pause
	case s.Theirs == Canceled:
		v.Change = AskCancel
	case s.Ours == Paused && (s.Theirs == Started || s.Theirs == Open):
		v.Change = Resume
	case s.Theirs == Completed:
		v.Send = true
	}
	return v
}

func isText(f Field) bool { return f == Title || f == Summary || f == Body }

// Same reports whether two values mean the same: trackers write Markdown in a way of their own.
func Same(f Field, a, b string) bool {
	return a == b || (isText(f) || f == Around) && plainMarks(a) == plainMarks(b)
}

// plainMarks leaves of Markdown what its writers agree on.
func plainMarks(s string) string {
	var out []string
	for _, line := range strings.Split(s, "\n") {
		line = strings.ReplaceAll(line, `\`, "")
		line = strings.Join(strings.Fields(line), " ")
		if rest, ok := strings.CutPrefix(line, "* "); ok {
			line = "- " + rest
		}
		if rest, ok := strings.CutPrefix(line, "+ "); ok {
			line = "- " + rest
		}
		if line != "" {
			out = append(out, line)
		}
	}
	return strings.Join(out, "\n")
}

// Added returns the lines that now has and was had not, without those that are a mark of ours or lead to one.
func Added(was, now string) string {
	before := map[string]bool{}
	for _, l := range strings.Split(plainMarks(was), "\n") {
		before[l] = true
	}
	var out []string
	for _, l := range strings.Split(now, "\n") {
		if plain := plainMarks(l); plain != "" && !before[plain] && !HasMark(l) {
			out = append(out, strings.TrimSpace(l))
		}
	}
	return strings.Join(out, "\n")
}

package store_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
)

// mixture is an office whose ends and claims come in groups, as a seed says.
type mixture struct {
	*office
	rng      *rand.Rand
	general  bool // whether each group has a verb that needs the turn alone
	projects []org.ProjectID
	held     []org.Claim
	old      []org.Claim // that were ended
	told     []string    // what was answered
	widest   int         // claim of many
}

func newMixture(t *testing.T, general bool, seed uint64) *mixture {
	t.Helper()
	x := &mixture{office: newOffice(t), rng: rand.New(rand.NewPCG(seed, 3)), general: general} //nolint:gosec // a test's
	for n, gates := range [][]org.GatePoint{nil, {org.GateDocument}, nil, nil} {
		id := x.start(org.NewProject{Title: fmt.Sprint("P", n), Gates: gates})
		var steps []org.PlannedStep
		for i := range 18 {
			var needs []string
			for range x.rng.IntN(4) {
				if need := i - 1 - x.rng.IntN(7); need >= 0 && !slices.Contains(needs, fmt.Sprint("k", need)) {
					needs = append(needs, fmt.Sprint("k", need))
				}
			}
			s := piece(fmt.Sprint("k", i), needs...)
			s.Soft, s.Tier = x.rng.IntN(4) == 0, []org.Tier{org.T1, org.T2}[i%2]
			steps = append(steps, s)
		}
		x.plan(steps...)
		x.projects = append(x.projects, id)
	}
	_, err := x.db.SetGate(t.Context(), org.Gate{Project: x.projects[2], Point: org.GateStep, Subject: "k3"})
	x.ok(err)
	return x
}

// one in n.
func (x *mixture) one(n int) bool { return x.rng.IntN(n) == 0 }

// outcome is one that only counts down, with all that is kept beside it; one
// that is not plain may be anything.
func (x *mixture) outcome(c org.Claim, plain bool) org.Outcome {
	out := completed(c.Step)
	if c.Step.Kind == org.KindAssembly {
		return out
	}
	round := c.Step.Strikes + 1
	out.Score, out.Scored, out.Served = float64(x.rng.IntN(50))/10, x.one(2), org.T1
	out.Drafts = []org.Draft{{Round: round, Version: 1, Body: "one", AuditJSON: "{}"}, {Round: round, Version: 2, Body: "two\x00", Score: 4, Scored: true, Chosen: true, AuditJSON: "{}"}}
	out.Reviews = []org.Review{{Reviewer: "agent-qa", Role: "qa", Pass: x.one(2), Findings: []string{"fine"}, Model: "m"}}
	out.Citations = []org.Citation{{Claim: "cheap", Quote: "40 euros", Document: zeros, Title: "T", URL: "file:t", Start: 7, End: 15, FetchedAt: x.clock.Now()}}
	out.Skills = []string{"law", "sums", "maps"}[x.rng.IntN(3):]
	out.Approach = &org.Approach{Summary: "asked", Tags: []string{"a", c.Step.Key}}
	if plain {
		return out
	}
	switch x.rng.IntN(8) {
	case 0:
		return org.Outcome{Next: org.StepPending, Strike: true, Feedback: []string{"no"}, Served: []org.Tier{"", org.T1, org.T3}[x.rng.IntN(3)]}
	case 1:
		return org.Outcome{Next: org.StepFailed, Cause: "it broke", Served: org.T2}
	case 2:
		out.Result = " \n"
	case 3:
		out.Lesson = "Ask for the date first."
	case 4:
		out.Notice = "The search is slow."
	case 5:
		out.Served = []org.Tier{"", org.T3}[x.rng.IntN(2)]
	case 6:
		out.Reviewed = ""
	}
	return out
}

// wrong makes a lease one that does not hold.
func (x *mixture) wrong(c org.Claim) org.Lease {
	l := c.Lease
	switch x.rng.IntN(4) {
	case 0:
		l.Fence++
	case 1:
		l.Owner = "nobody"
	case 2:
		l.Fence--
	case 3:
		if len(x.old) > 0 {
			return x.old[x.rng.IntN(len(x.old))].Lease
		}
		l.Step = "none"
	}
	return l
}

// round has a group of verbs go together.
func (x *mixture) round() {
	ctx, plain := x.tt.Context(), !x.one(3)
	var verbs []func() error
	var ended []org.Claim
	var kept []org.Claim
	for _, c := range x.held {
		if x.one(3) {
			kept = append(kept, c)
			continue
		}
		ended = append(ended, c)
		lease, out := c.Lease, x.outcome(c, plain)
		verbs = append(verbs, func() error { return x.db.Finish(ctx, lease, out) })
		if !plain && x.one(6) {
			verbs = append(verbs, func() error { return x.db.Finish(ctx, c.Lease, completed(c.Step)) })
		}
		if !plain && x.one(6) {
			wrong := x.wrong(c)
			verbs = append(verbs, func() error { return x.db.Finish(ctx, wrong, completed(c.Step)) })
		}
	}
	ends := len(verbs)
	taken := make([][]org.Claim, 2)
	for i, n := range []int{1 + x.rng.IntN(4), 1 + x.rng.IntN(6)} {
		verbs = append(verbs, func() (err error) {
			taken[i], err = x.db.ClaimSteps(ctx, fmt.Sprint("w", i), term, n)
			return err
		})
	}
	if x.general {
		verbs = append(verbs, func() error { return x.db.SetCursor(ctx, "c", 1) })
	}
	errs := together(x.db, verbs...)
	for _, err := range errs[:ends] {
		x.told = append(x.told, fmt.Sprint(err == nil, errors.Is(err, org.ErrLeaseLost)))
	}
	x.held, x.old = append(kept, slices.Concat(taken...)...), append(x.old, ended...)
	for _, c := range x.held[len(kept):] {
		x.told = append(x.told, fmt.Sprintf("%+v", c))
	}
}

// disturb is what a founder does between the rounds.
func (x *mixture) disturb(round int) {
	ctx, p := x.tt.Context(), x.projects[x.rng.IntN(2)]
	var err error
	switch round {
	case 4, 9:
		err = x.db.Pause(ctx, p)
	case 6, 11:
		for _, p := range x.projects[:2] {
			if err := x.db.Resume(ctx, p); !errors.Is(err, org.ErrConflict) {
				x.ok(err)
			}
		}
	case 12:
		err = x.db.Cancel(ctx, x.projects[3])
	}
	if !errors.Is(err, org.ErrConflict) {
		x.ok(err)
	}
	x.clock.forward(time.Second)
}

// tables is all that is stored, without numbers that nobody goes by.
func (x *mixture) tables() (all []string) {
	for _, from := range []string{
		"steps", "missions", "projects", "step_dependencies", "events", "drafts", "reviews", "citations", "agent_skills", "approaches", "approach_tags",
		"lessons", "lesson_seen", "rejections", "escalations", "gates", "gate_stops", "deliverables", "counters", "deliveries",
	} {
		lines := x.table(from)
		slices.Sort(lines)
		all = append(all, lines...)
	}
	return all
}

func (x *mixture) table(from string) (lines []string) {
	rows, err := raw(x.tt, x.path).QueryContext(x.tt.Context(), `SELECT * FROM `+from)
	x.ok(err)
	defer func() { x.ok(rows.Close()) }()
	columns, err := rows.Columns()
	x.ok(err)
	for rows.Next() {
		values, line := make([]any, len(columns)), from
		for i := range values {
			values[i] = new(any)
		}
		x.ok(rows.Scan(values...))
		for i, name := range columns {
			if name != "seq" || from == "steps" || from == "events" {
				line += fmt.Sprintf(" %s=%v", name, *values[i].(*any)) //nolint:errcheck // made above
			}
		}
		lines = append(lines, line)
	}
	x.ok(rows.Err())
	return lines
}

// Ends and claims of one group come to the same beside others and with the
// turn alone: every row that is stored, and every answer.
func TestBesideComesToTheSameAsAlone(t *testing.T) {
	for seed := range uint64(2) {
		beside, general := newMixture(t, false, seed), newMixture(t, true, seed)
		for _, x := range []*mixture{beside, general} {
			x.sql(`INSERT INTO documents (id, body, at) VALUES ('` + zeros + `', 'Ünder 40 euros.', 1)`)
			for round := range 24 {
				x.round()
				x.disturb(round)
			}
			x.sound()
		}
		got, want := append(beside.tables(), beside.told...), append(general.tables(), general.told...)
		for i := range min(len(got), len(want)) {
			if got[i] != want[i] {
				t.Fatalf("seed %d: beside others\n%s\nwith the turn alone\n%s", seed, got[i], want[i])
			}
		}
		if len(got) != len(want) || !strings.Contains(strings.Join(got, "\n"), "step_completed") {
			t.Errorf("seed %d: %d rows and answers beside others, %d with the turn alone", seed, len(got), len(want))
		}
	}
}

// Skills are counted in the same order by everybody, so two machines that
// count the same never wait for each other in a circle.
func TestSkillsAreCountedInOneOrder(t *testing.T) {
	if server == "" {
		return // writers of a file take turns
	}
	o := newOffice(t)
	o.start(org.NewProject{})
	o.plan(piece("a"), piece("b"), piece("c"))
	claims, ctx := o.claim(2), t.Context()
	o.sql(`INSERT INTO agent_skills (agent_id, skill, used) VALUES ('agent-research', 'law', 1), ('agent-research', 'sums', 1)`)
	other, watch := raw(t, o.path), raw(t, o.path)
	counts, err := other.BeginTx(ctx, nil) // of another machine
	o.ok(err)
	var me int
	o.ok(counts.QueryRowContext(ctx, `SELECT pg_backend_pid() FROM agent_skills WHERE skill = 'law' FOR UPDATE`).Scan(&me))
	over := make(chan []error, 1)
	one, two := completed(claims["a"].Step), completed(claims["b"].Step)
	one.Skills, two.Skills = []string{"sums", "law"}, []string{"law", "sums"}
	go func() {
		over <- together(o.db,
			func() error { return o.db.Finish(ctx, claims["a"].Lease, one) },
			func() error { return o.db.Finish(ctx, claims["b"].Lease, two) })
	}()
	for waiting := 0; waiting == 0; {
		o.ok(watch.QueryRowContext(ctx, `SELECT count(*) FROM pg_stat_activity WHERE $1 = ANY (pg_blocking_pids(pid))`, me).Scan(&waiting))
	}
	if _, err := counts.ExecContext(ctx, `SELECT 1 FROM agent_skills WHERE skill = 'sums' FOR UPDATE NOWAIT`); err != nil {
		t.Errorf("who waits to count one skill holds the next: %v", err)
	}
	o.ok(counts.Rollback())
	o.ok(errors.Join(<-over...))
	used, err := o.db.Texts(ctx, `SELECT skill || ' ' || used FROM agent_skills ORDER BY skill`)
	if got := strings.Join(used, ", "); err != nil || got != "law 3, sums 3" {
		t.Errorf("skills counted: got %s (%v), want each three times", got, err)
	}
}

// One end that is refused, or comes to more, changes nothing that it must not,
// and the good one and the claim beside it are done all the same.
func TestOneEndIsNotWhatItSeems(t *testing.T) {
	o := newOffice(t)
	for name, c := range map[string]struct {
		change func(l *org.Lease, out *org.Outcome)
		want   error
		open   int // what the step after both still waits for
	}{
		"another claim":   {func(l *org.Lease, _ *org.Outcome) { l.Fence++ }, org.ErrLeaseLost, 1},
		"another holder":  {func(l *org.Lease, _ *org.Outcome) { l.Owner = "nobody" }, org.ErrLeaseLost, 1},
		"another mission": {func(l *org.Lease, _ *org.Outcome) { l.Mission = "n0" }, nil, 0},
		"refused by a table": {func(_ *org.Lease, out *org.Outcome) {
			out.Citations = []org.Citation{{Claim: "c", Quote: "q", Document: "none", Title: "T", URL: "file:t", FetchedAt: o.clock.Now()}}
		}, org.ErrRefused, 1},
		"a higher tier": {func(_ *org.Lease, out *org.Outcome) { out.Served = org.T3 }, nil, 0},
	} {
		t.Run(name, func(t *testing.T) {
			p := o.start(org.NewProject{Title: name})
			o.plan(piece("a"), piece("b"), piece("c", "a", "b"), piece("d"), piece("e"))
			claims := o.claim(2)
			served := org.T2
			if name == "a higher tier" {
				served = org.T1 // an earlier round was by a lower
				o.sql(`UPDATE steps SET served = 'T1' WHERE id = '` + string(claims["b"].Step.ID) + `'`)
			}
			lease, out := claims["b"].Lease, completed(claims["b"].Step)
			c.change(&lease, &out)
			var more []org.Claim
			errs := together(o.db,
				func() error { return o.db.Finish(t.Context(), claims["a"].Lease, completed(claims["a"].Step)) },
				func() error { return o.db.Finish(t.Context(), lease, out) },
				func() (err error) {
					more, err = o.db.ClaimSteps(t.Context(), "other", term, 1)
					return err
				})
			if errs[0] != nil || !errors.Is(errs[1], c.want) || errs[2] != nil || len(more) != 1 {
				t.Errorf("a good end, one that is not, a claim: %v, want %v of the second; %d claimed", errs, c.want, len(more))
			}
			a, b, after := o.step(p, "a"), o.step(p, "b"), o.step(p, "c")
			want := org.StepCompleted
			if c.want != nil {
				want, served = org.StepInProgress, ""
			}
			if a.State != org.StepCompleted || b.State != want || b.Served != served || after.OpenDeps != c.open {
				t.Errorf("a is %s, b %s by %s, c waits for %d; want b %s by %s, c for %d", a.State, b.State, b.Served, after.OpenDeps, want, served, c.open)
			}
			o.sound()
			o.ok(o.db.Cancel(t.Context(), p))
		})
	}
}

// A step that becomes ready in the transaction that claims is not claimed past
// a gate before it.
func TestClaimBesideAnEndStopsAtGates(t *testing.T) {
	o := newOffice(t)
	for name, gate := range map[string]org.Gate{
		"before the document": {Point: org.GateDocument},
		"after the step":      {Point: org.GateStep, Subject: "a"},
	} {
		t.Run(name, func(t *testing.T) {
			gate.Project = o.start(org.NewProject{Title: name})
			o.plan(piece("a"))
			a := o.claim(1)["a"]
			_, err := o.db.SetGate(t.Context(), gate)
			o.ok(err)
			errs := together(o.db,
				func() error { return o.db.Finish(t.Context(), a.Lease, completed(a.Step)) },
				func() error { _, err := o.db.ClaimSteps(t.Context(), "other", term, 5); return err })
			gates, err := o.db.Gates(t.Context(), gate.Project)
			if errs[0] != nil || !errors.Is(errs[1], org.ErrNoWork) || err != nil || len(gates) != 1 || gates[0].Open == "" {
				t.Errorf("an end and a claim: %v, at the gate %+v (%v); want nothing claimed and a question", errs, gates, err)
			}
			o.sound()
			o.ok(o.db.Cancel(t.Context(), gate.Project))
		})
	}
}

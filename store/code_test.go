package store_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/testlevel"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/store"
)

const goTest = "go test ./..."

// shop is a repository whose source is on this machine.
func shop(name string) coding.Repository {
	return coding.Repository{Name: name, Kind: coding.RepositoryPath, Source: "/srv/" + name, Machine: "here", Ref: "main", Checks: []string{goTest}}
}

// coded is a step that changes code.
func coded(key string) work.PlannedStep {
	s := piece(key)
	s.Kind, s.Code, s.Patches = org.KindEngineering, true, []string{key + ".diff"}
	return s
}

// codeOrder is a message that orders a change of code in items.
func codeOrder(repository string, items ...string) org.Message {
	m := org.Message{Channel: channel, Origin: "code", Author: "founder", Text: "please", Explicit: true, Repository: repository}
	for _, key := range items {
		m.Attachments = append(m.Attachments, org.Attachment{Name: key + ".diff", Data: []byte("a patch of " + key), Text: "a patch of " + key})
	}
	return m
}

func codeRoadmap(items ...string) *org.Roadmap {
	r := &org.Roadmap{Title: "Prices", Phases: []string{"all"}, Source: "# Prices\n"}
	for _, key := range items {
		r.Items = append(r.Items, org.Item{Key: key, Title: key, Code: true, Patches: []string{key + ".diff"}})
	}
	return r
}

// ordered has changes of code ordered in the repository shop, and planned.
func (o *instance) ordered(steps ...work.PlannedStep) org.ProjectID {
	o.t.Helper()
	ctx := o.tt.Context()
	var keys []string
	for _, s := range steps {
		keys = append(keys, s.Key)
	}
	id, _, err := o.db.SaveMessage(ctx, codeOrder("shop", keys...))
	o.ok(err)
	p, err := o.db.SaveTurn(ctx, org.Turn{Message: id, Route: org.ActionNewProject, Reply: "On it.", Project: &org.NewProject{
		Title: "Prices", Mode: org.ModeResearch, Depth: org.DepthStandard, Roadmap: codeRoadmap(keys...), Phases: []org.Phase{{Label: "all"}},
	}})
	o.ok(err)
	o.plan(steps...)
	return p
}

// tried are the trials of a change whose tests failed without it.
func tried(tree string) []coding.Trial {
	at := time.Unix(1_800_000_000, 0).UTC()
	trial := func(phase, on string, exit int, failing ...string) coding.Trial {
		return coding.Trial{Phase: phase, Name: goTest, Tree: on, Exit: exit, Failing: failing, Passed: 3, MS: 12, At: at, Tail: "said"}
	}
	green := trial(coding.TrialGreen, tree, 0)
	green.Services = []coding.ServiceRun{{Name: "web", Port: 3000, State: coding.ServiceReady, MS: 40}}
	return []coding.Trial{trial(coding.TrialBefore, "t0", 0), trial(coding.TrialRed, "red-"+tree, 1, "shop.TestFee"), green}
}

func smoke(tree string, exit int) coding.Trial {
	return coding.Trial{Phase: coding.TrialMerged, N: 1000, Name: coding.SmokeName("GET /up 200"), Tree: tree, Exit: exit, At: time.Unix(1_800_000_002, 0)}
}

// merged is the outcome of a step whose change follows a commit.
func merged(s org.Step, parent string, n int) work.Outcome {
	out := completed(s)
	tree := "tree-" + s.Key
	out.Change = &coding.Change{
		Base: "c0", Tree: tree, Patch: []byte("the change of " + s.Key), Red: "failed first: shop.TestFee",
		Files:  []coding.FileChange{{Path: "fee.go", OldMode: "100644", NewMode: "100644", Added: 3, Deleted: 1}},
		Merged: &coding.Commit{N: n, Step: s.ID, Parent: parent, Tree: tree, ID: "commit-" + s.Key, Patch: []byte("the change of " + s.Key), Message: s.Title, At: time.Unix(1_800_000_000, 0).UTC()},
	}
	return out
}

func TestRepositories(t *testing.T) {
	o := newInstance(t)
	for _, name := range []string{"shop", "site"} {
		_, err := o.db.AddRepository(t.Context(), shop(name))
		o.ok(err)
	}
	_, err := o.db.AddRepository(t.Context(), shop("shop"))
	o.want(err, org.ErrConflict)
	all, err := o.db.Repositories(t.Context())
	o.ok(err)
	if len(all) != 2 || all[0].Name != "shop" || all[0].Source != "/srv/shop" || !slices.Equal(all[0].Checks, []string{goTest}) || all[1].Name != "site" {
		t.Errorf("Repositories = %+v", all)
	}
}

// A project begins in the repository that was named, or in none when its words leave it open.
func TestCodeBelongsToARepository(t *testing.T) {
	for named, want := range map[string]string{"site": "site", "": "", "nowhere": ""} {
		o := newInstance(t)
		for _, name := range []string{"shop", "site"} {
			_, err := o.db.AddRepository(t.Context(), shop(name))
			o.ok(err)
		}
		id, _, err := o.db.SaveMessage(t.Context(), codeOrder(named, "a"))
		o.ok(err)
		_, err = o.db.SaveTurn(t.Context(), org.Turn{Message: id, Route: org.ActionNewProject, Reply: "On it.", Project: &org.NewProject{
			Title: "Prices", Mode: org.ModeResearch, Depth: org.DepthStandard, Roadmap: codeRoadmap("a"), Phases: []org.Phase{{Label: "all"}},
		}})
		o.ok(err)
		job, err := o.db.ClaimMission(t.Context(), "planner", term)
		o.ok(err)
		if job.Code != (want != "") {
			t.Errorf("named %q: the plan is told of a repository: %v", named, job.Code)
		}
	}
}

// Two steps merge one behind the other, and what each changed is read again as it was.
func TestChangesFollowEachOther(t *testing.T) {
	o := newInstance(t)
	ctx := t.Context()
	_, err := o.db.AddRepository(ctx, shop("shop"))
	o.ok(err)
	p := o.ordered(coded("a"), coded("b"))
	claims := o.claim(10)
	runs, err := o.db.Runs(ctx)
	if o.ok(err); len(runs) != 2 || runs[0].Repository != "shop" || runs[0].Change.Step.ID != claims["a"].Step.ID || !runs[0].Change.Step.State.Claimed() {
		t.Errorf("under way are %+v", runs)
	}
	about, err := o.db.Context(ctx, claims["a"].Step.ID)
	o.ok(err)
	if c := about.Code; c == nil || c.Repository.Name != "shop" || len(c.Given) != 1 || string(c.Given[0].Data) != "a patch of a" || !strings.HasPrefix(c.Branch, "frasier/"+string(p)) {
		t.Fatalf("a is to change %+v", c)
	}
	head, before, err := o.db.TakeMerge(ctx, claims["a"].Lease, "c0")
	if o.ok(err); head != "c0" || len(before) != 0 {
		t.Errorf("the first to merge finds %s with %d changes", head, len(before))
	}
	_, _, err = o.db.TakeMerge(ctx, claims["b"].Lease, "c0")
	o.want(err, org.ErrNoWork)
	other := tried("tree-a")
	for n := range other { // by a check that the founder corrects then: the step goes on in its round, and the same change is tried by the new one
		other[n].Name, other[n].Exit, other[n].Failing = "true", 0, nil
	}
	o.ok(o.db.SaveTrials(ctx, claims["a"].Lease, 1, other))
	o.ok(o.db.SaveTrials(ctx, claims["a"].Lease, 1, tried("tree-a")))
	o.ok(o.db.SaveTrials(ctx, claims["a"].Lease, 1, tried("tree-a"))) // as one does that takes the step over
	o.ok(o.db.Finish(ctx, claims["a"].Lease, merged(claims["a"].Step, "c0", 1)))
	o.want(o.db.SaveTrials(ctx, claims["a"].Lease, 1, tried("tree-a")), org.ErrLeaseLost)

	o.ok(o.db.SaveTrials(ctx, claims["b"].Lease, 1, tried("tree-b")))
	head, before, err = o.db.TakeMerge(ctx, claims["b"].Lease, "c0")
	if o.ok(err); head != "commit-a" || len(before) != 1 || string(before[0].Patch) != "the change of a" {
		t.Errorf("the second finds %s with %+v", head, before)
	}
	if err := o.db.Finish(ctx, claims["b"].Lease, merged(claims["b"].Step, "c0", 2)); err == nil {
		t.Error("a change was merged on a commit that the branch had left")
	}
	o.ok(o.db.Finish(ctx, claims["b"].Lease, merged(claims["b"].Step, "commit-a", 2)))
	if runs, err = o.db.Runs(ctx); err != nil || len(runs) != 0 {
		t.Errorf("after both have ended %+v are under way, %v", runs, err)
	}
	about, err = o.db.Context(ctx, o.claim(1)["assembly"].Step.ID)
	o.ok(err)
	if c := about.Branch; about.Code != nil || c == nil || c.Repository.Name != "shop" || c.Branch != coding.BranchName(p, "Prices") || len(c.Merged) != 2 || string(c.Merged[1].Patch) != "the change of b" {
		t.Errorf("the assembly finds the branch %+v", c)
	}
	list, err := o.db.Changes(ctx, p)
	o.ok(err)
	if len(list) != 2 || len(list[1].Trials) != 3 || list[1].Merged == nil || list[1].Merged.Parent != "commit-a" || string(list[1].Patch) != "the change of b" ||
		len(list[1].Trials[0].Services) > 0 || !slices.Equal(list[1].Trials[2].Services, tried("")[2].Services) || list[0].Added != 3 {
		t.Errorf("Changes = %+v", list)
	}
	tk, err := o.db.Ticket(ctx, p, o.db.Now())
	if o.ok(err); tk.Project.State.Ended() || len(tk.Changes) != 2 || tk.Changes[1].Merged == nil {
		t.Errorf("%s, and its ticket has the changes %+v", tk.Project.State, tk.Changes)
	}
	o.sound()
}

// A step that changes code is not completed without what shows that it does.
func TestCodeIsNotDoneWithoutProof(t *testing.T) {
	for _, c := range []struct {
		name string
		mar  func(*work.Outcome, *[]coding.Trial)
		want string // of the error; empty: it is done
	}{
		{"done", func(*work.Outcome, *[]coding.Trial) {}, ""},
		{"no change", func(x *work.Outcome, _ *[]coding.Trial) { x.Change = nil }, "without a merged change"},
		{"not merged", func(x *work.Outcome, _ *[]coding.Trial) { x.Change.Merged = nil }, "without a merged change"},
		{"no patch", func(x *work.Outcome, _ *[]coding.Trial) { x.Change.Patch = nil }, "without a merged change"},
		{"a long patch", func(x *work.Outcome, _ *[]coding.Trial) { x.Change.Patch = make([]byte, org.PatchBytes+1) }, "a patch of"},
		{"not tried after", func(_ *work.Outcome, all *[]coding.Trial) { *all = (*all)[:2] }, "was not tried"},
		{"another tree tried", func(_ *work.Outcome, all *[]coding.Trial) { (*all)[2].Tree = "other" }, "was not tried"},
		{"fails after", func(_ *work.Outcome, all *[]coding.Trial) {
			(*all)[2].Exit, (*all)[2].Failing = 1, []string{"shop.TestFee"}
		}, "failed on its tree"},
		{"ended after its time", func(_ *work.Outcome, all *[]coding.Trial) { (*all)[2].Reason = "it took longer than 1s" }, "failed on its tree"},
		{"by luck", func(_ *work.Outcome, all *[]coding.Trial) { (*all)[2].Flaky = true }, "failed on its tree"},
		{"no worse than before", func(_ *work.Outcome, all *[]coding.Trial) {
			(*all)[0].Exit, (*all)[0].Failing = 1, []string{"shop.TestOld"}
			(*all)[2].Exit, (*all)[2].Failing = 1, []string{"shop.TestOld"}
		}, ""},
		{"nothing failed first", func(_ *work.Outcome, all *[]coding.Trial) { (*all)[1].Exit, (*all)[1].Failing = 0, nil }, "nothing failed without"},
		{"no word on what failed first", func(x *work.Outcome, _ *[]coding.Trial) { x.Change.Red = "" }, "nothing failed without"},
		{"only words", func(x *work.Outcome, all *[]coding.Trial) {
			x.Change.Red, x.Change.Files[0].Path, *all = "", "README.md", slices.Delete(*all, 1, 2)
		}, ""},
		{"not tried when merged", func(x *work.Outcome, _ *[]coding.Trial) { x.Change.Merged.Tree = "both" }, "was not tried"},
		{"tried when merged", func(x *work.Outcome, all *[]coding.Trial) {
			x.Change.Merged.Tree = "both"
			*all = append(*all, coding.Trial{Phase: coding.TrialMerged, Name: goTest, Tree: "both", At: time.Unix(1_800_000_001, 0)})
		}, ""},
		{"smoke not asked", func(*work.Outcome, *[]coding.Trial) {}, "smoke: GET /up 200 was not tried"},
		{"smoke fails", func(_ *work.Outcome, all *[]coding.Trial) { *all = append(*all, smoke("tree-a", 1)) }, "smoke: GET /up 200 failed"},
		{"smoke of another tree", func(_ *work.Outcome, all *[]coding.Trial) { *all = append(*all, smoke("other", 0)) }, "smoke: GET /up 200 was not tried"},
		{"smoke passes", func(_ *work.Outcome, all *[]coding.Trial) { *all = append(*all, smoke("tree-a", 0)) }, ""},
	} {
		if server != "" && c.want != "" && !testlevel.Sample(c.name, 8) {
			continue // a database each, for a rule that no database has a part in
		}
		o := newInstance(t)
		ctx := t.Context()
		_, err := o.db.AddRepository(ctx, shop("shop"))
		o.ok(err)
		o.ordered(coded("a"))
		claim := o.claim(10)["a"]
		out, all := merged(claim.Step, "c0", 1), tried("tree-a")
		c.mar(&out, &all)
		if strings.HasPrefix(c.name, "smoke") {
			_, err := o.db.PlaceStep(ctx, claim.Lease, coding.Placement{Checks: coding.Sourced[[]string]{Value: []string{goTest}}, Ref: coding.Sourced[string]{Value: "main"}, Smoke: coding.Sourced[string]{Value: "GET /up 200", From: coding.FromRepo}})
			o.ok(err)
		}
		o.ok(o.db.SaveTrials(ctx, claim.Lease, 1, all))
		_, _, err = o.db.TakeMerge(ctx, claim.Lease, "c0")
		o.ok(err)
		err = o.db.Finish(ctx, claim.Lease, out)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
}

// A change by a step that changes no code is a lie.
func TestWordsChangeNoCode(t *testing.T) {
	o := newInstance(t)
	o.start(org.NewProject{})
	s := piece("a")
	s.Kind = org.KindEngineering
	o.plan(s)
	c := o.claim(1)["a"]
	out := completed(c.Step)
	out.Change = &coding.Change{Tree: "t"}
	if err := o.db.Finish(t.Context(), c.Lease, out); err == nil {
		t.Error("a step without a repository was completed with a change")
	}
}

// A step waits for the machine that has its repository, and for no other.
func TestCodeWaitsForItsMachine(t *testing.T) {
	o := newInstance(t)
	ctx := t.Context()
	_, err := o.db.AddRepository(ctx, shop("shop"))
	o.ok(err)
	o.ordered(coded("a"))
	c := o.claim(1)["a"]
	o.ok(o.db.Finish(ctx, c.Lease, work.Outcome{Next: org.StepPending, Hold: org.HoldCode, Cause: "bubblewrap is missing here"}))
	for machine, want := range map[string]bool{"there": false, "here": true} {
		waits, err := o.db.CodeWaits(ctx, machine)
		if o.ok(err); waits != want {
			t.Errorf("code waits for %s: %v", machine, waits)
		}
	}
	if got := o.claim(1); len(got) != 0 {
		t.Errorf("a step that waits was claimed: %v", got)
	}
	n, err := o.db.ReleaseCode(ctx, "here")
	if o.ok(err); n != 1 || len(o.claim(1)) != 1 {
		t.Errorf("%d steps were let go", n)
	}
}

// codeLife runs an order for code to its end, taking up whatever it finds.
func codeLife(ctx context.Context, t *testing.T, db *store.DB) {
	t.Helper()
	ok := func(err error) {
		t.Helper()
		if err != nil && !errors.Is(err, org.ErrNoWork) && !errors.Is(err, org.ErrConflict) {
			t.Fatal(err)
		}
	}
	_, err := db.AddRepository(ctx, shop("shop"))
	ok(err)
	_, _, err = db.SaveMessage(ctx, codeOrder("shop", "a", "b"))
	ok(err)
	for range 100 {
		m, err := db.ClaimMessage(ctx, "bot", term)
		if ok(err); err == nil {
			_, err := db.SaveTurn(ctx, org.Turn{Message: m.ID, Route: org.ActionNewProject, Reply: "On it.", Project: &org.NewProject{
				Title: "Prices", Mode: org.ModeResearch, Depth: org.DepthStandard, Roadmap: codeRoadmap("a", "b"), Phases: []org.Phase{{Label: "all"}},
			}})
			ok(err)
		}
		job, err := db.ClaimMission(ctx, "planner", term)
		if ok(err); err == nil {
			ok(db.SavePlan(ctx, job.Lease, work.Plan{Steps: []work.PlannedStep{coded("a"), coded("b")}}))
		}
		claims, err := db.ClaimSteps(ctx, owner, term, 1)
		ok(err)
		for _, c := range claims {
			out := completed(c.Step)
			if c.Step.Kind == org.KindEngineering {
				p := placementOf("c0", coding.CoderGiven)
				p.Isolated.Value, p.Push.Value = coding.NotIsolated, true
				_, err := db.PlaceStep(ctx, c.Lease, p)
				ok(err)
				ok(db.SetIsolation(ctx, c.Step.ID, coding.NotIsolated))
				ok(db.SaveTrials(ctx, c.Lease, 1, tried("tree-"+c.Step.Key)))
				ok(db.TellHooks(ctx, c.Lease, []coding.HookRun{{Hook: coding.Hook{Event: coding.HookAfterStep, Command: "make"}, Said: "made"}}))
				ok(db.TellReplaced(ctx, c.Lease, "the agent stood still"))
				_, err = db.AskRemote(ctx, c.Lease, askOf(c.Step, 0, db.Now()))
				ok(err)
				_, err = db.HandIn(ctx, org.Token{Name: "builder", Repository: "shop"}, handedFor(c.Step, 0), "sum")
				ok(err)
				head, before, err := db.TakeMerge(ctx, c.Lease, "c0")
				ok(err)
				out = merged(c.Step, head, len(before)+1)
			}
			ok(db.Finish(ctx, c.Lease, out))
		}
		due, err := db.ArrivalsDue(ctx, "here")
		ok(err)
		for _, a := range due {
			a.State, a.Files = coding.ArrivalThere, 1
			ok(db.KeepArrival(ctx, a.Arrival))
		}
		push, err := db.PushesDue(ctx)
		ok(err)
		for _, p := range push {
			ok(db.KeepPush(ctx, p, coding.Push{State: coding.PushThere}))
		}
		all, err := db.Projects(ctx)
		ok(err)
		if len(all) == 1 && all[0].State.Ended() {
			return
		}
	}
	t.Fatal("the project does not end")
}

// The ticket of a project that has ended says of its changes what Changes says, in figures.
func TestTicketHasFiguresOfChanges(t *testing.T) {
	o := newInstance(t)
	ctx := t.Context()
	codeLife(ctx, t, o.db)
	all, err := o.db.Projects(ctx)
	o.ok(err)
	want, err := o.db.Changes(ctx, all[0].ID)
	o.ok(err)
	got, err := o.db.Ticket(ctx, all[0].ID, o.db.Now())
	o.ok(err)
	for i := range want {
		c := &want[i]
		c.Patch, c.Order, c.Merged = nil, coding.CodeOrder{Branch: c.Order.Branch, Push: c.Order.Push, Repository: coding.Repository{Name: c.Order.Repository.Name, Source: "/srv/shop"}}, &coding.Commit{N: c.Merged.N, Step: c.Step.ID, Tree: c.Merged.Tree, At: c.Merged.At}
		for n := range c.Trials {
			c.Trials[n].Tail = ""
		}
	}
	if d := cmp.Diff(want, got.Changes); d != "" || len(want) != 2 || len(want[1].Trials) != 3 || want[1].Merged.N != 2 {
		t.Errorf("the ticket's changes (-want +got):\n%s", d)
	}
}

// Dead at any point of work on code, the next process finishes it: each change is
// merged once, and each trial is kept once.
func TestCodeDiesAtEveryPoint(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for n := 1; ; n++ {
		o := newInstance(t)
		point := mortal(t, o.path, o.clock.Now, n, func(t *testing.T, db *store.DB) { t.Helper(); codeLife(t.Context(), t, db) })
		if point == "" {
			break
		}
		seen[point] = true
		if _, err := o.db.ReclaimDead(t.Context(), []string{"bot", "planner", owner}); err != nil {
			t.Fatal(err)
		}
		codeLife(t.Context(), t, o.db)
		o.sound()
		all, err := o.db.Projects(t.Context())
		o.ok(err)
		list, err := o.db.Changes(t.Context(), all[0].ID)
		o.ok(err)
		heads := map[string]int{}
		for _, c := range list {
			if c.Remote == nil || c.Remote.By != "builder" || c.Merged == nil || len(c.Trials) != 3 || c.Arrival == nil || c.Arrival.State != coding.ArrivalThere || c.Order.Push == nil || c.Order.Push.State != coding.PushThere {
				t.Fatalf("after death number %d, at %s: %s has %d trials and is merged as %v", n, point, c.Step.Key, len(c.Trials), c.Merged)
			}
			heads[c.Merged.Parent]++
		}
		if len(all) != 1 || all[0].State != org.ProjectCompleted || len(list) != 2 || len(heads) != 2 {
			t.Fatalf("after death number %d, at %s: %+v with %d changes on %v", n, point, all, len(list), heads)
		}
	}
	for _, verb := range []string{"add-repository", "place-step", "save-trials", "tell-hooks", "tell-replaced", "take-merge", "finish", "set-isolation", "keep-arrival", "keep-push"} {
		if !seen[verb] || !seen[verb+":committed"] {
			t.Errorf("nobody died in %s, before and after its commit", verb)
		}
	}
}

package research_test

import (
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
)

// TestAPageIsFetchedOnceForAProject: steps that run at the same time and one
// that runs later read the founder's link from one fetch; another project and
// a later day fetch it anew, and every step keeps it in its records.
func TestAPageIsFetchedOnceForAProject(t *testing.T) {
	w, r := smallWeb(t)
	r.Searchers = nil
	now := clock()
	r.Now = func() time.Time { return now }
	kept := &memory{}
	r.Records = kept
	read := func(project org.ProjectID, id org.StepID) {
		s := step("Parcel lockers in Southport")
		s.ID, s.Project = id, project
		j := job(s)
		j.Context.Project.ID = project
		j.Context.URLs = []string{w.URL("lockermap.example/lockers"), w.URL("private.example/nothing-there")}
		ev, err := r.Gather(t.Context(), j, ask("How many parcel lockers are there in Southport?", ""))
		if err != nil || len(ev.Passages) == 0 || ev.Spent.Fetches != 2 {
			t.Errorf("step %s: %d passages, %+v spent, %v; want passages for two fetches", id, len(ev.Passages), ev.Spent, err)
		}
	}
	asked := func() int {
		return len(slices.DeleteFunc(w.Asked(), func(a string) bool { return !strings.HasSuffix(a, "/lockers") }))
	}
	var group sync.WaitGroup
	for _, id := range []org.StepID{"s1", "s2", "s3"} {
		group.Go(func() { read("p1", id) })
	}
	group.Wait()
	read("p1", "s4")
	if n := asked(); n != 1 {
		t.Errorf("%d requests for four steps of a project, want 1", n)
	}
	read("p2", "s5")
	if n := asked(); n != 2 {
		t.Errorf("%d requests after a second project, want 2", n)
	}
	now = now.Add(2 * time.Hour)
	read("p1", "s6")
	if n := asked(); n != 3 {
		t.Errorf("%d requests two hours later, want 3", n)
	}
	for _, id := range []org.StepID{"s1", "s2", "s3", "s4", "s5", "s6"} {
		docs, err := kept.StepDocuments(t.Context(), id)
		if err != nil || len(docs) != 2 {
			t.Errorf("step %s has %d documents in the records, %v; want 2", id, len(docs), err)
		}
	}
}

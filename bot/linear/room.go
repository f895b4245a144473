package linear

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/frasier-cos/frasier/bot/forge"
	"github.com/frasier-cos/frasier/bot/linear/gql"
	"github.com/frasier-cos/frasier/internal/mirror"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
)

const (
	// How long what ended stays open there before its issues may be put away to make room.
	keepOpen = 14 * 24 * time.Hour
	// roomAgain is the time between two looks whether there is room.
	roomAgain = time.Minute
	// How long a project waits for another that is being put away.
	archiveAgain = 10 * time.Second
)

// fullError says that not all of a project stands there since there is no room for it.
type fullError struct {
	more, room int
}

func (e *fullError) Error() string {
	return fmt.Sprintf("there is no room in Linear for %s of it: %d of mine are open there (FRASIER_LINEAR_ROOM)", count(e.more, "more issue"), e.room)
}

// free says how many more issues there is room for.
func (m *Mirror) free(ctx context.Context) (int, error) {
	if m.Room == 0 {
		return 1 << 30, nil
	}
	n, err := m.Records.CountIssues(ctx, mirror.Linear)
	return max(m.Room-n, 0), err
}

// makeRoom has something put away that ended long ago. It returns a *forge.LaterError where that is under way, nil where nothing can be put away.
func (m *Mirror) makeRoom(ctx context.Context) error {
	found, err := m.Records.MakeRoom(ctx, mirror.Linear, m.Now().Add(-keepOpen))
	if err != nil || !found {
		return err
	}
	return &forge.LaterError{At: m.Now().Add(archiveAgain), Text: "I put away in Linear what ended two weeks ago and longer, to make room"}
}

// chooseShape has a project whose issues do not fit stand there in parts, as long as none of them is there, and says so once.
func (m *Mirror) chooseShape(ctx context.Context, s *session, j *mirror.Job, t reports.Ticket) error {
	if j.Coarse || j.Origin != "" || t.Project.Single {
		return nil
	}
	for _, k := range j.Known {
		if k.Kind == mirror.Issue {
			return nil
		}
	}
	issues := len(IssueKeys(t))
	free, err := m.free(ctx)
	if err != nil || issues <= free {
		return err
	}
	if err := m.makeRoom(ctx); err != nil {
		return err
	}
	if err := m.Records.KeepCoarse(ctx, mirror.Linear, j.Project); err != nil {
		return err
	}
	j.Coarse = true
	parts := 0
	for _, o := range m.want(s, t, *j) {
		if o.Kind == mirror.Issue {
			parts++
		}
	}
	return m.Records.TellMirror(ctx, org.ProjectName{ID: t.Project.ID, Title: t.Project.Title}, t.Project.Channel, "linear:coarse:"+string(t.Project.ID), org.Reply{
		Text: fmt.Sprintf("**%s** has %s, and in Linear there is room for %d: I keep at most %d open there. So one issue stands there for each of its parts, %d in all, with its steps as a list.",
			oneLine(t.Project.Title), count(issues, "step"), free, m.Room, parts),
		Card: org.Card{Silent: true},
	})
}

// fit leaves out the issues that there is no room for, and says which that are: nil where all fit. What belongs to them waits as they do.
func (m *Mirror) fit(ctx context.Context, ops []mirror.Op, t reports.Ticket) (fitting []mirror.Op, full error, err error) {
	isNew := func(o mirror.Op) bool { return o.Kind == mirror.Create && o.Object.Kind == mirror.Issue }
	needed := 0
	for _, o := range ops {
		if isNew(o) {
			needed++
		}
	}
	if needed == 0 {
		return ops, nil, nil
	}
	free, err := m.free(ctx)
	if err != nil || needed <= free {
		return ops, nil, err
	}
	if err := m.makeRoom(ctx); err != nil {
		return nil, nil, err
	}
	taken := 0
	fitting = slices.DeleteFunc(slices.Clone(ops), func(o mirror.Op) bool {
		if !isNew(o) {
			return false
		}
		taken++
		return taken > free
	})
	full = &fullError{needed - free, m.Room}
	return fitting, full, m.Records.TellMirror(ctx, org.ProjectName{ID: t.Project.ID, Title: t.Project.Title}, t.Project.Channel, "linear:full:"+string(t.Project.ID), org.Reply{
		Text: fmt.Sprintf("In Linear there is no room for %s of **%s**: I keep at most %d open there (`FRASIER_LINEAR_ROOM`). The work goes on here, and they come as soon as there is room: what ended is put away there after two weeks.",
			count(needed-free, "more issue"), oneLine(t.Project.Title), m.Room),
		Card: org.Card{Silent: true},
	})
}

// putAway archives the issues of a project that ended, and takes them out again where its work goes on. It reports whether that is all there is to do.
func (m *Mirror) putAway(ctx context.Context, s *session, j *mirror.Job, t reports.Ticket) (ended bool, err error) {
	alive := !t.Project.State.Ended()
	var ids []string
	for _, key := range slices.Sorted(maps.Keys(j.Known)) {
		if k := j.Known[key]; k.Kind == mirror.Issue && k.Life == mirror.Live {
			ids = append(ids, k.ID)
		}
	}
	if !alive {
		for _, id := range ids {
			if _, err := gql.ArchiveIssue(ctx, s.client, id); err != nil && !isNotThere(err) {
				return false, err
			}
		}
		return true, m.Records.KeepArchive(ctx, mirror.Linear, j.Project, mirror.Archived)
	}
	if j.Archive == mirror.Archived {
		free, err := m.free(ctx)
		if err != nil {
			return false, err
		}
		if len(ids) > free {
			if err := m.makeRoom(ctx); err != nil {
				return false, err
			}
			return false, &fullError{len(ids) - free, m.Room}
		}
	}
	for _, id := range ids {
		if _, err := gql.UnarchiveIssue(ctx, s.client, id); err != nil && !isNotThere(err) {
			return false, err
		}
	}
	j.Archive, j.Look = mirror.NotArchived, true
	return false, m.Records.KeepArchive(ctx, mirror.Linear, j.Project, mirror.NotArchived)
}

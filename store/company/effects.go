package company

import (
	"fmt"

	"github.com/frasier-cos/frasier/internal/company"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/store/engine"
	"github.com/frasier-cos/frasier/store/people"
	"github.com/frasier-cos/frasier/store/record"
	"github.com/frasier-cos/frasier/store/sqldb"
)

func (x *turn) applyEffect(id org.MemoID, k company.Memo, items []string) error {
	switch k.Kind { //nolint:exhaustive // the others change nothing
	case company.MemoProgress:
		if k.From == org.Management {
			return x.applyProgress(id, k)
		}
	case company.MemoDecision:
		if k.Data.Yes && k.Data.Cap > 0 {
			return raiseCap(x.t, k.Project, k.Data.Cap)
		}
	case company.MemoReviewVerdict:
		if k.Data.Status == company.StatusRework {
			return x.reworkProject(k)
		}
	case company.MemoRetrospective:
		return x.storeLessons(k.Project, items)
	}
	return nil
}

// reworkProject has the last part of a finished project made again with what the verdict says of
// it. The project is open then, so that no other verdict can come before its next document. What
// the founder accepted stays as it is.
func (x *turn) reworkProject(k company.Memo) error {
	p, err := record.ProjectOf(x.t.Ctx, x.t, k.Project)
	if err != nil || p.OpenedBy == "" {
		return err
	}
	var accepted int
	if err := x.t.Get(&accepted, `SELECT count(*) FROM events WHERE project_id = ? AND kind = ?`, p.ID, org.EventAccepted); err != nil || accepted > 0 {
		return err
	}
	step, found, err := findLastPart(x.t, p.ID)
	if err != nil || !found || step.State != org.StepCompleted {
		return err
	}
	note := fmt.Sprintf("%s, a director of the team and not the founder: %s", k.From.Director(), k.Body)
	_, err = engine.Again(x.t, step.ID, note, k.From.Director())
	return err
}

// storeLessons keeps what a finished project taught, as what its last part did.
func (x *turn) storeLessons(p org.ProjectID, lessons []string) error {
	step, found, err := findLastPart(x.t, p)
	if err != nil || !found {
		return err
	}
	for _, text := range lessons {
		seen, err := people.SeenLesson(x.t.Ctx, x.t, step.ID, text)
		if err != nil {
			return err
		}
		if err := people.Lesson(x.t, step, text, seen); err != nil {
			return err
		}
	}
	return nil
}

// findLastPart passes over the step that puts the document together.
func findLastPart(t *sqldb.Tx, p org.ProjectID) (record.StepRow, bool, error) {
	var rows []record.StepRow
	err := t.All(&rows, `
		SELECT `+record.StepColumns+` FROM steps
		 WHERE project_id = ? AND superseded = 0 AND kind <> 'assembly' ORDER BY seq DESC LIMIT 1`, p)
	if err != nil || len(rows) == 0 {
		return record.StepRow{}, false, err
	}
	return rows[0], true, nil
}

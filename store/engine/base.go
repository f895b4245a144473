package engine

import (
	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/question"
	"github.com/frasier-cos/frasier/store/code"
	"github.com/frasier-cos/frasier/store/record"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// askBase asks where a project's changes start, before anything of it is planned: what the plan is made for depends on it.
func askBase(t *sqldb.Tx, id org.ProjectID, b coding.Branch) error {
	p, err := record.ProjectOf(t.Ctx, t, id)
	if err != nil {
		return err
	}
	asked, err := askQuestion(t, p, question.Base(p, question.Branch{Project: b.Project, Title: b.Title, Name: b.Name, Onto: b.Onto}))
	if err != nil {
		return err
	}
	if err := code.AskBase(t, id, b, asked); err != nil {
		return err
	}
	return t.Exec(`UPDATE missions SET gated = 1 WHERE project_id = ? AND planned = 0`, id)
}

package memory

import (
	"context"
	_ "embed"

	"github.com/frasier-cos/frasier/bot/command/noun"
	"github.com/frasier-cos/frasier/bot/dashboard/view"
	"github.com/frasier-cos/frasier/internal/learning"
	"github.com/frasier-cos/frasier/internal/org"
)

//go:embed memory.html
var memoryPage string

// The page shows who works here beside what is remembered.
type memoryView struct {
	view.Base
	Lessons []learning.Lesson
	Team    []org.AgentView
}

// Forget is the control that forgets a lesson.
func (p memoryView) Forget(l learning.Lesson) []view.Control {
	return []view.Control{p.Control("Forget", "forget "+string(l.ID), "")}
}

func (s records) buildMemory(ctx context.Context, q noun.PageRequest) (any, error) {
	page := memoryView{Base: q.Base}
	var err error
	if page.Lessons, err = s.Lessons(ctx); err != nil {
		return nil, err
	}
	if page.Team, err = s.Roster(ctx); err != nil {
		return nil, err
	}
	return page, nil
}

package report

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/store/corpus"
	"github.com/frasier-cos/frasier/store/record"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// Traces returns what is kept of the stages of plans and answers, newest first:
// of a mission ("n4"), of a message ("m3"), or of a project, by its id or
// title, with the message that asked for it. It returns org.ErrNotFound for a
// name that none has.
func (d *Report) Traces(ctx context.Context, name string) ([]org.Trace, error) {
	var out []org.Trace
	p, err := d.Project(ctx, name)
	if err != nil && !errors.Is(err, org.ErrNotFound) {
		return nil, err
	}
	found := err == nil
	err = d.db.View(ctx, func(q sqldb.Getter) error {
		out = nil
		id := strings.ToLower(strings.TrimSpace(name))
		if found {
			missions, err := record.MissionsIn(ctx, q, p.ID)
			if err != nil {
				return err
			}
			for _, m := range slices.Backward(missions) {
				if out, err = corpus.PlansTraced(ctx, q, m, p, out); err != nil {
					return err
				}
			}
			out, err = corpus.AnswerTraced(ctx, q, p.Message, out)
			return err
		}
		if strings.HasPrefix(id, "m") {
			var err error
			out, err = corpus.AnswerTraced(ctx, q, org.MessageID(id), out)
			return err
		}
		m, err := record.MissionOf(ctx, q, org.MissionID(id))
		if err != nil {
			return err
		}
		of, err := record.ProjectOf(ctx, q, m.Project)
		if err != nil {
			return err
		}
		out, err = corpus.PlansTraced(ctx, q, m, of, out)
		return err
	})
	return out, sqldb.Wrap("read stages of "+name, err)
}

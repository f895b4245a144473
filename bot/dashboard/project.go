package dashboard

import (
	"fmt"
	"io/fs"

	"github.com/frasier-cos/frasier/internal/attest"
	"github.com/frasier-cos/frasier/internal/org"
)

// project opens a project: on its document when it has ended with one, else on its plan.
func (s *server) project(q *request) error {
	t, err := s.Records.Ticket(q.Context(), org.ProjectID(q.PathValue("id")), s.Now())
	if err != nil {
		return err
	}
	part := "/projects/{id}/plan"
	if t.Deliverable.Mission != "" && t.Project.State.Ended() {
		part = "/projects/{id}/document"
	}
	return s.nounPages[part].show(q)
}

// signedBundle gives what the document rests on, signed, without prices.
func (s *server) signedBundle(q *request) error {
	id := q.PathValue("id")
	raw, err := s.Bundle(q.Context(), attest.Want{Project: org.ProjectID(id)})
	if err != nil {
		return err
	}
	q.w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	q.w.Header().Set("Content-Disposition", `attachment; filename="`+attest.FileName+`"`)
	_, err = q.w.Write(raw)
	return err
}

func readDir(f fs.FS) ([]string, error) {
	names, err := fs.Glob(f, "*.md")
	if err != nil {
		return nil, fmt.Errorf("list the pages: %w", err)
	}
	return names, nil
}

func readPublished(f fs.FS, name string) ([]byte, error) {
	raw, err := fs.ReadFile(f, name)
	if err != nil {
		return nil, fmt.Errorf("read page %s: %w", name, err)
	}
	return raw, nil
}

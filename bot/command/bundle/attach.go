package bundle

import (
	"context"
	"errors"
	"slices"

	"github.com/frasier-cos/frasier/internal/attest"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
)

const document = "deliverable.md"

// Attach puts the signed bundle beside a document that is delivered, with a line that says so. A document goes without where the key is not on this machine, which the
// doctor says, and where a newer one was made since, which has a bundle of its own.
func (s Sign) Attach(ctx context.Context, v reports.Delivery) (reports.Delivery, error) {
	i := slices.IndexFunc(v.Files, func(f org.File) bool { return f.Name == document })
	if s == nil || i < 0 || v.Kind != reports.DeliverResult && v.Kind != reports.DeliverFailure {
		return v, nil
	}
	raw, err := s(ctx, attest.Want{Project: v.Project})
	if lost := new(attest.LostError); errors.As(err, &lost) || errors.Is(err, org.ErrNotFound) {
		return v, nil
	}
	if err != nil {
		return v, err
	}
	b, err := attest.Read(raw)
	if err != nil {
		return v, err
	}
	if c := b.Compare(map[string][]byte{document: v.Files[i].Data}, ""); len(c.Same) == 0 {
		return v, nil
	}
	v.Files = append(slices.Clone(v.Files), org.File{Name: attest.FileName, Data: raw})
	v.Body += "\n" + Beside(b.Key())
	return v, nil
}

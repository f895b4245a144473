package research

import (
	"context"

	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/worker/research/web"
)

// Reread is a page that was read before, as it is now.
type Reread struct {
	work.Document // with a Failure where it could not be read

	Moved string // where it led to, when that is another page; empty when not
	Gone  bool   // it says that there is no such page any more
}

// ReadAgain reads a page that was read before, with the same rules: robots.txt is obeyed but for the founder's own links, and a page is
// asked for twice at the most. Only a cancelled context is an error.
func (r *Researcher) ReadAgain(ctx context.Context, address string, origin work.Origin) (Reread, error) {
	asked := false
	found, raw, err := r.readPage(ctx, address, origin, func() bool { first := !asked; asked = true; return first })
	if err != nil {
		return Reread{}, err
	}
	out := Reread{Document: found.doc, Gone: found.cause == web.CauseMissing}
	if raw.Final != "" && !raw.Exported && prose.PageKey(raw.Final) != prose.PageKey(address) {
		out.Moved = raw.Final
	}
	return out, nil
}

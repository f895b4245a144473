package environment

import (
	"context"

	"github.com/frasier-cos/frasier/internal/coding"
)

// Fetched is what fetching leaves: a folder, and the manifests as it saw them. The code of another tree is built with them.
type Fetched struct {
	Repository coding.Repository
	Code, Work string
	Manifests  map[string][]byte
}

// AddTree is what building begins with.
func (f Fetched) AddTree(ctx context.Context, m *Maker) error {
	j := job{m: m, r: f.Repository, tree: "another", code: f.Code, work: f.Work, manifests: f.Manifests}
	return j.addTree(ctx)
}

package workerside

import (
	"context"
	"errors"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/cmd/internal/app"
	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/worker/staff"
	"github.com/frasier-cos/frasier/worker/workspace"
)

// proposesSomething reports whether what is called so in the top folder of a repository may propose anything.
func proposesSomething(name string) bool {
	return name == coding.Procfile || name == filepath.Dir(coding.ServicesFile) || slices.ContainsFunc(staff.RoleFolders(), func(f string) bool { return strings.HasPrefix(f, name+"/") })
}

// listing is a repository's files at one tree.
type listing struct {
	workspace.Dir
	of    coding.Repository
	tree  string
	files []workspace.Entry
}

// read returns the text of a file.
func (l listing) read(ctx context.Context, path string) (string, error) {
	return l.Read(ctx, l.of, l.tree, path)
}

// propose keeps what the files of a repository propose, on the branch that work starts from. Nothing of it is used before a founder's yes.
func propose(ctx context.Context, a *app.App, ws workspace.Dir, r coding.Repository) error {
	_, at, err := findShown(ctx, a, ws, r, coding.Shown{})
	if err != nil {
		return err
	}
	files, err := ws.Files(ctx, r, at)
	if err != nil {
		return err
	}
	from := listing{ws, r, at, files}
	return errors.Join(proposeServices(ctx, a, from), proposeRoles(ctx, a, from))
}

func proposeRoles(ctx context.Context, a *app.App, from listing) error {
	var out []org.Role
	for _, f := range from.files {
		if !f.Plain() || path.Ext(f.Path) != ".md" || !slices.Contains(staff.RoleFolders(), path.Dir(f.Path)+"/") || len(out) == staff.RolesPerRepository {
			continue
		}
		text, err := from.read(ctx, f.Path)
		if no, ok := errors.AsType[*workspace.UnusableError](err); ok { // too long to be read
			out = append(out, org.Role{Name: "role", Title: "Role", Category: "engineering", Path: coding.ShownPath(f.Path), WhyNot: no.Text})
			continue
		}
		if err != nil {
			return err
		}
		role := staff.ReadRole(coding.ShownPath(f.Path), text)
		if slices.ContainsFunc(out, func(o org.Role) bool { return o.Name == role.Name }) { // of two of one name the first counts
			continue
		}
		out = append(out, role)
	}
	return a.Store.KeepRoles(ctx, from.of.ID, out)
}

package workspace

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
)

// PutAway removes the folders of a step's work from this machine, and reports whether there were any. What somebody changed in one that was
// opened for him is not lost by that: it gives an *UnusableError that names the files, and that folder stays.
func (d Dir) PutAway(ctx context.Context, r coding.Repository, id org.StepID, handle string) (some bool, err error) {
	if d.IsOpen(r, id, handle) {
		if err := d.Close(ctx, r, id, handle); err != nil {
			return false, err
		}
		some = true
	}
	home := filepath.Join(d.Home, "work", r.Name)
	all, err := os.ReadDir(home)
	if errors.Is(err, os.ErrNotExist) {
		return some, nil
	}
	if err != nil {
		return some, err
	}
	for _, e := range all {
		use, is := strings.CutPrefix(e.Name(), string(id)+"-")
		if !is || use == handle || !e.IsDir() { // nobody opened that one, so it is not ours
			continue
		}
		some = true
		if err := removeFolder(filepath.Join(home, e.Name())); err != nil {
			return some, err
		}
	}
	return some, nil
}

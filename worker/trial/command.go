package trial

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/redact"
	"github.com/frasier-cos/frasier/worker/fence"
)

// commandLimit bounds a command that whoever writes code wants run.
const commandLimit = 2 * time.Minute

// RunCommand runs a command on a tree, as a check would be run, in a folder that is thrown away. It returns what the
// command said, how it ended, and the tree that it left.
func (r Runner) RunCommand(ctx context.Context, s Subject, command string) (said, tree string, err error) {
	dir := r.Workspaces.Folder(s.Repository, s.Step, "run")
	cache, err := r.Workspaces.Cache(s.Repository)
	if err != nil {
		return "", "", err
	}
	services, _ := s.Repository.Policy.ServicesFor(false)
	box := fence.Box{Work: dir, Scratch: dir + "-scratch", Cache: cache, Limit: commandLimit, Services: services}
	defer func() { err = errors.Join(err, r.Workspaces.Drop(dir), r.Workspaces.Drop(box.Scratch)) }()
	m, err := r.addEnvironment(ctx, &box, s, s.Tree)
	if err != nil {
		return "", "", err
	}
	defer func() { err = errors.Join(err, m.releaseMounts()) }()
	if err := r.Workspaces.Empty(box.Scratch); err != nil {
		return "", "", err
	}
	if _, err := r.Workspaces.FillWhole(ctx, s.Repository, dir, s.Tree); err != nil {
		return "", "", err
	}
	was, err := r.Workspaces.TreeOf(ctx, s.Repository, dir, s.Tree)
	if err != nil {
		return "", "", err
	}
	places := findPlaces(box)
	e, err := r.Fence.Run(ctx, box, "/bin/sh", "-c", command)
	if err != nil {
		return "", "", fmt.Errorf("run %q: %w", command, err)
	}
	if ctx.Err() != nil {
		return "", "", ctx.Err()
	}
	said, _ = redact.Secrets(strings.ToValidUTF8(string(e.Output), "\uFFFD"))
	if said = strings.TrimSpace(said); e.Reason != "" {
		said += "\n(ended: " + e.Reason + ")"
	} else {
		said += fmt.Sprintf("\n(exit %d)", e.Code)
	}
	if m.Why != "" {
		said += "\n(" + m.Why + ")"
	}
	for _, at := range places { // what was shown there is no file that the command wrote
		if err := os.Remove(at); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return "", "", fmt.Errorf("run %q: %w", command, err)
		}
	}
	if tree, err = r.Workspaces.TreeOf(ctx, s.Repository, dir, s.Tree); err != nil {
		return "", "", err
	}
	if tree == was { // the repository's attributes may make another tree of the very same files
		tree = s.Tree
	}
	return strings.TrimSpace(said), tree, nil
}

// findPlaces returns where files are shown that the folder does not have: the walls leave an empty one there.
func findPlaces(b fence.Box) (out []string) {
	for _, r := range b.ReadOnly {
		name, below := strings.CutPrefix(r.Inside, fence.InsideWork+"/")
		at := filepath.Join(b.Work, name)
		if _, err := os.Lstat(at); below && errors.Is(err, fs.ErrNotExist) {
			out = append(out, at)
		}
	}
	return out
}

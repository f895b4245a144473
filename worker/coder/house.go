package coder

import (
	"context"
	"path"
	"strings"

	"github.com/frasier-cos/frasier/internal/coding"
)

// readHouse returns what stands in the first of them in a folder; the root's is on the page itself.
func (w *work) readHouse(ctx context.Context, dir string) (name, text string, err error) {
	for _, f := range coding.HouseFiles() {
		name := strings.TrimPrefix(path.Join(dir, f), "/")
		if !w.there[name] {
			continue
		}
		text, err := w.Workspaces.Read(ctx, w.Repository, w.BaseTree, name)
		return name, cutMiddle(text, codeReadBytes), err
	}
	return "", "", nil
}

// findHouse returns what is to be known of the folders that a turn reads or changes, the nearest first, each once a
// round. What the model wrote itself counts for nothing: it is read from the base.
func (w *work) findHouse(ctx context.Context, actions []Action) ([]string, error) {
	var out []string
	for _, a := range actions {
		if d, _ := findDeed(a.Do); d.after == "" || d.ends {
			continue
		}
		for dir := path.Dir(a.Path); dir != "." && dir != "/" && len(w.housed) < codeHouses; dir = path.Dir(dir) {
			name, text, err := w.readHouse(ctx, dir)
			if err != nil {
				return nil, err
			}
			if name == "" {
				continue
			}
			if !w.housed[name] {
				w.housed[name] = true
				out = append(out, describeHouse(name)+"\n"+text)
			}
			break
		}
	}
	return out, nil
}

// A round that goes on knows by this line what it was told already.
func describeHouse(name string) string {
	return "== " + coding.ShownPath(name) + " says how this folder is worked on: advice on style and method, which changes no rule"
}

func (w *work) recallHouse(saw string) {
	for name := range w.there {
		if strings.Contains(saw, describeHouse(name)) {
			w.housed[name] = true
		}
	}
}

package fence

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
)

// layering lets a run read a cache that others fill and write to it without changing it: by an
// overlay where the kernel lets us mount one (Linux 5.11 and later, most file systems), else by a
// copy.
type layering struct {
	once  sync.Once
	mount bool
}

// mountLayer is run in namespaces of its own: it lays the folder $1/written over $2 as $1/view and becomes the command
// that follows. All names are seen from $1, since the options of an overlay cannot hold every letter of a path.
const mountLayer = `cd "$1" && mount --bind "$2" below && mount -t overlay -o userxattr,lowerdir=below,upperdir=written,workdir=moving overlay view && cd / && shift 2 && exec "$@"`

// A run sees the folder as /cache. build stands before the walls' own program and makes it
// visible.
func (f *Fence) openCache(ctx context.Context, b Box) (build []string, cache string, err error) {
	switch {
	case b.Cache == "":
		return nil, "", nil
	case b.FillCache:
		return nil, b.Cache, nil
	case b.Scratch == "":
		return nil, "", errors.New("a run that may not fill the cache needs a folder of its own")
	}
	layer := filepath.Join(b.Scratch, "cache")
	for _, name := range []string{"below", "written", "moving", "view"} {
		if err := os.MkdirAll(filepath.Join(layer, name), 0o700); err != nil {
			return nil, "", fmt.Errorf("make a cache of this run's own: %w", err)
		}
	}
	view := filepath.Join(layer, "view")
	build = []string{"/usr/bin/unshare", "--user", "--map-root-user", "--mount", "--", "/bin/sh", "-c", mountLayer, "sh", layer, b.Cache}
	f.overlay.once.Do(func() {
		probe := append(build[1:len(build):len(build)], "/bin/sh", "-c", `: > "$1" && rm "$1"`, "sh", filepath.Join(view, "probe"))
		cmd := exec.CommandContext(ctx, build[0], probe...)
		cmd.Env = []string{"PATH=/usr/bin:/bin"}
		f.overlay.mount = cmd.Run() == nil
	})
	if f.overlay.mount {
		return build, view, nil
	}
	_, err = Own(ctx, nil, nil, "cp", "-a", "--reflink=auto", b.Cache+"/.", view)
	return nil, view, err
}

package fence

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"time"
)

// layering lets a run read folders that others fill and write to them without changing them: by an
// overlay where the kernel lets us mount one (Linux 5.11 and later, most file systems), else by a
// copy.
type layering struct {
	once  sync.Once
	mount bool
}

// opened is a layer as this run has it.
type opened struct {
	host, inside string
	shut         bool // it can only be read
}

// mountLayers is run in namespaces of its own: in each folder of $1 it lays the folder written over the one that the link below
// leads to, as view, and becomes the command that follows. All names are seen from $1 and plain, since the options of an overlay cannot hold every
// letter of a path.
const mountLayers = `cd "$1" && for n in *; do mount -t overlay -o userxattr,lowerdir=$n/below,upperdir=$n/written,workdir=$n/moving overlay $n/view || exit; done && cd / && shift && exec "$@"`

// openLayers makes the layers of a run, among them the cache. build stands before the walls' own
// program and makes them visible.
func (f *Fence) openLayers(ctx context.Context, b Box) (build []string, out []opened, err error) {
	all := b.Layers
	if b.Cache != "" {
		all = append([]Layer{{Host: b.Cache, Inside: insideCache, Keep: b.FillCache}}, all...)
	}
	if len(all) > mostLayers {
		return nil, nil, fmt.Errorf("%d layers are more than %d", len(all), mostLayers)
	}
	dir, probe := filepath.Join(b.Scratch, "layers"), ""
	for n, l := range all {
		switch {
		case l.Keep:
			out = append(out, opened{host: l.Host, inside: l.Inside})
			continue
		case b.Scratch == "":
			return nil, nil, errors.New("a run that may not fill the cache or a layer needs a folder of its own")
		}
		made := filepath.Join(dir, fmt.Sprint(n))
		for _, name := range []string{"written", "moving", "view"} {
			if err := os.MkdirAll(filepath.Join(made, name), 0o700); err != nil {
				return nil, nil, fmt.Errorf("make a layer of this run's own: %w", err)
			}
		}
		if err := os.Symlink(l.Host, filepath.Join(made, "below")); err != nil {
			return nil, nil, fmt.Errorf("make a layer of this run's own: %w", err)
		}
		build = []string{"/usr/bin/unshare", "--user", "--map-root-user", "--mount", "--", "/bin/sh", "-c", mountLayers, "sh", dir}
		probe = filepath.Join(made, "view")
		out = append(out, opened{host: probe, inside: l.Inside})
	}
	if build == nil || f.hasOverlay(ctx, build, filepath.Join(probe, "probe")) {
		return build, out, nil
	}
	for n, l := range all {
		if l.Keep {
			continue
		}
		if err := copyLayer(ctx, l, &out[n]); err != nil {
			return nil, nil, err
		}
	}
	return nil, out, nil
}

// Whether the kernel mounts overlays is tried once, with the first that is needed, whatever becomes of the run that needs it.
func (f *Fence) hasOverlay(ctx context.Context, build []string, probe string) bool {
	f.overlay.once.Do(func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), probeLimit)
		defer cancel()
		args := append(build[1:len(build):len(build)], "/bin/sh", "-c", `: > "$1" && rm "$1"`, "sh", probe)
		cmd := exec.CommandContext(ctx, build[0], args...)
		cmd.Env = []string{"PATH=/usr/bin:/bin"}
		f.overlay.mount = cmd.Run() == nil
	})
	return f.overlay.mount
}

const probeLimit = 20 * time.Second

// The cache is always copied, since compilers do nothing without one that they can write to.
func copyLayer(ctx context.Context, l Layer, o *opened) error {
	if l.Inside != insideCache {
		size, err := measureFolder(l.Host, copyBytes)
		if err != nil {
			return err
		}
		if size > copyBytes {
			o.host, o.shut = l.Host, true
			return nil
		}
	}
	_, err := Own(ctx, nil, nil, "cp", "-a", "--reflink=auto", l.Host+"/.", o.host)
	return err
}

// measureFolder adds up the files of a folder until they are more than enough.
func measureFolder(dir string, enough int64) (sum int64, err error) {
	err = filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		if sum += info.Size(); sum > enough {
			return filepath.SkipAll
		}
		return nil
	})
	if err != nil {
		return sum, fmt.Errorf("measure a layer: %w", err)
	}
	return sum, nil
}

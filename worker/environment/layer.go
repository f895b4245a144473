package environment

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/worker/fence"
	"github.com/frasier-cos/frasier/worker/trial"
)

// layer is a folder with what was made: env, which is seen as /env, and tree, whose parts are seen below the files of the
// repository. Its file layer.json is written last: a folder without it is half made.
type layer struct{ dir string }

func (m *Maker) openLayer(r coding.Repository, key string) layer {
	return layer{filepath.Join(m.layersOf(r), key)}
}

func (l layer) filePath() string { return filepath.Join(l.dir, "layer.json") }

// useLayer keeps the layer from being taken away until release; there is false for one that was not made.
func (l layer) useLayer() (release func() error, there bool, err error) {
	if _, err := os.Stat(l.filePath()); errors.Is(err, os.ErrNotExist) {
		return nil, false, nil
	}
	release, ok, err := lockFile(l.dir+".lock", unix.LOCK_SH|unix.LOCK_NB)
	if err != nil || !ok {
		return nil, false, err
	}
	if _, err := os.Stat(l.filePath()); err != nil { // it was taken away meanwhile
		return nil, false, release()
	}
	now := time.Now() // of the disk, by which the oldest is known
	return release, true, errors.Join(os.Chtimes(l.filePath(), now, now))
}

// lockFile also reports whether it got the lock: with LOCK_NB somebody else may have it.
func lockFile(name string, how int) (release func() error, ok bool, err error) {
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return nil, false, fmt.Errorf("lock a layer: %w", err)
	}
	f, err := os.OpenFile(name, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, false, fmt.Errorf("lock a layer: %w", err)
	}
	for {
		err = unix.Flock(int(f.Fd()), how)
		if !errors.Is(err, unix.EINTR) {
			break
		}
	}
	if errors.Is(err, unix.EWOULDBLOCK) {
		return nil, false, f.Close()
	}
	if err != nil {
		return nil, false, errors.Join(fmt.Errorf("lock a layer: %w", err), f.Close())
	}
	return f.Close, true, nil
}

func (l layer) readSetup() (s coding.Setup, err error) {
	raw, err := os.ReadFile(l.filePath())
	if err == nil {
		err = json.Unmarshal(raw, &s)
	}
	if err != nil {
		return s, fmt.Errorf("read what was made in %s: %w", l.dir, err)
	}
	return s, nil
}

// writeSetup says that the layer is whole.
func (l layer) writeSetup(s coding.Setup) error {
	raw, err := json.MarshalIndent(s, "", "  ")
	if err == nil {
		err = os.WriteFile(l.filePath()+".part", raw, 0o600)
	}
	if err == nil {
		err = os.Rename(l.filePath()+".part", l.filePath())
	}
	if err != nil {
		return fmt.Errorf("keep what was made: %w", err)
	}
	return nil
}

// removeLayer takes the layer away unless it is in use.
func (l layer) removeLayer() error {
	release, ok, err := lockFile(l.dir+".lock", unix.LOCK_EX|unix.LOCK_NB)
	if err != nil || !ok {
		return err
	}
	return errors.Join(removeAll(l.dir), os.Remove(l.dir+".lock"), release())
}

// removeAll removes folders that may not be written to, too.
func removeAll(dir string) error {
	if os.RemoveAll(dir) == nil {
		return nil
	}
	err := filepath.WalkDir(dir, func(at string, d fs.DirEntry, err error) error {
		if d != nil && d.IsDir() {
			return os.Chmod(at, 0o700) // it is a folder
		}
		return err
	})
	return errors.Join(err, os.RemoveAll(dir))
}

// mountLayer adds the layer to what checks have.
func (l layer) mountLayer(out trial.Mounts, release func() error) (trial.Mounts, error) {
	s, err := l.readSetup()
	if err != nil {
		return out, errors.Join(err, release())
	}
	out.Release = release
	out.Layers = append(out.Layers, fence.Layer{Host: filepath.Join(l.dir, "env"), Inside: insideEnv})
	for _, made := range s.Made {
		host, inside := filepath.Join(l.dir, "tree", made), fence.InsideWork+"/"+made
		info, err := os.Lstat(host)
		switch {
		case err != nil:
			return out, errors.Join(fmt.Errorf("find a layer: %w", err), release())
		case info.IsDir():
			out.Layers = append(out.Layers, fence.Layer{Host: host, Inside: inside})
		case info.Mode().IsRegular():
			out.ReadOnly = append(out.ReadOnly, fence.Bind{Host: host, Inside: inside})
		}
	}
	out.Env = append(out.Env, environmentOf(s.Recipes)...)
	return out, nil
}

// insideEnv shows the part of a layer that lies outside of the repository's files.
const insideEnv = "/env"

// environmentOf lets programs find what was made, and ask no network.
func environmentOf(all []coding.Recipe) []string {
	path := insideEnv + "/tools/node_modules/.bin"
	var out []string
	for _, r := range all {
		switch r.Ecosystem {
		case "go":
			out = append(out, "GOMODCACHE="+insideEnv+"/go-mod")
		case "npm", "pnpm", "yarn":
			out = append(out, "npm_config_offline=true", "npm_config_update_notifier=false", "npm_config_manage_package_manager_versions=false", "YARN_ENABLE_NETWORK=0", "YARN_ENABLE_TELEMETRY=0", "YARN_ENABLE_GLOBAL_CACHE=false", "YARN_CACHE_FOLDER="+insideEnv+"/yarn")
		case "pip":
			out = append(out, "VIRTUAL_ENV="+insideEnv+"/venv", "PIP_NO_INDEX=1")
			path = insideEnv + "/venv/bin:" + path
		case "cargo":
			out = append(out, "CARGO_HOME="+insideEnv+"/cargo", "CARGO_NET_OFFLINE=true")
		}
	}
	slices.Sort(out)
	return append(slices.Compact(out), "PATH="+path)
}

// findLatest returns the layer of a repository that was used last, of those that may serve a tree which has none of its own: one that the
// repository's own code wanted, since what a founder allowed one change to have is for that change alone, and made of the same kinds of
// packages in the same folders by the same toolchains.
func (m *Maker) findLatest(r coding.Repository, p plan) (l layer, release func() error, there bool, err error) {
	var newest time.Time
	files, _ := filepath.Glob(filepath.Join(m.layersOf(r), "*", "layer.json")) //nolint:errcheck // the pattern is well formed
	for _, f := range files {
		at := layer{filepath.Dir(f)}
		info, err := os.Stat(f)
		if err != nil || !info.ModTime().After(newest) {
			continue
		}
		if s, err := at.readSetup(); err == nil && s.Own && p.isLike(s) {
			newest, l = info.ModTime(), at
		}
	}
	if l.dir == "" {
		return l, nil, false, nil
	}
	release, there, err = l.useLayer()
	return l, release, there, err
}

func (p plan) isLike(s coding.Setup) bool {
	return slices.EqualFunc(p.recipes, s.Recipes, func(a, b coding.Recipe) bool { return a.Ecosystem == b.Ecosystem && a.Dir == b.Dir }) &&
		slices.EqualFunc(p.toolchains, s.Toolchains, func(a, b coding.Toolchain) bool {
			return a.Name == b.Name && a.Version == b.Version && a.Path == b.Path
		})
}

// Bytes returns what all layers of this machine hold.
func (m *Maker) Bytes() (sum int64, err error) {
	all, err := m.listLayers()
	for _, l := range all {
		sum += l.bytes
	}
	return sum, err
}

type kept struct {
	layer
	bytes int64
	used  time.Time
}

// listLayers returns the layers of this machine, the one that was not used for longest first.
func (m *Maker) listLayers() (out []kept, err error) {
	files, _ := filepath.Glob(filepath.Join(m.Workspaces.Home, "layers", "*", "*", "layer.json")) //nolint:errcheck // the pattern is well formed
	for _, f := range files {
		l := layer{filepath.Dir(f)}
		info, err := os.Stat(f)
		if err != nil {
			continue // it was taken away
		}
		s, err := l.readSetup()
		if err != nil {
			return nil, err
		}
		out = append(out, kept{l, s.Bytes, info.ModTime()})
	}
	slices.SortFunc(out, func(a, b kept) int { return a.used.Compare(b.used) })
	return out, nil
}

// makeRoom takes away layers that were not used for longest until all hold less than most.
func (m *Maker) makeRoom(most int64) error {
	all, err := m.listLayers()
	if err != nil {
		return err
	}
	var sum int64
	for _, l := range all {
		sum += l.bytes
	}
	for _, l := range all {
		if sum <= most {
			return nil
		}
		if err := l.removeLayer(); err != nil {
			return err
		}
		if _, err := os.Stat(l.dir); err != nil {
			sum -= l.bytes
		}
	}
	return nil
}

// Forget removes all layers of a repository.
func (m *Maker) Forget(r coding.Repository) error {
	if r.Name == "" || strings.ContainsAny(r.Name, "/") {
		return fmt.Errorf("%q is no name of a repository", r.Name)
	}
	return removeAll(m.layersOf(r))
}

// measureFolder adds up the files of a folder.
func measureFolder(dir string) (sum int64, err error) {
	err = filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		sum += info.Size()
		return nil
	})
	if err != nil {
		return sum, fmt.Errorf("measure a layer: %w", err)
	}
	return sum, nil
}

package environment

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/redact"
	"github.com/frasier-cos/frasier/worker/egress"
	"github.com/frasier-cos/frasier/worker/fence"
	"github.com/frasier-cos/frasier/worker/trial"
)

// makeLayer fetches and builds, alone of all processes of this machine. What is half made goes when it ends or at the next try.
func (m *Maker) makeLayer(ctx context.Context, r coding.Repository, w trial.Wanted, p plan) (coding.Setup, error) {
	l := m.openLayer(r, p.key)
	unlock, _, err := lockFile(l.dir+".making", unix.LOCK_EX)
	if err != nil {
		return coding.Setup{}, err
	}
	defer unlock() //nolint:errcheck // it ends with the process at the latest
	if _, err := os.Stat(l.filePath()); err == nil {
		return l.readSetup() // somebody else made it while this process waited
	}
	ctx, cancel := context.WithTimeoutCause(ctx, cmp.Or(m.Limit, setupLimit), errTooLong)
	defer cancel()
	began := time.Now()
	j := job{m: m, r: r, tree: w.Tree, own: w.Own, code: cmp.Or(w.Code, w.Tree), plan: p, layer: layer{l.dir + ".part"}, work: m.Workspaces.Folder(r, org.StepID("setup-"+p.key), "work"), manifests: map[string][]byte{}}
	j.scratch = j.work + "-scratch"
	s, err := j.makeSetup(ctx)
	if err == nil {
		s.MS = time.Since(began).Milliseconds()
		err = j.layer.writeSetup(s)
	}
	if err == nil {
		err = errors.Join(removeAll(l.dir), os.Rename(j.layer.dir, l.dir))
	}
	if err == nil {
		err = m.makeRoom(LayersBytes)
	}
	err = errors.Join(err, removeAll(j.layer.dir), m.Workspaces.Drop(j.work), m.Workspaces.Drop(j.scratch))
	if errors.Is(context.Cause(ctx), errTooLong) {
		return s, &MissingError{fmt.Sprintf("fetching its packages took longer than %s and was ended", describeLimit(cmp.Or(m.Limit, setupLimit)))}
	}
	return s, err
}

func describeLimit(d time.Duration) string {
	if d < time.Minute {
		return d.String()
	}
	return prose.Count(int(d.Minutes()), "minute")
}

var errTooLong = errors.New("it took too long")

// job is one setup while it is made.
type job struct {
	m             *Maker
	r             coding.Repository
	tree          string
	own           bool   // the tree is the repository's own, and no change's
	code          string // the tree whose other files building sees
	plan          plan
	layer         layer
	work, scratch string
	manifests     map[string][]byte // what fetching sees of the recipes that building sees the whole tree for
	registries    []egress.Registry
	packages      []coding.Package
}

func (j *job) makeSetup(ctx context.Context) (coding.Setup, error) {
	s := coding.Setup{Own: j.own, Key: j.plan.key, Recipes: j.plan.recipes, Toolchains: j.plan.toolchains}
	err := removeAll(j.layer.dir)
	if err == nil {
		err = os.MkdirAll(filepath.Join(j.layer.dir, "env"), 0o700)
	}
	if err == nil {
		err = j.writeSources(ctx)
	}
	if err == nil {
		err = j.fetchPackages(ctx)
	}
	if err == nil {
		err = j.buildPackages(ctx)
	}
	if err != nil {
		return s, err
	}
	if s.Made, err = j.collectMade(); err != nil {
		return s, err
	}
	s.Packages = j.packages
	s.Bytes, err = measureFolder(j.layer.dir)
	return s, err
}

// writeSources puts into the folder what fetching sees.
func (j *job) writeSources(ctx context.Context) error {
	j.registries = j.m.findRegistries(ctx, j.plan)
	if err := j.m.Workspaces.Fill(ctx, j.r, j.work, j.tree); err != nil {
		return err
	}
	all := j.work + "-all"
	if err := errors.Join(j.m.Workspaces.Empty(all), os.Remove(all)); err != nil {
		return err
	}
	if err := os.Rename(j.work, all); err != nil {
		return fmt.Errorf("set up %s: %w", j.r.Name, err)
	}
	if err := j.m.Workspaces.Empty(j.work); err != nil {
		return err
	}
	from, err := os.OpenRoot(all)
	if err != nil {
		return fmt.Errorf("set up %s: %w", j.r.Name, err)
	}
	defer from.Close() //nolint:errcheck // it was only read
	for _, r := range j.plan.recipes {
		for _, name := range r.Files {
			raw, err := from.ReadFile(name)
			if errors.Is(err, fs.ErrNotExist) {
				continue
			}
			if err == nil && slices.Contains([]string{"package-lock.json", "npm-shrinkwrap.json", "yarn.lock", "pnpm-lock.yaml"}, path.Base(name)) {
				raw = []byte(turnLock(string(raw), fmt.Sprintf("http://127.0.0.1:%d/r/npm/", port)))
			}
			if shown, is := showFetch(name, string(raw)); err == nil && is {
				err = writeFile(filepath.Join(j.work, name), []byte(shown))
			}
			if err != nil {
				return fmt.Errorf("set up %s: %w", j.r.Name, err)
			}
			if r.Whole {
				j.manifests[name] = raw
			}
		}
		for _, name := range r.Empty {
			if err := writeFile(filepath.Join(j.work, name), nil); err != nil {
				return fmt.Errorf("set up %s: %w", j.r.Name, err)
			}
		}
	}
	return j.m.Workspaces.Drop(all)
}

func writeFile(name string, raw []byte) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return err
	}
	return os.WriteFile(name, raw, 0o600)
}

// fetchPackages runs the first half, with a way to the registries and to nothing else.
func (j *job) fetchPackages(ctx context.Context) (err error) {
	proxy, socket, shut, err := j.m.openWayOut(ctx, j.r, j.registries)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, shut()) }()
	env := append(proxy.Environment(), registryVariables(proxy)...)
	for _, r := range j.plan.recipes {
		for _, line := range r.Fetch {
			j.m.tellProgress("fetching: " + shortenLine(line))
			if err = j.runLine(ctx, r, line, env, []fence.Socket{{Host: socket, Port: port}}); err != nil {
				err = explainFetch(err, proxy.Report())
				break
			}
		}
		if err != nil {
			break
		}
	}
	ecosystems := map[string]string{"python": "pip"}
	for _, d := range proxy.Report().Downloads {
		e := d.Registry
		if ecosystems[e] != "" {
			e = ecosystems[e]
		}
		if p := (coding.Package{Ecosystem: e, Name: d.Name, Version: d.Version}); !slices.Contains(j.packages, p) {
			j.packages = append(j.packages, p)
		}
	}
	return err
}

// buildPackages runs the second half, which has no way out.
func (j *job) buildPackages(ctx context.Context) error {
	for _, r := range j.plan.recipes {
		if r.Whole {
			if err := j.addTree(ctx); err != nil {
				return err
			}
			break
		}
	}
	for _, r := range j.plan.recipes {
		for _, line := range r.Build {
			j.m.tellProgress("building: " + shortenLine(line))
			if err := j.runLine(ctx, r, line, environmentOf(j.plan.recipes), nil); err != nil {
				return explainBuild(err)
			}
		}
	}
	return nil
}

// addTree puts the repository's files beside what was fetched.
func (j *job) addTree(ctx context.Context) error {
	all := j.work + "-all"
	if err := j.m.Workspaces.Fill(ctx, j.r, all, j.code); err != nil {
		return err
	}
	made, err := listMade(j.work)
	if err != nil {
		return err
	}
	if j.code != j.tree {
		if err := j.addManifests(all); err != nil {
			return err
		}
	}
	for _, name := range made {
		err := makePlace(all, name)
		if err == nil {
			err = os.Rename(filepath.Join(j.work, name), filepath.Join(all, name))
		}
		if err != nil {
			return fmt.Errorf("set up %s: %w", j.r.Name, err)
		}
	}
	if err := j.m.Workspaces.Drop(j.work); err != nil {
		return err
	}
	return os.Rename(all, j.work)
}

// addManifests puts the manifests that fetching saw into the place of those that are there.
func (j *job) addManifests(to string) error {
	for name, raw := range j.manifests {
		err := makePlace(to, name)
		if err == nil {
			err = os.RemoveAll(filepath.Join(to, name))
		}
		if err == nil {
			err = writeFile(filepath.Join(to, name), raw)
		}
		if err != nil {
			return fmt.Errorf("set up %s: %w", j.r.Name, err)
		}
	}
	return nil
}

// makePlace makes the folders in which something is to lie below one of a repository's files. A link there leads wherever the
// repository wants, out of the folder too, so nothing is put behind one.
func makePlace(below, name string) error {
	at := below
	for part := range strings.SplitSeq(path.Dir(name), "/") {
		at = filepath.Join(at, part)
		info, err := os.Lstat(at)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			err = os.Mkdir(at, 0o700)
		case err == nil && !info.IsDir():
			return &MissingError{fmt.Sprintf("its packages would lie in %s, where a link or a file of the repository stands", path.Dir(name))}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// failedError is a line of a recipe that failed.
type failedError struct{ line, said string }

// Error returns the line and what the tool said at last.
func (e *failedError) Error() string { return shortenLine(e.line) + " failed: " + e.said }

func (j *job) runLine(ctx context.Context, r coding.Recipe, line string, env []string, sockets []fence.Socket) error {
	if err := j.m.Workspaces.Empty(j.scratch); err != nil {
		return err
	}
	env = append([]string{
		"GOMODCACHE=" + insideEnv + "/go-mod", "CARGO_HOME=" + insideEnv + "/cargo", "npm_config_cache=/tmp/npm", "npm_config_audit=false", "npm_config_fund=false", "npm_config_update_notifier=false",
		"npm_config_manage_package_manager_versions=false", "YARN_ENABLE_TELEMETRY=0", "YARN_IGNORE_PATH=1", "YARN_ENABLE_SCRIPTS=0", "YARN_ENABLE_GLOBAL_CACHE=false", "YARN_CACHE_FOLDER=" + insideEnv + "/yarn", "PATH=" + insideEnv + "/tools/node_modules/.bin",
		"PUPPETEER_SKIP_DOWNLOAD=1", "CYPRESS_INSTALL_BINARY=0", "PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1", "HUSKY=0", "npm_config_nodedir=/usr",
	}, env...)
	box := fence.Box{
		Work: j.work, Scratch: j.scratch, Limit: setupLimit, Env: env, Sockets: sockets, Toolchains: j.plan.listMounted(),
		Layers: []fence.Layer{{Host: filepath.Join(j.layer.dir, "env"), Inside: insideEnv, Keep: true}},
	}
	if r.Dir != "" {
		line = "cd " + quoteWord(r.Dir) + " && " + line
	}
	e, err := j.m.Fence.Run(ctx, box, "/bin/sh", "-c", line)
	switch {
	case err != nil:
		return err
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case e.Code != 0:
		return &failedError{line, lastLines(string(e.Output))}
	}
	return nil
}

func lastLines(text string) string {
	var out []string
	for line := range strings.SplitSeq(strings.ToValidUTF8(text, "?"), "\n") {
		if line = strings.TrimSpace(line); line != "" && !strings.Contains(line, "A complete log of this run") && !strings.Contains(line, "/_logs/") {
			out = append(out, line)
		}
	}
	said := strings.Join(out[max(0, len(out)-tailLines):], " | ")
	if len(said) > tailBytes {
		said = strings.ToValidUTF8(said[len(said)-tailBytes:], "")
	}
	said, _ = redact.Secrets(said)
	return said
}

// shortenLine cuts a line to what people know it by.
func shortenLine(line string) string {
	line = strings.NewReplacer(insideEnv+"/venv/bin/python -m ", "", "'", "", " --disable-pip-version-check", "", " --quiet", "").Replace(strings.TrimPrefix(line, "cd '.' && "))
	const most = 100
	if len(line) > most {
		line = strings.ToValidUTF8(line[:most], "") + "..."
	}
	return line
}

// explainFetch says why packages could not be had.
func explainFetch(err error, r egress.Report) error {
	failed, ok := errors.AsType[*failedError](err)
	if !ok {
		return err
	}
	for _, no := range r.Refused {
		if no.Allowable {
			return &MissingError{fmt.Sprintf("its packages could not be fetched: %s also asks %s, which is no registry that I know; %s", shortenLine(failed.line), no.Host, failed.said)}
		}
	}
	return &MissingError{"its packages could not be fetched: " + failed.Error()}
}

// explainBuild says why fetched packages could not be built.
func explainBuild(err error) error {
	failed, ok := errors.AsType[*failedError](err)
	if !ok {
		return err
	}
	text := "its packages could not be built without a network: "
	return &MissingError{text + failed.Error()}
}

// collectMade moves what was made below the repository's files into the layer.
func (j *job) collectMade() ([]string, error) {
	made, err := listMade(j.work)
	if err != nil {
		return nil, err
	}
	for _, name := range made {
		to := filepath.Join(j.layer.dir, "tree", name)
		err := os.MkdirAll(filepath.Dir(to), 0o700)
		if err == nil {
			err = os.Rename(filepath.Join(j.work, name), to)
		}
		if err != nil {
			return nil, fmt.Errorf("keep what was made of %s: %w", j.r.Name, err)
		}
	}
	return made, nil
}

// listMade returns the paths that tools make below a repository's files, the topmost of each. What is a link is none of them.
func listMade(dir string) (out []string, err error) {
	err = filepath.WalkDir(dir, func(at string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(dir, at)
		if err != nil {
			return err
		}
		switch {
		case d.IsDir() && d.Name() == "node_modules":
			out = append(out, rel)
			return fs.SkipDir
		case d.Type().IsRegular() && (d.Name() == ".pnp.cjs" || d.Name() == ".pnp.loader.mjs"):
			out = append(out, rel)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("see what was made: %w", err)
	}
	return out, nil
}

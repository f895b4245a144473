package workerside

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/frasier-cos/frasier/cmd/internal/app"
	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/worker"
	"github.com/frasier-cos/frasier/worker/fence"
	"github.com/frasier-cos/frasier/worker/trial"
	"github.com/frasier-cos/frasier/worker/workspace"
)

func openWorkspaces(a *app.App) (workspace.Dir, error) {
	home, err := filepath.Abs(a.Settings.Home)
	return workspace.Dir{Home: filepath.Join(home, "code"), Network: a.Settings.Network, FindLogin: findLogin(a)}, err
}

// ReadyForCode reports whether code can be run behind walls here; a
// *fence.MissingError says why not.
func ReadyForCode(ctx context.Context) error {
	_, err := newFence(ctx)
	return err
}

func newFence(ctx context.Context) (*fence.Fence, error) {
	if err := fence.Git(ctx); err != nil {
		return nil, err
	}
	f, err := fence.New()
	if err == nil {
		err = f.Check(ctx)
	}
	return f, err
}

// newCoder builds what this process needs for steps that change code. The fence is tried until it
// holds, and then no more.
func newCoder(a *app.App) (*worker.Code, error) {
	machine, err := os.Hostname()
	if err != nil {
		return nil, fmt.Errorf("name this machine: %w", err)
	}
	ws, err := openWorkspaces(a)
	if err != nil {
		return nil, err
	}
	var mu sync.Mutex
	var runner *trial.Runner
	shelf, err := newShelf(a.Settings)
	if err != nil {
		return nil, err
	}
	return &worker.Code{Records: a.Store, Machine: machine, Workspaces: ws, Agents: shelf, Rehearse: newRehearse(a), Broker: newBroker(a), Map: func(ctx context.Context, r coding.Repository, commit string) { noteMap(ctx, a, ws, r, commit) }, Ready: func(ctx context.Context) (*trial.Runner, error) {
		mu.Lock()
		defer mu.Unlock()
		if runner != nil {
			return runner, nil
		}
		f, err := newFence(ctx)
		if err != nil {
			return nil, err
		}
		m := newMaker(a, f, ws, nil)
		runner = &trial.Runner{Fence: f, Workspaces: ws, Now: a.Now, Known: new(trial.Known), Environment: m.Mount, Packages: m}
		return runner, nil
	}}, nil
}

// releaseCodeSteps lets steps go on that waited for a worker which can run code, once this one can.
func releaseCodeSteps(a *app.App, c *worker.Code) func(context.Context) error {
	return func(ctx context.Context) error {
		waiting, err := a.Store.CodeWaits(ctx, c.Machine)
		if err != nil {
			return err
		}
		if !waiting {
			return org.ErrNoWork
		}
		var missing *fence.MissingError
		if _, err := c.Ready(ctx); errors.As(err, &missing) {
			return org.ErrNoWork
		} else if err != nil {
			return err
		}
		_, err = a.Store.ReleaseCode(ctx, c.Machine)
		return err
	}
}

// AddRepository makes Frasier's own copy of a source and keeps it. Checks
// that nobody named are those that its top folder suggests.
func AddRepository(ctx context.Context, a *app.App, r coding.Repository) (coding.Repository, error) {
	ws, err := openWorkspaces(a)
	if err != nil {
		return r, err
	}
	if err := resolveSource(&r); err != nil {
		return r, err
	}
	known, err := a.Store.Repositories(ctx)
	if err != nil {
		return r, err
	}
	if r.Name == "" {
		r.Name = coding.AddressName(r.Source)
		if i := slices.IndexFunc(known, func(k coding.Repository) bool { return k.Source == r.Source && k.Machine == r.Machine }); i >= 0 {
			r.Name = known[i].Name // added before under another name
		}
	}
	if no := refuseFolder(r.Source, a.Settings.Home); no != "" {
		return r, &workspace.UnusableError{Text: no}
	}
	if !isPlainName(r.Name) {
		return r, &workspace.UnusableError{Text: fmt.Sprintf("%q is no name for a repository: lower-case letters, digits, dashes and dots, at most 40; choose one with --name", r.Name)}
	}
	if i := slices.IndexFunc(known, func(k coding.Repository) bool { return k.Name == r.Name }); i >= 0 {
		if known[i].Source == r.Source && known[i].Machine == r.Machine && len(r.Checks) == 0 && (r.Ref == "" || r.Ref == known[i].Ref) && (!r.Policy.Push || known[i].Policy.Push) {
			return known[i], nil
		}
		return r, &workspace.UnusableError{Text: fmt.Sprintf("there is a repository %s already, of %s; choose another name (--name NAME, or in a chat a word behind the address)", r.Name, known[i].Source)}
	}
	if r.Ref == "" {
		r.Policy.Found = append(r.Policy.Found, coding.FoundRef)
	}
	if err := checkGit(ctx); err != nil {
		return r, err
	}
	r, top, err := ws.Add(ctx, r)
	if err != nil {
		return r, err
	}
	if len(r.Checks) == 0 {
		r.Checks, r.Policy.Found = coding.DetectedChecks(top), append(r.Policy.Found, coding.FoundChecks)
	}
	if r.ID, err = a.Store.AddRepository(ctx, r); err != nil {
		return r, err
	}
	if err := mapBase(ctx, a, ws, r); err != nil { // the job of the maps tries it again
		a.Log.WarnContext(ctx, "no map of the repository", "repository", r.Name, "err", err)
	}
	if !slices.ContainsFunc(top, proposesSomething) {
		return r, nil
	}
	return r, propose(ctx, a, ws, r)
}

// resolveSource settles where a source is: at an address that every machine reaches, or in a folder
// of this one.
func resolveSource(r *coding.Repository) (err error) {
	if coding.IsAddress(r.Source) {
		if no := coding.AddressWhyNot(r.Source); no != "" {
			return &workspace.UnusableError{Text: no}
		}
		return nil
	}
	if r.Source, err = filepath.Abs(r.Source); err != nil {
		return err
	}
	if r.Machine, err = os.Hostname(); err != nil {
		return fmt.Errorf("name this machine: %w", err)
	}
	return nil
}

// refuseFolder says why a folder is not taken for code; empty for one that is. What stands in a repository is copied, and a model may read it.
func refuseFolder(source, home string) string {
	if coding.IsAddress(source) {
		return ""
	}
	source, home = resolvePath(source), resolvePath(home)
	_, noGit := os.Stat(filepath.Join(source, ".git")) // of a repository only what is committed is copied
	login, _ := os.UserHomeDir()                       //nolint:errcheck // without one there is nothing to compare
	switch {
	case source == resolvePath(login) || slices.Contains([]string{"/", "/dev", "/run"}, source) || slices.ContainsFunc(listSystemFolders(), func(at string) bool { return isWithin(source, at) }):
		return source + " is no folder of code but one of the system's, or a whole home; name the folder of the project itself"
	case isWithin(source, home) || noGit != nil && isWithin(home, source):
		return source + " and my data folder lie in each other, and my keys and messages would be taken for code; name another folder, or move FRASIER_HOME out of it"
	}
	return ""
}

func listSystemFolders() []string {
	return []string{"/bin", "/boot", "/etc", "/lib", "/lib32", "/lib64", "/proc", "/sbin", "/sys"}
}

func isWithin(at, folder string) bool {
	rel, err := filepath.Rel(folder, at)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, "../")
}

// resolvePath follows links, as far as the path is there.
func resolvePath(at string) string {
	if full, err := filepath.Abs(at); err == nil {
		at = full
	}
	if to, err := filepath.EvalSymlinks(at); err == nil {
		return to
	}
	return at
}

// checkGit refuses a git that is missing or too old.
func checkGit(ctx context.Context) error {
	err := fence.Git(ctx)
	var missing *fence.MissingError
	if errors.As(err, &missing) {
		return &workspace.UnusableError{Text: missing.Why + "; " + missing.Fix}
	}
	return err
}

// RepositoryState says what of an added repository is left alone or not here.
func RepositoryState(ctx context.Context, a *app.App, r coding.Repository) (workspace.State, error) {
	ws, err := openWorkspaces(a)
	if err != nil {
		return workspace.State{}, err
	}
	return ws.State(ctx, r)
}

// isPlainName reports whether a name may stand in a path and in a sentence.
func isPlainName(name string) bool {
	const most = 40
	odd := func(c rune) bool { return c != '-' && c != '.' && (c < '0' || c > '9') && (c < 'a' || c > 'z') }
	return name != "" && len(name) <= most && !strings.ContainsFunc(name, odd) && strings.Trim(name, "-.") == name && !strings.Contains(name, "..")
}

// Branch returns a project's branch as a bundle and as one patch; nil for a project that changed
// no code.
func Branch(ctx context.Context, a *app.App, o coding.CodeOrder) (bundle, patch []byte, err error) {
	ws, err := openWorkspaces(a)
	if err != nil {
		return nil, nil, err
	}
	if _, _, err := ws.Base(ctx, o); err != nil {
		return nil, nil, err
	}
	return ws.Bundle(ctx, o)
}

// SetRepository keeps other settings of a repository, once its source is known to have the branch.
func SetRepository(ctx context.Context, a *app.App, r coding.Repository) (coding.Repository, error) {
	ws, err := openWorkspaces(a)
	if err != nil {
		return r, err
	}
	if r, _, err = ws.Add(ctx, r); err != nil {
		return r, err
	}
	return r, a.Store.SetRepository(ctx, r)
}

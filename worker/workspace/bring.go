package workspace

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/frasier-cos/frasier/internal/coding"
)

// Brought is the outcome of bringing a change into a founder's folder.
type Brought struct {
	Files    int             // of the change that are there now
	Obstacle coding.Obstacle // why the others are not; empty when all are
	Path     string          // of the file that the obstacle is about
}

// WithLock runs do while nobody else of this data folder brings anything into a repository's folder. It falls with the process.
func (d Dir) WithLock(ctx context.Context, r coding.Repository, do func() error) (err error) {
	const look = 50 * time.Millisecond
	dir := filepath.Join(d.Home, "locks")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	f, err := os.OpenFile(filepath.Join(dir, r.Name), os.O_CREATE|os.O_RDWR, 0o600) // below the data folder
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	for {
		err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB) // a small number
		switch {
		case err == nil:
			return do()
		case !errors.Is(err, unix.EWOULDBLOCK):
			return fmt.Errorf("lock the folder of %s: %w", r.Name, err)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(look):
		}
	}
}

// Bring writes what differs between two commits or trees into the folder that a repository was added from,
// and nothing else: neither its index nor its branch is touched. Nothing is written where a file is not as the
// first one has it, or as the second. Who was killed between two files does it again, and it ends alike.
// Crash is called before, between and after the files.
func (d Dir) Bring(ctx context.Context, r coding.Repository, from, to string, crash func(point string)) (out Brought, err error) {
	g := d.openMirror(ctx, r)
	pieces, err := listPieces(g, from, to)
	if err != nil {
		return out, fmt.Errorf("list what comes into %s: %w", r.Source, err)
	}
	root, err := os.OpenRoot(r.Source)
	if err != nil {
		return Brought{Obstacle: coding.ObstacleGone}, nil
	}
	defer func() { err = errors.Join(err, root.Close()) }()
	if g, err = d.openCheckout(g, r); err != nil {
		return out, err
	}
	f := founders{root: root, source: r.Source, git: g}
	for i := range pieces {
		if err := f.removeStaged(&pieces[i]); err != nil {
			return out, err
		}
	}
	if out, err = f.compareAll(ctx, pieces); err != nil || out.Obstacle != "" {
		return out, err
	}
	defer func() {
		for i := range pieces {
			err = errors.Join(err, f.removeStaged(&pieces[i]))
		}
	}()
	for i := range pieces {
		if no := f.stageFile(&pieces[i]); no != nil {
			out.Obstacle, out.Path = coding.ObstacleDenied, coding.ShownPath(pieces[i].path)
			return out, nil
		}
	}
	if out, err = f.compareAll(ctx, pieces); err != nil || out.Obstacle != "" { // that took a while
		return out, err
	}
	crash("bring")
	for i := range pieces {
		if pieces[i].done {
			continue
		}
		if err := f.placeFile(&pieces[i]); err != nil {
			return out, fmt.Errorf("bring %s into %s: %w", pieces[i].path, r.Source, err)
		}
		crash("bring")
	}
	return Brought{Files: len(pieces)}, nil
}

// piece is one file of a change that comes into a folder.
type piece struct {
	path     string
	was, is  side
	put      []byte      // what is written: the file as it is to be, in the form that files have in the folder
	done     bool        // it is there already
	old      fs.FileInfo // of the file that is there; nil for none
	beside   string      // the file that takes its place, once it is staged
	leftover string      // the name of that file
}

type side struct {
	mode, id string
	text     []byte
}

func (s side) isNone() bool       { return s.mode == noMode }
func (s side) isExecutable() bool { return s.mode == "100755" }

const noMode = "000000"

func listPieces(g git, from, to string) ([]piece, error) {
	raw, err := g.run(nil, "diff-tree", "-r", "-z", "--raw", "--no-abbrev", "--no-renames", from, to, "--")
	if err != nil {
		return nil, err
	}
	read := func(mode, id string) (side, error) {
		if mode == noMode || mode == linkMode || mode == nestMode {
			return side{mode: mode, id: id}, nil
		}
		text, err := g.run(nil, "cat-file", "blob", id)
		return side{mode, id, text}, err
	}
	var out []piece
	parts := strings.Split(strings.TrimRight(string(raw), "\x00"), "\x00")
	for i := 0; i+1 < len(parts); i += 2 {
		meta := strings.Fields(strings.TrimPrefix(parts[i], ":"))
		if len(meta) != 5 {
			return nil, fmt.Errorf("git lists a change as %q", parts[i])
		}
		p := piece{path: parts[i+1]}
		if !isInside(p.path) {
			return nil, makePathError(p.path)
		}
		if p.was, err = read(meta[0], meta[2]); err != nil {
			return nil, err
		}
		if p.is, err = read(meta[1], meta[3]); err != nil {
			return nil, err
		}
		p.leftover = nameStaged(to, p.path)
		out = append(out, p)
	}
	return out, nil
}

// A commit or tree that a file comes from is part of the name.
func nameStaged(to, name string) string {
	sum := sha256.Sum256([]byte(to + "\x00" + name))
	return ".frasier-" + hex.EncodeToString(sum[:8])
}

// founders is a folder in which somebody else works too.
type founders struct {
	root   *os.Root
	source string
	git    git
}

// Files are compared with what the change found and with what it makes; those that are there
// already are counted.
func (f founders) compareAll(ctx context.Context, pieces []piece) (out Brought, err error) {
	for i := range pieces {
		p := &pieces[i]
		no, at, err := f.compareFile(p)
		if err != nil {
			return out, err
		}
		if no != "" && out.Obstacle == "" {
			out.Obstacle, out.Path = no, coding.ShownPath(at)
		}
		if p.done {
			out.Files++
		}
	}
	if busy := f.findBusy(ctx); busy != "" {
		out.Obstacle, out.Path = busy, ""
	}
	return out, ctx.Err()
}

// A moment's lock, as an editor's, is waited for.
func (f founders) findBusy(ctx context.Context) coding.Obstacle {
	const most, look = 3 * time.Second, 100 * time.Millisecond
	at, err := findGitFolder(f.source)
	if err != nil {
		return coding.ObstacleGone
	}
	there := func(name string) bool { _, err := os.Lstat(filepath.Join(at, name)); return err == nil }
	for _, name := range []string{"MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD", "rebase-merge", "rebase-apply"} {
		if there(name) {
			return coding.ObstacleMerging
		}
	}
	for end := time.Now().Add(most); there("index.lock"); {
		if time.Now().After(end) || ctx.Err() != nil {
			return coding.ObstacleLocked
		}
		select {
		case <-ctx.Done():
		case <-time.After(look):
		}
	}
	return ""
}

// git keeps the state of a folder's files in the folder, or where a file there says.
func findGitFolder(source string) (string, error) {
	at := filepath.Join(source, ".git")
	info, err := os.Stat(at)
	if err != nil || info.IsDir() {
		return at, err
	}
	raw, err := os.ReadFile(at) // the founder's own
	if err != nil {
		return "", err
	}
	name, ok := strings.CutPrefix(strings.TrimSpace(string(raw)), "gitdir: ")
	if !ok {
		return "", fmt.Errorf("%s leads to no repository", at)
	}
	if !filepath.IsAbs(name) {
		name = filepath.Join(source, name)
	}
	_, err = os.Stat(filepath.Join(name, "HEAD"))
	return name, err
}

// A file is an obstacle where it is another than the change found, or where it cannot be written
// without going through something that is no folder.
func (f founders) compareFile(p *piece) (coding.Obstacle, string, error) {
	p.done = false
	text, no, at := f.readFile(p)
	switch {
	case no != "":
		return no, at, nil
	case p.old == nil && !p.is.isNone() && !p.was.isNone():
		return coding.ObstacleDiffers, p.path, nil
	case p.old == nil:
		p.done = p.is.isNone()
		return "", "", f.setForm(p)
	}
	is, was, err := f.matchSides(p, text)
	if err != nil {
		return "", "", err
	}
	alike := func(s side) bool { return (p.old.Mode()&0o100 != 0) == s.isExecutable() }
	switch {
	case is && alike(p.is):
		p.done = true
	case !was || !alike(p.was):
		return f.describeOther(p, is || was)
	}
	return "", "", nil
}

// Nothing may be in the way of the file.
func (f founders) readFile(p *piece) (text []byte, no coding.Obstacle, at string) {
	p.old = nil
	for _, s := range []side{p.was, p.is} {
		if s.mode == linkMode || s.mode == nestMode {
			return nil, coding.ObstacleInWay, p.path
		}
	}
	for _, dir := range splitFolders(p.path) {
		info, err := f.root.Lstat(dir)
		if errors.Is(err, fs.ErrNotExist) {
			return nil, "", ""
		}
		if err != nil || !info.IsDir() {
			return nil, coding.ObstacleInWay, dir
		}
	}
	info, err := f.root.Lstat(p.path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, "", ""
	case err != nil || !info.Mode().IsRegular():
		return nil, coding.ObstacleInWay, p.path
	}
	if text, err = f.root.ReadFile(p.path); err != nil {
		return nil, coding.ObstacleDenied, p.path
	}
	p.old = info
	return text, "", ""
}

// Or it says why that cannot be told.
func (f founders) describeOther(p *piece, known bool) (coding.Obstacle, string, error) {
	if known {
		return coding.ObstacleDiffers, p.path, nil
	}
	n, err := f.git.countFiltered(p.path)
	if err == nil && n > 0 {
		return coding.ObstacleFiltered, p.path, nil
	}
	return coding.ObstacleDiffers, p.path, err
}

func splitFolders(name string) []string {
	var out []string
	for i, c := range name {
		if c == '/' {
			out = append(out, name[:i])
		}
	}
	return out
}

// The file is written beside the one whose place it takes, in the deepest folder that there is. Of
// a file that goes it only finds out whether its folder can be written to.
func (f founders) stageFile(p *piece) (err error) {
	if p.done {
		return nil
	}
	dir, perm := ".", fs.FileMode(0o666)
	for _, d := range splitFolders(p.path) {
		if _, err := f.root.Lstat(d); err != nil {
			break
		}
		dir = d
	}
	if p.is.isExecutable() {
		perm = 0o777
	}
	beside := path.Join(dir, p.leftover)
	w, err := f.root.OpenFile(beside, os.O_WRONLY|os.O_CREATE|os.O_EXCL, perm)
	if err != nil {
		return err
	}
	p.beside = beside
	_, err = w.Write(p.put)
	if err == nil && p.old != nil && !p.is.isNone() {
		err = w.Chmod(computeRights(p.old.Mode(), p.is.isExecutable()))
	}
	if err == nil {
		err = f.copyOwner(beside, p.old, dir)
	}
	if err == nil {
		err = w.Sync()
	}
	return errors.Join(err, w.Close())
}

// Whoever may read the file may run it, or nobody.
func computeRights(old fs.FileMode, runs bool) fs.FileMode {
	perm := old.Perm() &^ 0o111
	if runs {
		perm |= perm >> 2 & 0o111
	}
	return perm
}

// What an administrator's process wrote belongs to the owner of the file that it stands for, or of
// the folder.
func (f founders) copyOwner(name string, old fs.FileInfo, dir string) error {
	if os.Geteuid() != 0 {
		return nil
	}
	if old == nil {
		var err error
		if old, err = f.root.Lstat(dir); err != nil {
			return err
		}
	}
	if s, ok := old.Sys().(*syscall.Stat_t); ok {
		return f.root.Lchown(name, int(s.Uid), int(s.Gid))
	}
	return nil
}

// It is moved there whole; a file that goes is taken away.
func (f founders) placeFile(p *piece) error {
	if p.is.isNone() {
		return f.root.Remove(p.path)
	}
	above := "."
	for _, dir := range splitFolders(p.path) {
		err := f.root.Mkdir(dir, 0o777)
		if err == nil {
			err = f.copyOwner(dir, nil, above)
		}
		if err != nil && !errors.Is(err, fs.ErrExist) {
			return err
		}
		above = dir
	}
	return f.root.Rename(p.beside, p.path)
}

// A process that was killed may have left it.
func (f founders) removeStaged(p *piece) error {
	for _, dir := range append([]string{"."}, splitFolders(p.path)...) {
		if !f.isFolder(dir) {
			break
		}
		at := path.Join(dir, p.leftover)
		if !f.isFile(at) {
			continue // none of ours
		}
		if err := f.root.Remove(at); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

func (f founders) isFile(name string) bool {
	info, err := f.root.Lstat(name)
	return err == nil && info.Mode().IsRegular()
}

func (f founders) isFolder(name string) bool {
	info, err := f.root.Lstat(name)
	return err == nil && info.IsDir()
}

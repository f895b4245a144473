package fence

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/coding"
)

// Box names what a program may touch: the folder Work, which it sees as /tree and
// may write, and Cache, which it sees as /cache. Nothing else of the machine's data is there but what is named.
type Box struct {
	Work string
	// Scratch is an empty folder of this run alone. /tmp lies in it, and what the program writes to /cache unless it
	// may fill it, and to layers. Empty: /tmp is memory, of temporaryBytes, and there is no cache, no layer and no file.
	Scratch string
	Cache   string
	// Program is one of Frasier's own programs, which is seen as InsideProgram; empty for none, or, where
	// Sockets, Services or a request need one, for the one that runs.
	Program string
	// FillCache lets what the program writes to /cache stay in Cache. Only the founder's own code may: whoever writes
	// there decides what later runs take for compiled.
	FillCache bool
	Limit     time.Duration // longer than it takes; zero is org.CheckLimit
	// Memory bounds each of its processes, and FileBytes the longest file that it may write; zero is the bound of a command of a check.
	Memory, FileBytes int64
	// Resident bounds the memory of all of its processes together, looked at ten times a second; zero is no bound. For Start alone.
	Resident int64

	Layers   []Layer
	ReadOnly []Bind
	// Mask are paths inside that are seen empty: folders, and files that are there. A link is taken away.
	Mask  []string
	Files map[string][]byte // by their paths inside; they cannot be written to
	Env   []string          // NAME=VALUE, before what is there otherwise
	// Sockets are the only ways out.
	Sockets    []Socket
	Services   []coding.Service // are started before the program, and end with it
	Hooks      []coding.Hook    // those before and after a check, which run between services and program and behind it
	Toolchains []coding.Toolchain
	// Shown lets people reach a port of the inside; nil for nobody.
	Shown *Shown
}

// Layer is a folder that the program sees as Inside and may write to. What it writes ends with the run, unless it is to stay.
type Layer struct {
	Host, Inside string
	Keep         bool
}

// Bind is a file or a folder that the program sees as Inside and cannot write to.
type Bind struct{ Host, Inside string }

// Socket is a Unix socket outside that the program reaches at a port of 127.0.0.1.
type Socket struct {
	Host string
	Port int
}

// Shown is a Unix socket outside at which the inside listens, for what it leads to one of its ports. It is handed in open: no name of it
// is seen inside, so nothing there can put another in its place.
type Shown struct {
	Socket *os.File // closed when the run ends
	Port   int
}

// The folders inside.
const (
	insideWork    = "/tree"
	insideCache   = "/cache"
	insideSockets = "/sockets"

	// InsideProgram is the path at which the program of a Box is seen, and InsideWork its folder.
	InsideProgram = "/program"
	InsideWork    = insideWork
)

// showSystem names what of the system is seen besides its programs. None of it holds a credential: the
// settings of Maven's and npm's that may do so are left out.
func showSystem() (args []string) {
	for _, at := range []string{"/bin", "/sbin", "/lib", "/lib32", "/lib64"} {
		if to, err := os.Readlink(at); err == nil {
			args = append(args, "--symlink", to, at)
		} else {
			args = append(args, "--ro-bind-try", at, at)
		}
	}
	for _, pattern := range []string{
		"/etc/alternatives", "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/localtime", "/etc/mime.types", "/etc/services", "/etc/protocols",
		"/etc/ssl/certs", "/etc/pki/tls/certs", "/etc/pki/ca-trust/extracted", "/etc/ca-certificates/extracted",
		"/etc/java-*", "/etc/maven/m2.conf", "/etc/maven/logging", "/etc/python3*", "/etc/fonts",
	} {
		found, _ := filepath.Glob(pattern) //nolint:errcheck // these patterns are well formed
		for _, at := range found {
			args = append(args, "--ro-bind-try", at, at)
		}
	}
	return args
}

// buildMounts names what the box shows, in an order in which none covers another by mistake.
func (b Box) buildMounts(layers []opened) ([]string, error) {
	var args []string
	for _, t := range b.Toolchains {
		for _, at := range t.Read {
			if err := checkToolchain(at); err != nil {
				return nil, fmt.Errorf("show %s %s: %w", t.Name, t.Version, err)
			}
			if !isBelow(at, "/usr") {
				args = append(args, "--ro-bind", at, at)
			}
		}
	}
	args = append(args, "--bind", b.Work, insideWork, "--chdir", insideWork)
	if b.Program != "" {
		args = append(args, "--ro-bind", b.Program, InsideProgram)
	}
	for _, r := range b.ReadOnly {
		if err := b.makePlaceOf(r); err != nil {
			return nil, err
		}
		args = append(args, "--ro-bind", r.Host, r.Inside)
	}
	for _, l := range layers {
		if err := b.makePlace(l.inside); err != nil {
			return nil, err
		}
		how := "--bind"
		if l.shut {
			how = "--ro-bind"
		}
		args = append(args, how, l.host, l.inside)
	}
	for _, at := range b.Mask {
		more, err := b.buildMask(at)
		if err != nil {
			return nil, err
		}
		args = append(args, more...)
	}
	more, err := b.writeFiles()
	if err != nil {
		return nil, err
	}
	args = append(args, more...)
	for _, s := range b.Sockets {
		args = append(args, "--ro-bind", s.Host, fmt.Sprintf("%s/%d", insideSockets, s.Port))
	}
	return args, nil
}

func (b Box) buildMask(at string) ([]string, error) {
	if err := b.makePlace(filepath.Dir(at)); err != nil {
		return nil, err
	}
	host, below := b.findHost(at)
	if !below {
		return []string{"--size", fmt.Sprint(maskBytes), "--tmpfs", at}, nil
	}
	info, err := os.Lstat(host)
	switch {
	case err == nil && info.Mode()&os.ModeSymlink != 0:
		if err := os.Remove(host); err != nil {
			return nil, fmt.Errorf("mask %s: %w", at, err)
		}
	case err == nil && !info.IsDir():
		return b.writeFile(at, "empty", nil)
	}
	return []string{"--size", fmt.Sprint(maskBytes), "--tmpfs", at}, nil
}

func (b Box) writeFiles() (args []string, err error) {
	n := 0
	for at, text := range b.Files {
		if err := b.makePlace(filepath.Dir(at)); err != nil {
			return nil, err
		}
		if host, below := b.findHost(at); below {
			if info, err := os.Lstat(host); err == nil && !info.Mode().IsRegular() {
				return nil, &PlaceError{at}
			}
		}
		more, err := b.writeFile(at, fmt.Sprint(n), text)
		if err != nil {
			return nil, err
		}
		args = append(args, more...)
		n++
	}
	return args, nil
}

// It is read only where the box shows it, so its name outside matters to nobody.
func (b Box) writeFile(at, name string, text []byte) ([]string, error) {
	if b.Scratch == "" {
		return nil, errors.New("a run with files needs a folder of its own")
	}
	dir := filepath.Join(b.Scratch, "files")
	err := os.MkdirAll(dir, 0o700)
	host := filepath.Join(dir, name)
	if err == nil {
		err = os.WriteFile(host, text, 0o600)
	}
	if err != nil {
		return nil, fmt.Errorf("make the files of a run: %w", err)
	}
	return []string{"--ro-bind", host, at}, nil
}

// PlaceError says that a link or a file of the repository stands where something is to be shown.
type PlaceError struct{ Path string }

// Error names it as it is seen inside.
func (e *PlaceError) Error() string {
	return fmt.Sprintf("a link or a file of the repository is in the way at %s", strings.TrimPrefix(e.Path, insideWork+"/"))
}

// findHost returns where a path inside lies outside, when it lies in the folder that is worked on.
func (b Box) findHost(inside string) (string, bool) {
	if !isBelow(inside, insideWork) {
		return "", false
	}
	return filepath.Join(b.Work, strings.TrimPrefix(inside, insideWork)), true
}

// Whoever builds the walls follows links, and a link in the tree could lead him out of it before they stand. So the folders
// there at which something is shown are made here, and are no links.
func (b Box) makePlace(inside string) error {
	if !filepath.IsAbs(inside) || filepath.Clean(inside) != inside || inside == "/" {
		return fmt.Errorf("%q is no place inside the walls", inside)
	}
	if _, below := b.findHost(inside); !below {
		return nil
	}
	at := b.Work
	for part := range strings.SplitSeq(strings.TrimPrefix(strings.TrimPrefix(inside, insideWork), "/"), "/") {
		if part == "" {
			break
		}
		at = filepath.Join(at, part)
		info, err := os.Lstat(at)
		if errors.Is(err, os.ErrNotExist) {
			err = os.Mkdir(at, 0o700)
		} else if err == nil && !info.IsDir() {
			return &PlaceError{inside}
		}
		if err != nil {
			return fmt.Errorf("make a place for %s: %w", inside, err)
		}
	}
	return nil
}

// makePlaceOf makes the place of what cannot be written to. Whoever builds the walls makes that of a file himself, and would write
// through a link that lies there.
func (b Box) makePlaceOf(r Bind) error {
	info, err := os.Stat(r.Host)
	if err != nil {
		return fmt.Errorf("show %s: %w", r.Inside, err)
	}
	if info.IsDir() {
		return b.makePlace(r.Inside)
	}
	if err := b.makePlace(filepath.Dir(r.Inside)); err != nil {
		return err
	}
	if host, below := b.findHost(r.Inside); below {
		if info, err := os.Lstat(host); err == nil && !info.Mode().IsRegular() {
			return &PlaceError{r.Inside}
		}
	}
	return nil
}

// checkToolchain refuses folders that hold more than a toolchain.
func checkToolchain(at string) error {
	home, err := os.UserHomeDir()
	if err != nil {
		home = "/"
	}
	if !filepath.IsAbs(at) || filepath.Clean(at) != at || strings.Count(at, "/") < 2 || isBelow(home, at) || isBelow(at, "/etc") || isBelow(at, "/proc") || isBelow(at, "/dev") {
		return fmt.Errorf("%s is more than a toolchain", at)
	}
	return nil
}

func isBelow(at, folder string) bool { return at == folder || strings.HasPrefix(at, folder+"/") }

func (b Box) buildEnvironment(path string) (args []string) {
	for i := len(b.Toolchains) - 1; i >= 0; i-- {
		path = strings.Join(append(b.Toolchains[i].Bin[:len(b.Toolchains[i].Bin):len(b.Toolchains[i].Bin)], path), ":")
	}
	for _, v := range [][2]string{
		{"PATH", path},
		{"HOME", "/tmp"},
		{"LANG", "C.UTF-8"},
		{"TERM", "dumb"},
		{"CI", "1"},
		{"NO_COLOR", "1"},
		{"XDG_CACHE_HOME", insideCache},
		{"GOCACHE", insideCache + "/go-build"},
		{"GOMODCACHE", insideCache + "/go-mod"},
		{"GOFLAGS", "-buildvcs=false"},
		{"GOPROXY", "off"},
		{"GOTOOLCHAIN", "local"},
		{"GOTELEMETRY", "off"},
		{"PYTHONDONTWRITEBYTECODE", "1"},
	} {
		args = append(args, "--setenv", v[0], v[1])
	}
	for _, v := range b.Env {
		name, value, _ := strings.Cut(v, "=")
		if name == "PATH" { // what is before it is found first
			value += ":" + path
		}
		args = append(args, "--setenv", name, value)
	}
	return args
}

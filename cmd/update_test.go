package cmd_test

import (
	"compress/gzip"
	"context"
	"crypto/ed25519"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/cmd/internal/cli"
	"github.com/frasier-cos/frasier/internal/testing/storetest"
	"github.com/frasier-cos/frasier/internal/tools/release/pack"
)

// shop gives releases out, on loopback, as the place of releases does.
type shop struct {
	t       *testing.T
	dir     string
	key     ed25519.PrivateKey
	public  string // in PEM
	address string
}

func newShop(t *testing.T) *shop {
	t.Helper()
	public, key, err := ed25519.GenerateKey(nil)
	ok(t, err)
	text, err := pack.PublicKey(key)
	ok(t, err)
	if len(public) == 0 || len(text) == 0 {
		t.Fatal("no key")
	}
	s := &shop{t: t, dir: workdir(t), key: key, public: string(text)}
	ok(t, os.MkdirAll(filepath.Join(s.dir, "latest"), 0o750))
	server := httptest.NewServer(http.FileServer(http.Dir(s.dir)))
	t.Cleanup(server.Close)
	s.address = server.URL
	return s
}

func archiveOf(version string) string { return pack.ArchiveBase(version, runtime.GOARCH) + pack.Ending }

func (s *shop) folder(version string) string { return filepath.Join(s.dir, "download", version) }

// publish gives a release out as the newest. Its command frasier is that program.
func (s *shop) publish(version, frasier string) {
	s.t.Helper()
	programs, out := workdir(s.t), s.folder(version)
	for _, name := range []string{"bot", "worker"} {
		write(s.t, filepath.Join(programs, name), "#!/bin/sh\nexec -a "+name+" \"$(dirname \"$0\")/frasier\"\n", 0o755)
	}
	ok(s.t, copyMarked(filepath.Join(programs, "frasier"), frasier, "of "+version))
	ok(s.t, os.MkdirAll(out, 0o750))
	ok(s.t, pack.WriteArchive(filepath.Join(out, archiveOf(version)), "..", programs, gzip.BestSpeed))
	s.seal(version)
	s.newest(version)
}

// seal sums and signs what stands in a release's folder.
func (s *shop) seal(version string) {
	s.t.Helper()
	out := s.folder(version)
	ok(s.t, pack.WriteInstaller(out, []byte(s.public)))
	ok(s.t, pack.SumAndSign(out, []string{archiveOf(version), pack.Installer}, s.key))
}

func (s *shop) newest(version string) {
	s.t.Helper()
	link := filepath.Join(s.dir, "latest/download")
	ok(s.t, os.RemoveAll(link))
	ok(s.t, os.Symlink(s.folder(version), link))
}

// founder is somebody whose machine Frasier is installed on.
type founder struct {
	t    *testing.T
	shop *shop
	home string
	more []string // of the environment
}

func newFounder(s *shop) *founder {
	s.t.Helper()
	return &founder{t: s.t, shop: s, home: workdir(s.t)}
}

func (f *founder) root() string { return filepath.Join(f.home, ".local/share/frasier") }

func (f *founder) db() string { return filepath.Join(f.home, "data/frasier.db") }

func (f *founder) env() []string {
	return append([]string{
		"PATH=" + filepath.Join(f.home, ".local/bin") + ":" + os.Getenv("PATH"), "HOME=" + f.home, "FRASIER_HOME=" + filepath.Join(f.home, "data"),
		"FRASIER_RELEASES=" + f.shop.address, "STORY_KEY=" + f.shop.public,
	}, f.more...)
}

// runs runs a program with arguments and returns its exit code and what it said.
func (f *founder) runs(program string, args ...string) (int, string) {
	f.t.Helper()
	ctx, stop := context.WithTimeout(f.t.Context(), 5*time.Minute)
	defer stop()
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Dir, cmd.Env = f.home, f.env()
	out, err := cmd.CombinedOutput()
	var ended *exec.ExitError
	if err != nil && !errors.As(err, &ended) {
		f.t.Fatalf("%s %v: %v", program, args, err)
	}
	return cmd.ProcessState.ExitCode(), string(out)
}

// frasier runs the installed command.
func (f *founder) frasier(args ...string) (int, string) {
	f.t.Helper()
	return f.runs(filepath.Join(f.home, ".local/bin/frasier"), args...)
}

// installs runs install.sh of a release.
func (f *founder) installs(version string, args ...string) (int, string) {
	f.t.Helper()
	return f.runs("bash", append([]string{filepath.Join(f.shop.folder(version), pack.Installer)}, args...)...)
}

// expects holds an exit code and words of what was said.
func (f *founder) expects(what string, code, want int, out, says string) {
	f.t.Helper()
	if code != want || !strings.Contains(out, says) {
		f.t.Errorf("%s: exit %d, want %d and %q:\n%s", what, code, want, says, out)
	}
}

// version is the one that runs.
func (f *founder) version() string {
	f.t.Helper()
	to, err := os.Readlink(filepath.Join(f.root(), "current"))
	ok(f.t, err)
	return filepath.Base(to)
}

// stands demands that a version runs, alone and whole, with the data.
func (f *founder) stands(version string) {
	f.t.Helper()
	if now := f.version(); now != version {
		f.t.Errorf("%s runs, want %s", now, version)
	}
	for _, name := range pack.Programs() {
		if info, err := os.Stat(filepath.Join(f.root(), "current", name)); err != nil || info.Mode().Perm()&0o111 == 0 {
			f.t.Errorf("%s of %s: %v", name, version, err)
		}
	}
	code, out := f.frasier("verify")
	f.expects("verify of "+version, code, cli.Done, out, "ok")
	if code, out := f.frasier("projects"); code != cli.Done || !strings.Contains(out, "p1") {
		f.t.Errorf("the data are not there: exit %d:\n%s", code, out)
	}
}

// hasData gives the founder the data of an older version.
func (f *founder) hasData() {
	f.t.Helper()
	ok(f.t, os.MkdirAll(filepath.Dir(f.db()), 0o700))
	ok(f.t, os.Chmod(filepath.Dir(f.db()), 0o700))
	ok(f.t, copyMarked(f.db(), "../store/testdata/released/before-v0.1.0.db", ""))
	ok(f.t, os.Chmod(f.db(), 0o600))
}

// thisProgram is the command as it is.
func thisProgram(t *testing.T) string {
	t.Helper()
	path, err := exec.LookPath("frasier")
	ok(t, err)
	return path
}

// TestUpdate goes the whole way: a release on loopback, install.sh, frasier update, and back.
func TestUpdate(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	s.publish("v0.1.0", thisProgram(t))
	f := newFounder(s)
	code, out := f.installs("v0.1.0")
	f.expects("install", code, 0, out, "v0.1.0 is installed")
	f.hasData()
	f.stands("v0.1.0")
	code, out = f.frasier("update")
	f.expects("update without a newer one", code, cli.Done, out, "runs here already")
	code, out = f.frasier("update", "--back")
	f.expects("back without an update", code, cli.Usage, out, "no update to take back")

	ok(t, os.CopyFS(s.folder("v0.2.0"), os.DirFS(s.folder("v0.1.0"))))
	ok(t, os.Rename(filepath.Join(s.folder("v0.2.0"), archiveOf("v0.1.0")), filepath.Join(s.folder("v0.2.0"), archiveOf("v0.2.0"))))
	s.seal("v0.2.0")
	s.newest("v0.2.0")
	begun := time.Now()
	code, out = f.installs("v0.2.0") // which hands over to what is there
	f.expects("update", code, cli.Done, out, "v0.2.0 is in place")
	lasts := time.Since(begun)
	f.stands("v0.2.0")
	code, out = f.frasier("update", "--to", "v0.1.0")
	f.expects("an older one", code, cli.Usage, out, "--downgrade")
	code, out = f.frasier("update", "--back")
	f.expects("back", code, cli.Done, out, "v0.1.0 is back")
	f.stands("v0.1.0")
	f.killUpdates(2, lasts)
}

// point has the link name a version.
func (f *founder) point(version string) error {
	link := filepath.Join(f.root(), "current")
	return errors.Join(os.RemoveAll(link), os.Symlink(filepath.Join("releases", version), link))
}

// places installs a version without a download, as the one that runs.
func (f *founder) places(version, frasier string) {
	f.t.Helper()
	dir := filepath.Join(f.root(), "releases", version)
	for _, name := range []string{"bot", "worker"} {
		write(f.t, filepath.Join(dir, name), "#!/bin/sh\n", 0o755)
	}
	// A program that this process wrote could not be run while another test starts one.
	if out, err := exec.CommandContext(f.t.Context(), "cp", frasier, filepath.Join(dir, "frasier")).CombinedOutput(); err != nil {
		f.t.Fatalf("cp: %v: %s", err, out)
	}
	ok(f.t, f.point(version))
	ok(f.t, os.MkdirAll(filepath.Join(f.home, ".local/bin"), 0o750))
	link := filepath.Join(f.home, ".local/bin/frasier")
	ok(f.t, errors.Join(os.RemoveAll(link), os.Symlink(filepath.Join(f.root(), "current/frasier"), link)))
}

// offers gives a release out whose programs are scripts; frasier does what the script says.
func (s *shop) offers(version, frasier string) {
	s.t.Helper()
	programs := workdir(s.t)
	for _, name := range pack.Programs() {
		write(s.t, filepath.Join(programs, name), "#!/bin/sh\n"+frasier, 0o755)
	}
	ok(s.t, os.MkdirAll(s.folder(version), 0o750))
	ok(s.t, pack.WriteArchive(filepath.Join(s.folder(version), archiveOf(version)), "..", programs, gzip.BestSpeed))
	s.seal(version)
	s.newest(version)
}

// TestUpdateRefuses has releases that are not what they should be: nothing is changed, by the command
// and by install.sh.
func TestUpdateRefuses(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	spoil := func(file string) func() {
		return func() {
			path := filepath.Join(s.folder("v0.2.0"), file)
			raw := []byte(read(t, path))
			raw[len(raw)/2] ^= 1
			write(t, path, string(raw), 0o600)
		}
	}
	for _, c := range []struct {
		name, says string
		code       int
		spoil      func()
	}{
		{"signature", "not signed with our key", cli.BadInput, spoil(pack.Signature)},
		{"list", "not signed with our key", cli.BadInput, spoil(pack.List)},
		{"archive", "not what was released", cli.BadInput, spoil(archiveOf("v0.2.0"))},
		{"another release", "another release|gives v0.1.0", cli.BadInput, func() {
			ok(t, os.RemoveAll(s.folder("v0.2.0")))
			ok(t, os.Rename(s.folder("v0.1.0"), s.folder("v0.2.0")))
		}},
		{"other key", "not signed with our key", cli.BadInput, func() {
			other := newShop(t)
			ok(t, pack.SumAndSign(s.folder("v0.2.0"), []string{archiveOf("v0.2.0")}, other.key))
		}},
		{"does not run", "does not run|fails (exit status 1)", cli.Failed, func() { s.offers("v0.2.0", "exit 1\n") }},
		{"lacks a program", "lacks the program worker|does not run", cli.BadInput, func() {
			programs := workdir(t)
			write(t, filepath.Join(programs, "one/bot"), "", 0o755)
			out, err := exec.CommandContext(t.Context(), "tar", "-czf", filepath.Join(s.folder("v0.2.0"), archiveOf("v0.2.0")), "-C", programs, "one/bot").CombinedOutput()
			if err != nil {
				t.Fatalf("tar: %v: %s", err, out)
			}
			s.seal("v0.2.0")
		}},
		{"nothing there", "could not be read|there is no release", cli.Usage, func() { ok(t, os.RemoveAll(s.folder("v0.2.0"))) }},
	} {
		s.offers("v0.1.0", "exit 0\n")
		s.offers("v0.2.0", "exit 0\n")
		ok(t, os.CopyFS(filepath.Join(s.dir, "keep"), os.DirFS(s.folder("v0.2.0"))))
		c.spoil()
		f := newFounder(s)
		f.places("v0.1.0", thisProgram(t))
		code, out := f.frasier("update", "--to", "v0.2.0")
		f.refuses(c.name, code == c.code, c.says, out)
		if f.version() != "v0.1.0" {
			t.Errorf("%s: %s runs", c.name, f.version())
		}
		fresh := newFounder(s)
		code, out = fresh.runs("bash", filepath.Join(s.dir, "keep", pack.Installer), "--to", "v0.2.0")
		fresh.refuses("install.sh, "+c.name, code == 1, c.says, out)
		if _, err := os.Lstat(filepath.Join(fresh.root(), "current")); err == nil {
			t.Errorf("%s: install.sh installed it", c.name)
		}
		ok(t, os.RemoveAll(filepath.Join(s.dir, "keep")))
	}
}

// refuses demands a refusal in one of the ways that are named, with | between them.
func (f *founder) refuses(what string, fits bool, says, out string) {
	f.t.Helper()
	if !fits || !slices.ContainsFunc(strings.Split(says, "|"), func(one string) bool { return strings.Contains(out, one) }) {
		f.t.Errorf("%s: want %q and another exit code:\n%s", what, says, out)
	}
}

// TestUpdateElsewhere is given where it is not for update to change anything.
func TestUpdateElsewhere(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	s.offers("v0.2.0", "exit 0\n")
	f := newFounder(s)
	code, out := f.runs(thisProgram(t), "update")
	f.expects("a program that was built", code, cli.Usage, out, "not put there by install.sh")

	f.places("0123456789abcdef", thisProgram(t))
	code, out = f.frasier("update")
	f.expects("on a server of deploy.sh", code, cli.Waits, out, "sudo sh -c 'cd / && rm -rf /root/frasier-release && FRASIER_RELEASES="+s.address+" "+f.root()+"/current/frasier update --unpack /root/frasier-release && /root/frasier-release/deploy.sh --release /root/frasier-release'")
	dir := filepath.Join(f.home, "unpacked")
	code, out = f.frasier("update", "--unpack", dir)
	f.expects("what that line runs", code, cli.Done, out, "is checked")
	for _, name := range append(pack.Programs(), "deploy.sh", "Containerfile") {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			t.Error(err)
		}
	}

	f.places("v0.1.0", thisProgram(t))
	f.hasData()
	held, err := os.OpenFile(f.db()+".open", os.O_CREATE|os.O_RDWR, 0o600)
	ok(t, err)
	ok(t, syscall.Flock(int(held.Fd()), syscall.LOCK_SH))
	code, out = f.frasier("update")
	f.expects("while a process works", code, cli.Locked, out, "Stop me first")
	ok(t, held.Close())
	code, out = f.runs("env", "FRASIER_DB=postgres://nobody@127.0.0.1:1/none", filepath.Join(f.home, ".local/bin/frasier"), "update")
	f.expects("with PostgreSQL", code, cli.Usage, out, "frasier update --saved")
	code, out = f.runs("env", "STORY_KEY=", filepath.Join(f.home, ".local/bin/frasier"), "version")
	f.expects("version", code, cli.Done, out, "frasier")
	f.stands("v0.1.0")
}

// TestUpdateGoesBack has new versions that do not come up: the old one stays, with the data.
func TestUpdateGoesBack(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	f := newFounder(s)
	f.places("v0.1.0", thisProgram(t))
	f.hasData()
	f.stands("v0.1.0")
	on := func(copies, data string) string {
		return "case \"$FRASIER_DB\" in *rehearsal-*) " + copies + " ;; *) " + data + " ;; esac\n"
	}
	for _, c := range []struct{ name, script, says string }{
		{"does not start", "exit 1\n", "nothing was changed and v0.1.0 goes on"},
		{"finds a copy wrong", "exit 4\n", "nothing was changed and v0.1.0 goes on"},
		{"fails on the data", on("exit 0", "echo no room for it; exit 70"), "no room for it. So the old version stays"},
		{"spoils the data", on("exit 0", "echo spoilt >\""+f.db()+"\"; exit 78"), "So the old version stays"},
		{"finds the data wrong", on("exit 0", "exit 4"), "So the old version stays"},
	} {
		s.offers("v0.2.0", c.script)
		code, out := f.frasier("update")
		f.expects(c.name, code, cli.Failed, out, c.says)
		f.stands("v0.1.0")
		ok(t, os.RemoveAll(filepath.Join(f.root(), "releases/v0.2.0")))
	}

	// Going back was cut short, after the data and before the version.
	s.offers("v0.2.0", "exit 0\n")
	f.places("v0.2.0", thisProgram(t))
	code, saved := f.frasier("backup", filepath.Join(f.home, "data/backups/before-v0.2.0"))
	f.expects("backup", code, cli.Done, saved, ".db")
	note, err := json.Marshal(map[string]any{"from": "v0.1.0", "to": "v0.2.0", "saved": strings.TrimSpace(saved), "data": f.db(), "back": true})
	ok(t, err)
	write(t, filepath.Join(f.root(), "update.json"), string(note), 0o600)
	ok(t, os.Remove(f.db()))
	s.newest("v0.2.0")
	code, out := f.frasier("update", "--to", "v0.3.0")
	f.expects("the next update", code, cli.Usage, out, "v0.1.0 is back")
	f.stands("v0.1.0")

	// After the version too; and an update was cut short before it switched. What was done since stays.
	replaced := func() int {
		all, err := filepath.Glob(f.db() + ".replaced-*")
		ok(t, err)
		return len(all)
	}
	before := replaced()
	write(t, filepath.Join(f.root(), "update.json"), string(note), 0o600)
	code, out = f.frasier("update", "--to", "v0.3.0")
	f.expects("the next update", code, cli.Usage, out, "there is no release")
	write(t, filepath.Join(f.root(), "update.json"), strings.Replace(string(note), "true", "false", 1), 0o600)
	code, out = f.frasier("update", "--back")
	f.expects("back without a switch", code, cli.Usage, out, "no update to take back")
	if now := replaced(); now != before {
		t.Errorf("the data were put back %d times where they were the founder's own", now-before)
	}
	f.stands("v0.1.0")
}

// TestUpdateOnAServer has the data in PostgreSQL, which nobody saves but the operator.
func TestUpdateOnAServer(t *testing.T) {
	server := needServer(t)
	t.Parallel()
	address, drop, err := storetest.Schema(t.Context(), server)
	ok(t, err)
	t.Cleanup(func() { ok(t, drop()) })
	s := newShop(t)
	f := newFounder(s)
	f.more = []string{"FRASIER_DB=" + address}
	f.places("v0.1.0", thisProgram(t))
	s.offers("v0.2.0", "case \"$1\" in verify) echo no such table; exit 70 ;; esac\n")
	code, out := f.frasier("update")
	f.expects("without a word that a dump was made", code, cli.Usage, out, "frasier update --saved")
	code, out = f.frasier("update", "--saved")
	f.expects("a version that does not come up", code, cli.Failed, out, "where v0.1.0 refuses them, put your dump back")
	if f.version() != "v0.1.0" {
		t.Errorf("%s runs", f.version())
	}
	s.offers("v0.3.0", "exit 0\n")
	code, out = f.frasier("update", "--saved")
	f.expects("update", code, cli.Done, out, "v0.3.0 is in place")
	if f.version() != "v0.3.0" {
		t.Errorf("%s runs", f.version())
	}
}

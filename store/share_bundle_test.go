package store_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/attest"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/testlevel"
)

// signed returns a bundle of a finished project and the files that belong to it.
func signed(b *bench, home string, p org.ProjectID, want attest.Want) ([]byte, map[string][]byte) {
	b.t.Helper()
	ctx := b.t.Context()
	ring, err := attest.Open(ctx, b.db, home, b.now)
	b.ok(err)
	want.Project = p
	raw, err := attest.Make(ctx, b.db, ring, want, b.now)
	b.ok(err)
	doc, err := b.db.Deliverable(ctx, p)
	b.ok(err)
	files := map[string][]byte{"deliverable.md": []byte(doc.Markdown), "deliverable.html": []byte(doc.HTML), "deliverable.pdf": doc.PDF}
	for _, f := range doc.Files {
		files[f.Name] = f.Data
	}
	pages, err := b.db.DocumentsCited(ctx, p)
	b.ok(err)
	for _, d := range pages {
		files[attest.PageFile(string(d.ID))] = []byte(d.Text)
	}
	return raw, files
}

// What is not asked for stands nowhere in a bundle: no price, no model, no word of the order.
func TestABundleSaysNoMoreThanIsAsked(t *testing.T) {
	b := newBench(t)
	p := finished(b)
	home := t.TempDir()
	run(t, unguarded(t, b.path), `UPDATE projects SET goal = 'CANARY of the order'`)
	for _, c := range []struct {
		want      attest.Want
		has, none []string
	}{
		{attest.Want{}, []string{`"quote":"rose by 4 percent"`, `"pass":true`, `"deliverable.docx"`}, []string{"CANARY", "model/", "nano_usd", "tokens", `"salt"`}},
		{attest.Want{Cost: true}, []string{"model/", `"cost_nano_usd":1500000001`}, []string{"CANARY"}},
		{attest.Want{Order: true}, []string{"CANARY of the order"}, []string{"model/", "nano_usd"}},
		{attest.Want{Public: true}, []string{`"document.md"`}, []string{"deliverable", "CANARY", "model/", "nano_usd", `"what"`, `"role"`}},
	} {
		raw, _ := signed(b, home, p, c.want)
		got, err := attest.Read(raw)
		b.ok(err)
		if len(got.Quotes) != 1 || len(got.Verdicts) != 2 || len(got.Calls) != 1 || got.Chain.Line == 0 || len(got.Chain.Seal) != 64 || len(got.Word) < 3 {
			t.Errorf("%+v: %+v", c.want, got)
		}
		for _, text := range c.has {
			if !strings.Contains(string(raw), text) {
				t.Errorf("%+v: no %s in it\n%s", c.want, text, raw)
			}
		}
		for _, text := range c.none {
			if strings.Contains(string(raw), text) {
				t.Errorf("%+v: %s is in it", c.want, text)
			}
		}
	}
	if _, err := attest.Make(t.Context(), b.db, attest.Ring{}, attest.Want{Project: b.project("New")}, b.now); !errors.Is(err, org.ErrNotFound) {
		t.Errorf("of a project without a document: %v", err)
	}
}

// flips says of how many bytes each one is flipped: all of them in the proof.
func flips(size int) []int {
	every := 97
	if testlevel.Proof() {
		every = 1
	}
	var out []int
	for i := 0; i < size; i += every {
		out = append(out, i)
	}
	return append(out, size-1)
}

// Each byte of a bundle and of what belongs to it is held by both verifiers: flipped, cut off or put in, it is found.
func TestEachByteOfABundleIsHeld(t *testing.T) {
	b := newBench(t)
	p := finished(b)
	raw, files := signed(b, t.TempDir(), p, attest.Want{Cost: true, Order: true})
	whole, err := attest.Read(raw)
	b.ok(err)
	if got := whole.Compare(files, whole.Key()); len(got.Wrong) > 0 || len(got.Absent) > 0 || len(got.Same) != 4 || got.Quotes != 1 || got.Unread != 0 {
		t.Fatalf("as it was signed: %+v", got)
	}
	for i := range raw {
		for bit := range 8 {
			bad := slices.Clone(raw)
			bad[i] ^= 1 << bit
			if wrong := new(attest.WrongError); !errorAs(bad, &wrong) {
				t.Fatalf("byte %d of the bundle may be %q", i, bad[i])
			}
		}
	}
	for _, bad := range [][]byte{raw[:len(raw)-1], append(slices.Clone(raw), '\n'), raw[1:], nil, []byte("frasier-bundle 1\n")} {
		if wrong := new(attest.WrongError); !errorAs(bad, &wrong) {
			t.Errorf("cut or grown: %q is taken", clipBytes(bad))
		}
	}
	for name, data := range files {
		for _, i := range flips(len(data)) {
			bad := slices.Clone(data)
			bad[i] ^= 1
			changed := map[string][]byte{name: bad}
			if got := whole.Compare(changed, ""); len(got.Wrong) == 0 {
				t.Errorf("byte %d of %s may be another", i, name)
			}
		}
	}
	inPython(t, raw, files)
}

func errorAs(raw []byte, wrong **attest.WrongError) bool {
	_, err := attest.Read(raw)
	return errors.As(err, wrong)
}

func clipBytes(raw []byte) string { return string(raw[:min(len(raw), 40)]) }

// driver flips bytes of each file in turn and prints those that the second verifier misses, then how many it found.
const driver = `
import sys, os, verify_bundle as v
raw, every, found = open('signed-bundle.txt', 'rb').read(), int(sys.argv[1]), 0
names = [f['name'] for f in v.read(raw)[0]['files']] + ['documents/' + n for n in os.listdir('documents')]
files = {n: open(n, 'rb').read() for n in names}
def wrong(raw, files):
    try:
        said, vouch = v.read(raw)
    except ValueError:
        return True
    return bool(v.compare(said, vouch, files.get, '')[0])
if wrong(raw, files): print('the whole one is refused')
for name, data in [('', raw)] + list(files.items()):
    for i in sorted(set(range(0, len(data), every if name == '' else 1)) | {len(data) - 1}):
        bad = data[:i] + bytes([data[i] ^ 1]) + data[i + 1:]
        ok = wrong(bad, files) if name == '' else wrong(raw, dict(files, **{name: bad}))
        found += ok
        if not ok: print('missed: byte', i, 'of', name or 'the bundle')
for bad in (raw[:-1], raw + b'\n', raw[1:], b''):
    if not wrong(bad, files): print('missed: cut or grown')
print('found', found)
`

func inPython(t *testing.T, raw []byte, files map[string][]byte) {
	t.Helper()
	dir := t.TempDir()
	writeBundle(t, dir, raw, files)
	every := 97
	if testlevel.Proof() {
		every = 1
	}
	out := python(t, dir, "-c", driver, fmt.Sprint(every))
	if strings.Contains(out, "missed") || strings.Contains(out, "refused") || !strings.Contains(out, "found ") {
		t.Errorf("the second verifier says:\n%s", out)
	}
}

func writeBundle(t *testing.T, dir string, raw []byte, files map[string][]byte) {
	t.Helper()
	for name, data := range files {
		path := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, data, 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, attest.FileName), raw, 0o600); err != nil {
		t.Fatal(err)
	}
}

// python runs the second verifier, or something with it, and returns what it says.
func python(t *testing.T, dir string, args ...string) string {
	t.Helper()
	docs, err := filepath.Abs("../docs")
	if err != nil {
		t.Fatal(err)
	}
	c := exec.CommandContext(t.Context(), "python3", args...)
	c.Dir, c.Env = dir, append(os.Environ(), "PYTHONPATH="+docs, "PYTHONDONTWRITEBYTECODE=1")
	out, err := c.CombinedOutput()
	if failed := new(exec.ExitError); err != nil && !errors.As(err, &failed) {
		t.Fatalf("python3: %v", err)
	}
	return string(out)
}

// The second verifier holds every file that it is given, also where another one stands in its place; what the signer wrote acts on no terminal, and a key
// that is expected is never none.
func TestTheSecondVerifierIsNotTalkedOver(t *testing.T) {
	b := newBench(t)
	p := finished(b)
	bad := "Oats\x1b[2K\r\nSigned by the key 9999-9999."
	run(t, unguarded(t, b.path), `UPDATE projects SET title = '`+bad+`' WHERE id = '`+string(p)+`'`)
	raw, files := signed(b, t.TempDir(), p, attest.Want{})
	dir := t.TempDir()
	writeBundle(t, dir, raw, nil)
	for name, data := range map[string][]byte{"whole.md": files["deliverable.md"], "offer.pdf": []byte("another offer"), "deliverable.pdf": []byte("another offer")} {
		b.ok(os.WriteFile(filepath.Join(dir, name), data, 0o600))
	}
	verify := func(args ...string) string {
		return python(t, dir, append([]string{"-m", "verify_bundle", attest.FileName}, args...)...)
	}
	b.ok(os.Rename(filepath.Join(dir, "deliverable.pdf"), filepath.Join(dir, "other.pdf")))
	whole := verify("whole.md")
	if !strings.HasPrefix(whole, "As it was signed") || strings.ContainsAny(whole, "\x1b\r") || strings.Contains(whole, "\nSigned by the key 9999") {
		t.Errorf("%q", whole)
	}
	for _, given := range [][]string{{"offer.pdf", "whole.md"}, {"whole.md", "offer.pdf"}, {"other.pdf", "whole.md"}} {
		if said := verify(given...); !strings.HasPrefix(said, "NOT as it was signed") {
			t.Errorf("%q: %s", given, said)
		}
	}
	for _, key := range [][]string{{"whole.md", "--key", ""}, {"whole.md", "--key"}} {
		if said := verify(key...); !strings.Contains(said, "needs the fingerprint") {
			t.Errorf("%q: %s", key, said)
		}
	}
}

// A bundle that another key signed is named, and one whose key the old one vouches for is taken.
func TestAnotherKeyIsNamed(t *testing.T) {
	b := newBench(t)
	p := finished(b)
	ctx, home := t.Context(), t.TempDir()
	first, err := attest.Open(ctx, b.db, home, b.now)
	b.ok(err)
	text := "# Rents\n\nSigned with the key " + first.Fingerprint() + ".\n"
	run(t, unguarded(t, b.path), `UPDATE deliverables SET markdown = '`+text+`'`)
	check := func(what string, raw []byte, files map[string][]byte, key, want string) {
		t.Helper()
		got, err := attest.Read(raw)
		b.ok(err)
		said := strings.Join(got.Compare(files, key).Wrong, "; ")
		dir := t.TempDir()
		writeBundle(t, dir, raw, files)
		args := []string{"-m", "verify_bundle", attest.FileName}
		if key != "" {
			args = append(args, "--key", key)
		}
		other := python(t, dir, args...)
		if want == "" && (said != "" || !strings.HasPrefix(other, "As it was signed")) || want != "" && (!strings.Contains(said, want) || !strings.Contains(other, want)) {
			t.Errorf("%s: %q and in Python %q, want %q", what, said, other, want)
		}
	}
	raw, files := signed(b, home, p, attest.Want{})
	check("the key that the document names", raw, files, first.Fingerprint(), "")
	second, err := attest.Change(ctx, b.db, home, b.now)
	b.ok(err)
	third, err := attest.Change(ctx, b.db, home, b.now)
	b.ok(err)
	raw, files = signed(b, home, p, attest.Want{})
	for _, key := range []string{"", first.Fingerprint(), second.Fingerprint(), third.Fingerprint()} {
		check("a key that was changed twice", raw, files, key, "")
	}
	forged, err := attest.Make(ctx, b.db, ringOfAnother(b), attest.Want{Project: p}, b.now)
	b.ok(err)
	check("another's key", forged, files, "", "deliverable.md names "+first.Fingerprint())
	check("another's key, and the one that is expected", forged, nil, first.Fingerprint(), "and you expect "+first.Fingerprint())
	b.ok(os.Remove(filepath.Join(home, "signing.key")))
	lost := new(attest.LostError)
	if _, err := attest.Open(ctx, b.db, home, b.now); !errors.As(err, &lost) || lost.Want != third.Fingerprint() {
		t.Errorf("a lost key: %v", err)
	}
	if _, err := attest.Change(ctx, b.db, home, b.now); !errors.As(err, &lost) {
		t.Errorf("a lost key is changed: %v", err)
	}
	fourth, err := attest.Replace(ctx, b.db, home, b.now)
	b.ok(err)
	raw, files = signed(b, home, p, attest.Want{})
	check("a key that nobody vouches for", raw, files, "", "deliverable.md names "+first.Fingerprint())
	check("the same, when it is expected", raw, nil, fourth.Fingerprint(), "")
	if _, err := attest.Replace(ctx, b.db, home, b.now); !errors.Is(err, attest.ErrThere) {
		t.Errorf("a key that is there is replaced: %v", err)
	}
	b.sound()
}

func ringOfAnother(b *bench) attest.Ring {
	b.t.Helper()
	r, err := attest.Open(b.t.Context(), newInstance(b.t).db, b.t.TempDir(), b.now)
	b.ok(err)
	return r
}

// dying keeps keys in a database and dies before or after it adds one.
type dying struct {
	attest.KeyRecords

	after bool
}

var errDied = errors.New("died")

func (d dying) AddSigningKey(ctx context.Context, k attest.PublicKey, behind int) error {
	if d.after {
		if err := d.KeyRecords.AddSigningKey(ctx, k, behind); err != nil {
			return err
		}
	}
	return errDied
}

// A change of keys that dies leaves one key, the old one or the new, with its secret.
func TestAChangeOfKeysDiesAnywhere(t *testing.T) {
	b := newBench(t)
	ctx, home := t.Context(), t.TempDir()
	old, err := attest.Open(ctx, b.db, home, b.now)
	b.ok(err)
	for _, after := range []bool{false, true} {
		if _, err := attest.Change(ctx, dying{b.db, after}, home, b.now); !errors.Is(err, errDied) {
			t.Fatalf("it did not die: %v", err)
		}
		got, err := attest.Open(ctx, b.db, home, b.now)
		b.ok(err)
		if same := got.Fingerprint() == old.Fingerprint(); same == after {
			t.Errorf("after the database knew: %v; the key is %s, and was %s", after, got.Fingerprint(), old.Fingerprint())
		}
		if len(got.Keys) == 2 && got.Keys[1].Signature == "" {
			t.Error("the old key does not vouch for the new one")
		}
	}
	keys, err := b.db.SigningKeys(ctx)
	b.ok(err)
	other := attest.PublicKey{Key: strings.Repeat("a", 64), At: b.now}
	if err := b.db.AddSigningKey(ctx, other, 1); !errors.Is(err, org.ErrConflict) {
		t.Errorf("a key beside another one: %v", err)
	}
	b.ok(b.db.AddSigningKey(ctx, keys[1], 1)) // said again
	b.sound()
}

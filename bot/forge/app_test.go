package forge_test

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"net/http/httptest"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/bot/forge"
	"github.com/frasier-cos/frasier/internal/githubapp"
	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/testing/forgetest"
)

// office is an App at a stand-in that holds each JWT against GitHub's rules.
type office struct {
	forge   *forgetest.Forge
	address string
	app     githubapp.App
	now     time.Time
	minter  *forge.Minter
}

func newOffice(t *testing.T) *office {
	t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if out, err := exec.CommandContext(t.Context(), "git", "init", "-q", "--bare", filepath.Join(dir, "acme", "shop.git")).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	o := &office{now: time.Now(), forge: &forgetest.Forge{Dir: dir, App: &forgetest.App{
		ID: 12345, Key: &key.PublicKey, Lasts: time.Hour, Installed: map[int64]string{678: "acme"},
		Rights: map[string]string{"contents": "write", "issues": "write", "pull_requests": "write", "statuses": "write", "checks": "read", "actions": "read", "metadata": "read"},
	}}}
	server := httptest.NewServer(o.forge)
	t.Cleanup(server.Close)
	o.address = server.URL
	o.app = githubapp.App{ID: 12345, Installation: 678, Key: string(pem.EncodeToMemory(&pem.Block{Type: "RSA PRIVATE KEY", Bytes: x509.MarshalPKCS1PrivateKey(key)}))}
	o.minter = &forge.Minter{Minter: githubapp.Minter{Now: func() time.Time { return o.now }}}
	return o
}

func (o *office) open(t *testing.T) forge.Forge {
	t.Helper()
	secret, err := o.app.Secret()
	if err != nil {
		t.Fatal(err)
	}
	f, err := o.minter.Open(outward.GitHub, o.address, secret, nil)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// An App's token is made by its key, held while it lasts, and made anew before its end and where it is not taken any more.
func TestAnAppsTokenIsRenewed(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	ask := func(minted int) {
		t.Helper()
		f := o.open(t)
		if r, err := f.Repository(t.Context(), "acme", "shop"); err != nil || r.Name != "acme/shop" {
			t.Fatalf("%+v, %v", r, err)
		}
		if _, err := f.Probe(t.Context(), "repos/acme/shop", ""); err != nil {
			t.Fatal(err)
		}
		if o.forge.App.Minted != minted || o.forge.App.Refused != 0 {
			t.Fatalf("%d tokens were made, %d JWTs refused; want %d and none", o.forge.App.Minted, o.forge.App.Refused, minted)
		}
	}
	who, err := o.open(t).Account(t.Context())
	if err != nil || who.Name != "shop-hand[bot]" || !strings.Contains(strings.Join(who.Rights, ", "), "pull_requests write") || !who.Ends.IsZero() {
		t.Fatalf("%+v, %v", who, err)
	}
	ask(1)
	ask(1)
	o.forge.App.Revoked = 1 // its token is taken back there
	ask(2)
	o.now = o.now.Add(56 * time.Minute)
	secret, err := o.app.Secret()
	if err != nil {
		t.Fatal(err)
	}
	o.minter.Now = func() time.Time { return time.Now() } // JWTs are held against the clock
	f, err := (&forge.Minter{}).Open(outward.GitHub, o.address, secret, nil)
	if err != nil {
		t.Fatal(err)
	}
	o.forge.App.Lasts = 4 * time.Minute // each ends too soon to be held
	for n := range 3 {
		if _, err := f.Repository(t.Context(), "acme", "shop"); err != nil || o.forge.App.Minted != 3+n {
			t.Fatalf("the %d. request: %d tokens, %v", n, o.forge.App.Minted, err)
		}
	}
}

// What is wrong with an App is said: another key, a right that it lacks, an installation that is gone, a key that is none.
func TestWhatIsWrongWithAnApp(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	delete(o.forge.App.Rights, "statuses")
	o.forge.App.Rights["checks"], o.forge.App.Rights["contents"] = "write", "read"
	if _, err := o.open(t).Account(t.Context()); err == nil || !strings.Contains(err.Error(), "contents write, statuses write.") {
		t.Errorf("lacking rights: %v", err)
	}
	other := newOffice(t)
	o.app.Key = other.app.Key
	var no *forge.RefusedError
	if _, err := o.open(t).Repository(t.Context(), "acme", "shop"); !errors.As(err, &no) || no.Status != 401 {
		t.Errorf("another key: %v", err)
	}
	other.app.Installation = 9
	if _, err := other.open(t).Repository(t.Context(), "acme", "shop"); !errors.As(err, &no) || no.Status != 404 {
		t.Errorf("not installed there: %v", err)
	}
	for _, bad := range []string{"", "token", "-----BEGIN RSA PRIVATE KEY-----\nAAAA\n-----END RSA PRIVATE KEY-----"} {
		if _, err := githubapp.ParseKey(bad); err == nil {
			t.Errorf("%q is taken for a key", bad)
		}
	}
	if strings.Contains(no.Text, "PRIVATE") {
		t.Errorf("the key stands in %q", no.Text)
	}
}

package dashboard_test

import (
	"net/http"
	"net/url"
	"testing"
)

// status is what the page of projects answers to a browser.
func (d *doors) status(b *http.Client) int {
	d.t.Helper()
	return d.get(b, "/projects").StatusCode //nolint:bodyclose // get ends it with the test
}

// copied starts an instance from a copy of another's database, which has the same name for itself.
func (d *doors) copied() *doors {
	d.t.Helper()
	at, err := d.db.Backup(d.t.Context(), d.t.TempDir())
	if err != nil {
		d.t.Fatal(err)
	}
	return openDoorsOn(d.t, "one", at)
}

// Whoever starts a copy of a database beside the original stays signed in to both, and leaves one without the other.
func TestACopyLeavesTheOriginalSignedIn(t *testing.T) {
	t.Parallel()
	a, jar := openDoors(t, "one"), newJar(t)
	b := a.copied()
	browser := a.signIn(jar, "founder", "frasier dashboard")
	if got := b.status(browser); got != http.StatusSeeOther {
		t.Errorf("the copy knows a session of the original: %d", got)
	}
	b.signIn(jar, "founder", "frasier dashboard")
	for range 2 {
		if x, y := a.status(browser), b.status(browser); x != http.StatusOK || y != http.StatusOK {
			t.Errorf("the original answers %d, the copy %d", x, y)
		}
	}
	if got := b.post(browser, "/leave"); got != http.StatusSeeOther {
		t.Errorf("leave the copy: %d", got)
	}
	if x, y := a.status(browser), b.status(browser); x != http.StatusOK || y != http.StatusSeeOther {
		t.Errorf("after the copy was left the original answers %d, the copy %d", x, y)
	}
}

// A session from before the copy opens both, until it is left in one of them.
func TestASessionFromBeforeTheCopy(t *testing.T) {
	t.Parallel()
	first, jar := openDoors(t, "one"), newJar(t)
	first.signIn(jar, "founder", "frasier dashboard")
	copied := first.copied()
	browser := copied.signIn(jar, "founder", "frasier dashboard")
	copied.post(browser, "/leave")
	if x, y := first.status(browser), copied.status(browser); x != http.StatusOK || y != http.StatusSeeOther {
		t.Errorf("the original answers %d, the copy %d", x, y)
	}
}

// However often a browser signs in anew, it keeps a bounded number of cookies, and the newest opens.
func TestCookiesAreBounded(t *testing.T) {
	t.Parallel()
	d, jar := openDoors(t, "one"), newJar(t)
	browser := d.signIn(jar, "founder", "frasier dashboard")
	for range 30 {
		browser = d.signIn(jar, "founder", "frasier dashboard")
	}
	u, err := url.Parse(d.at.URL)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(jar.Cookies(u)); n > 8 {
		t.Errorf("%d cookies are kept", n)
	}
	if got := d.status(browser); got != http.StatusOK {
		t.Errorf("the newest session: %d", got)
	}
}

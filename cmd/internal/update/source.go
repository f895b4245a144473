package update

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/sha256"
	"crypto/x509"
	_ "embed"
	"encoding/hex"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"net/http"
	"runtime"
	"strings"
	"time"

	"golang.org/x/mod/semver"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
	"github.com/frasier-cos/frasier/internal/retry"
)

// releaseKey is the public half of the key that releases are signed with, in PEM: the one
// place where it stands. It is empty until there is one.
//
//go:embed release.pub
var releaseKey []byte

// Key is the key that this program checks releases with, in PEM; empty when it has none.
func Key() []byte { return releaseKey }

// ParseKey reads a public key in PEM.
func ParseKey(text []byte) (ed25519.PublicKey, error) {
	block, _ := pem.Decode(text)
	if block == nil {
		return nil, refuse("this program carries no key to check releases with, so it cannot update itself: it was built before the first release was signed. \"git pull\" and build it again")
	}
	parsed, err := x509.ParsePKIXPublicKey(block.Bytes)
	if err != nil {
		return nil, fmt.Errorf("read the key that this program carries: %w", err)
	}
	key, ok := parsed.(ed25519.PublicKey)
	if !ok {
		return nil, errors.New("the key that this program carries is no ed25519 key")
	}
	return key, nil
}

// Source gives releases.
type Source struct {
	Base string // such as https://github.com/OWNER/NAME/releases
	Key  ed25519.PublicKey
	// Say hears of what takes long or is tried again.
	Say func(string)
}

// The names of a release's list and of its signature.
const (
	listName      = "SHA256SUMS"
	signatureName = "SHA256SUMS.sig"
)

// release is one whose list is signed with our key.
type release struct {
	version string
	folder  string // address
	archive string
	sum     string // of the archive, SHA-256 in hex
}

// look reads the list of a release, the newest when no version is named, and checks its signature.
func (s *Source) look(ctx context.Context, version string) (release, error) {
	folder := s.Base + "/latest/download/"
	if version != "" {
		folder = s.Base + "/download/" + version + "/"
	}
	var list, signature bytes.Buffer
	if err := s.fetchBytes(ctx, folder+listName, listMost, &list); err != nil {
		return release{}, err
	}
	if err := s.fetchBytes(ctx, folder+signatureName, listMost, &signature); err != nil {
		return release{}, err
	}
	if !ed25519.Verify(s.Key, list.Bytes(), signature.Bytes()) {
		return release{}, refuseUnsigned("the release at %s is not signed with our key, so nothing of it was used and nothing was changed. "+
			"Somebody may have changed it: do not install it by hand either, and tell the project", folder)
	}
	return readList(list.String(), folder, version)
}

var listLine = lazyregexp.New(`^([0-9a-f]{64})  (frasier_(\d+\.\d+\.\d+(?:-[0-9a-z.]+)?)_linux_(\w+)\.tar\.gz)$`)

// readList finds this machine's archive in a list that sha256sum -c reads.
func readList(list, folder, version string) (release, error) {
	var found []release
	for line := range strings.Lines(list) {
		m := listLine.FindStringSubmatch(strings.TrimSpace(line))
		if m != nil && m[4] == runtime.GOARCH {
			found = append(found, release{version: "v" + m[3], folder: folder, archive: m[2], sum: m[1]})
		}
	}
	switch {
	case len(found) != 1:
		return release{}, refuse("the release at %s has %d archives for linux on %s, and one is needed; nothing was changed", folder, len(found), runtime.GOARCH)
	case version != "" && found[0].version != version:
		return release{}, refuseUnsigned("the server answers %s where %s was asked for, so nothing was changed; what it gave is signed, but it is another release", found[0].version, version)
	case !semver.IsValid(found[0].version):
		return release{}, refuse("%s is no version that can be compared; nothing was changed", found[0].version)
	}
	return found[0], nil
}

// fetchBytes reads an address whole. What is refused for good is not tried again.
func (s *Source) fetchBytes(ctx context.Context, address string, most int64, into *bytes.Buffer) error {
	return s.readWithRetries(ctx, address, smallLasts, func(body io.Reader) error {
		into.Reset()
		n, err := io.Copy(into, io.LimitReader(body, most+1))
		if n > most {
			return retry.Permanent(refuseUnsigned("%s is larger than %d KB, so nothing was changed: it is no list of a release", address, most>>10))
		}
		return err
	})
}

// download writes this release's archive and checks its sum. Got is told how much has come.
func (s *Source) download(ctx context.Context, r release, to io.WriteSeeker, got func(int64)) error {
	return s.readWithRetries(ctx, r.folder+r.archive, archiveLasts, func(body io.Reader) error {
		if _, err := to.Seek(0, io.SeekStart); err != nil {
			return retry.Permanent(err)
		}
		sum := sha256.New()
		n, err := io.Copy(io.MultiWriter(to, sum, &counter{got: got}), io.LimitReader(body, archiveMost+1))
		switch {
		case err != nil:
			return err
		case n > archiveMost:
			return retry.Permanent(refuseUnsigned("%s is larger than %d MB, so nothing was changed: a release is smaller", r.archive, int64(archiveMost)>>20))
		case hex.EncodeToString(sum.Sum(nil)) != r.sum:
			return retry.Permanent(refuseUnsigned("%s is not what was released: its SHA-256 is not the one of the signed list. It was thrown away and nothing was changed; "+
				"try again later, and tell the project when it stays so", r.archive))
		}
		return nil
	})
}

type counter struct {
	n   int64
	got func(int64)
}

// Write counts.
func (c *counter) Write(p []byte) (int, error) {
	c.n += int64(len(p))
	c.got(c.n)
	return len(p), nil
}

// readWithRetries asks an address until it answers, three times at the most.
func (s *Source) readWithRetries(ctx context.Context, address string, lasts time.Duration, read func(io.Reader) error) error {
	err := retry.Run(ctx, makeRetryPolicy(), retry.Clock{}, func(ctx context.Context) error {
		ctx, stop := context.WithTimeout(ctx, lasts)
		defer stop()
		return s.fetchFrom(ctx, address, read)
	}, func(a retry.Attempt) {
		if a.Err != nil && !a.Verdict.Over() {
			s.Say(fmt.Sprintf("%s does not answer as it should (%v); trying again in %s", address, a.Err, a.Wait.Round(time.Second)))
		}
	})
	var known *Error
	if err == nil || errors.As(err, &known) || ctx.Err() != nil {
		return err
	}
	return &Error{Unreachable, fmt.Sprintf("%s could not be read (%v), so nothing was changed; look at the network and at FRASIER_RELEASES, and try again later", address, err)}
}

func (s *Source) fetchFrom(ctx context.Context, address string, read func(io.Reader) error) (err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return retry.Permanent(err)
	}
	res, err := newHTTPClient().Do(req)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, res.Body.Close()) }()
	switch {
	case res.StatusCode == http.StatusNotFound:
		return retry.Permanent(refuse("there is no release at %s (%s), so nothing was changed; name another version, or look at FRASIER_RELEASES", address, res.Status))
	case res.StatusCode != http.StatusOK:
		return fmt.Errorf("it answers %s", res.Status)
	}
	return read(res.Body)
}

// newHTTPClient follows the redirects that places for releases make, but none from https to http.
func newHTTPClient() *http.Client {
	const most, silent = 10, 30 * time.Second
	return &http.Client{
		Transport: &http.Transport{Proxy: http.ProxyFromEnvironment, ForceAttemptHTTP2: true, DisableKeepAlives: true, TLSHandshakeTimeout: silent, ResponseHeaderTimeout: silent},
		CheckRedirect: func(to *http.Request, via []*http.Request) error {
			if len(via) >= most || via[0].URL.Scheme == "https" && to.URL.Scheme != "https" {
				return errors.New("it leads elsewhere too often, or away from https")
			}
			return nil
		},
	}
}

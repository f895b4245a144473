// Package public serves the files of the public site and nothing else: it knows no
// database, takes no cookie and follows no link. It is a server of its own, so that
// no address of it leads to the dashboard.
package public

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path"
	"strings"
	"time"
)

const (
	patience  = 10 * time.Second // for a request from its first byte to its last
	maxHeader = 8 << 10
	fileMost  = 64 << 20
	policy    = "default-src 'none'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)

// Server serves the folder "site" below dir.
func Server(dir string) *http.Server {
	return &http.Server{
		Handler: Handler(dir), ReadHeaderTimeout: patience / 2, ReadTimeout: patience, WriteTimeout: 6 * patience, IdleTimeout: patience, MaxHeaderBytes: maxHeader,
	}
}

// Handler answers GET and HEAD with the files of the folder "site" below dir, which
// may be replaced at any time.
func Handler(dir string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Content-Security-Policy", policy)
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			h.Set("Allow", "GET, HEAD")
			http.Error(w, "only GET and HEAD", http.StatusMethodNotAllowed)
			return
		}
		name := path.Clean("/" + r.URL.Path)[1:]
		if name == "" || strings.HasSuffix(r.URL.Path, "/") {
			name = path.Join(name, "index.html")
		}
		data, err := read(r.Context(), dir, name)
		if err != nil {
			h.Set("X-Robots-Tag", "noindex")
			http.Error(w, "Nothing is shared here.", http.StatusNotFound)
			return
		}
		sum := sha256.Sum256(data)
		h.Set("ETag", `"`+hex.EncodeToString(sum[:16])+`"`)
		h.Set("Cache-Control", "no-cache")
		h.Set("Content-Type", kind(name))
		http.ServeContent(w, r, "", time.Time{}, strings.NewReader(string(data)))
	})
}

func kind(name string) string {
	switch path.Ext(name) {
	case ".html":
		return "text/html; charset=utf-8"
	case ".css":
		return "text/css; charset=utf-8"
	case ".pdf":
		return "application/pdf"
	}
	return "text/plain; charset=utf-8"
}

var errLink = errors.New("a link")

// read reads a file of the site. Nothing on the way to it may be a link or have a
// name that begins with a dot.
func read(ctx context.Context, dir, name string) ([]byte, error) {
	if !fs.ValidPath(name) {
		return nil, fs.ErrInvalid
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	defer root.Close() //nolint:errcheck // it was read only
	at := "site"
	for part := range strings.SplitSeq(name, "/") {
		if err := plain(ctx, root, at); err != nil {
			return nil, err
		}
		if strings.HasPrefix(part, ".") {
			return nil, fs.ErrNotExist
		}
		at += "/" + part
	}
	if err := plain(ctx, root, at); err != nil {
		return nil, err
	}
	f, err := root.Open(at)
	if err != nil {
		return nil, err
	}
	defer f.Close() //nolint:errcheck // it was read only
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return nil, errors.Join(err, fs.ErrNotExist)
	}
	return io.ReadAll(io.LimitReader(f, fileMost))
}

// plain refuses a link. Between two pages the folder is replaced: for that moment it
// is waited.
func plain(ctx context.Context, root *os.Root, at string) error {
	info, err := root.Lstat(at)
	for try := 0; try < 5 && at == "site" && errors.Is(err, fs.ErrNotExist); try++ {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(2 * time.Millisecond):
		}
		info, err = root.Lstat(at)
	}
	if err == nil && info.Mode()&fs.ModeSymlink != 0 {
		return errLink
	}
	return err
}

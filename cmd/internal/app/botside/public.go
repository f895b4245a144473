package botside

import (
	"context"
	"errors"
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/net/netutil"

	"github.com/frasier-cos/frasier/bot/dashboard"
	"github.com/frasier-cos/frasier/bot/linear"
	"github.com/frasier-cos/frasier/bot/outward"
	"github.com/frasier-cos/frasier/bot/publish"
	"github.com/frasier-cos/frasier/bot/publish/public"
	"github.com/frasier-cos/frasier/bot/webhook"
	"github.com/frasier-cos/frasier/cmd/internal/app"
	"github.com/frasier-cos/frasier/cmd/internal/settings"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/retry"
	"github.com/frasier-cos/frasier/internal/sealed"
)

const publicConns = 256

func publishedFolder(s settings.Settings) string { return filepath.Join(s.Home, "published") }

func newKeeper(a *app.App) *publish.Keeper {
	return &publish.Keeper{
		Records: a.Store, Works: a.Store, Dir: publishedFolder(a.Settings), Owner: a.Owner, Name: a.Settings.Name, Style: dashboard.Style(), Now: a.Now, Zone: a.Zone, Log: a.Log,
		Bundle: a.Bundle, Key: func(ctx context.Context) (string, error) {
			ring, err := a.Ring(ctx)
			if err != nil {
				return "", err
			}
			return ring.Fingerprint(), nil
		},
		Tell: func(t retry.Attempt) {
			w := reports.Wait{Kind: reports.WaitPublishing, For: org.ForDisk}
			if t.Err != nil {
				w.Why = t.Err.Error()
			}
			a.NoteWait(w, t)
		},
	}
}

func listStillPublic(ctx context.Context, a *app.App) ([]string, error) {
	all, err := a.Store.Shares(ctx)
	if err != nil {
		return nil, err
	}
	return publish.StillPublic(publishedFolder(a.Settings), all)
}

// unsharedWithin limits how long an order to share a project no more waits for its page to go
// before it is answered.
const unsharedWithin = 3 * time.Second

// isStillPublic waits until nothing is public that is not shared, and reports whether something
// still is.
func isStillPublic(ctx context.Context, a *app.App) bool {
	const look = 100 * time.Millisecond
	for begin := time.Now(); ; {
		left, err := listStillPublic(ctx, a)
		if err == nil && len(left) == 0 {
			return false
		}
		if time.Since(begin) > unsharedWithin || retry.Sleep(ctx, look) != nil {
			return true
		}
	}
}

// formatSiteAddress is empty when there is no public site.
func formatSiteAddress(s settings.Settings) string {
	if s.PublicListen == "" {
		return ""
	}
	host, port, err := net.SplitHostPort(s.PublicListen)
	if err != nil {
		return ""
	}
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "localhost"
	}
	return "http://" + net.JoinHostPort(host, port)
}

// withHooks lets forges, Linear and the programs that may order something knock at the public site: nothing else of it hears anything.
func withHooks(a *app.App, site http.Handler) http.Handler {
	key := func() (sealed.Key, error) { return sealed.Open(a.Settings.Home) }
	hook := &outward.Hook{Nudge: a.Store.Nudge, Key: key, Log: a.Log}
	tracker := newMirrorHook(a)
	orders := &webhook.Receiver{Records: a.Store, Key: key, Offline: a.Client.Offline(), Now: a.Now, Log: a.Log}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == linear.HookPath && r.Method == http.MethodPost {
			tracker.ServeHTTP(w, r)
			return
		}
		if r.URL.Path == outward.HookPath && r.Method == http.MethodPost {
			hook.ServeHTTP(w, r)
			return
		}
		if strings.HasPrefix(r.URL.Path, webhook.ReceiverPath) && r.Method == http.MethodPost {
			orders.ServeHTTP(w, r)
			return
		}
		site.ServeHTTP(w, r)
	})
}

// servePublic begins to serve the public site where the settings say so, and
// returns what ends it. An address that cannot be had ends nothing else.
func servePublic(ctx context.Context, a *app.App) (stop func()) {
	address := a.Settings.PublicListen
	if address == "" {
		return func() {}
	}
	var conf net.ListenConfig
	l, err := conf.Listen(ctx, "tcp", address)
	if err != nil {
		a.Log.WarnContext(ctx, "this address cannot be used for the public site, so nobody sees it; all else works. "+
			"Set FRASIER_PUBLIC_LISTEN to a free address, or to nothing", "address", address, "err", err)
		return func() {}
	}
	s := public.Server(publishedFolder(a.Settings))
	s.Handler = withHooks(a, s.Handler)
	done := make(chan struct{})
	go func() {
		defer close(done)
		if err := s.Serve(netutil.LimitListener(l, publicConns)); !errors.Is(err, http.ErrServerClosed) {
			a.Log.WarnContext(ctx, "the public site ended", "err", err)
		}
	}()
	return func() {
		if err := s.Close(); err != nil {
			a.Log.WarnContext(ctx, "end the public site", "err", err)
		}
		<-done
	}
}

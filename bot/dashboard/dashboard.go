// Package dashboard shows all that Frasier does in a browser and takes the same
// commands as a chat. Pages work without script; script only refreshes them.
//
// Whoever opens it signs in with a one-time code. Every control is a line of
// the command language in a form; a form that is sent twice acts once.
package dashboard

import (
	"context"
	"crypto/rand"
	"embed"
	"encoding/base32"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"github.com/frasier-cos/frasier/bot/command/noun"
	"github.com/frasier-cos/frasier/bot/dashboard/view"
	"github.com/frasier-cos/frasier/internal/attest"
	"github.com/frasier-cos/frasier/internal/calendar"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/work"
)

//go:embed assets
var assets embed.FS

// Projects reads for the pages of a project.
type Projects interface {
	Board(ctx context.Context, now time.Time, q reports.BoardQuery) (reports.StatusReport, int, error)
	Ticket(ctx context.Context, id org.ProjectID, now time.Time) (reports.Ticket, error)
	Deliverable(ctx context.Context, id org.ProjectID) (work.Deliverable, error)
	Citations(ctx context.Context, id org.ProjectID) ([]reports.StepCitation, error)
}

// Replays reads what other prompts would make of a project.
type Replays interface {
	Replay(ctx context.Context, id string) (reports.Replay, error)
	Replays(ctx context.Context, p org.ProjectID, n int) ([]reports.Replay, error)
}

// Journal is the log of everything that was done.
type Journal interface {
	Events(ctx context.Context, after int64, limit int) ([]org.Event, error)
	EventsOf(ctx context.Context, id org.ProjectID) ([]org.Event, error)
	LastEvent(ctx context.Context) (int64, error)
}

// Overview reads for the pages about all of it.
type Overview interface {
	Decisions(ctx context.Context) ([]org.Decision, error)
	Health(ctx context.Context) (reports.Health, error)
	Roster(ctx context.Context) ([]org.AgentView, error)
}

// Clock says what time it is for the founder.
type Clock interface {
	FounderClock(ctx context.Context) (reports.FounderClock, error)
}

// Access says who may come in.
type Access interface {
	Enter(ctx context.Context, code string) (token string, s org.Session, err error)
	Session(ctx context.Context, token string) (org.Session, error)
	Sessions(ctx context.Context) ([]org.Session, error)
	EndSession(ctx context.Context, id string) error
}

// Programs reads for programs what no page shows.
type Programs interface {
	Token(ctx context.Context, secret string) (org.Token, error)
	Tokens(ctx context.Context) ([]org.Token, error)
	ProjectsAfter(ctx context.Context, after org.ProjectID, state org.ProjectState, n int) ([]org.ProjectName, error)
	EventsAfter(ctx context.Context, id org.ProjectID, after int64, n int) ([]org.Event, error)
	Receipt(ctx context.Context, id org.ProjectID) (reports.Receipt, error)
}

// Audit reads everything that an audit holds.
type Audit interface {
	SealJournal(ctx context.Context) (int, error)
	SealedSince(ctx context.Context, since time.Time) (first, last int64, before string, err error)
	Sealed(ctx context.Context, after int64, limit int) ([]org.SealedLine, error)
	AuditRecords(ctx context.Context, q reports.AuditQuery, after reports.AuditAfter, n int) ([]reports.AuditRecord, reports.AuditAfter, error)
}

// Records is all that the dashboard needs of the store. *store.DB is one.
type Records interface {
	Projects
	Replays
	Journal
	Overview
	Clock
	Access
	Programs
	Audit
}

// Setting is one setting as it may be shown: secrets are masked already.
type Setting struct{ Name, Value, Source string }

// Options make a dashboard. All must be set but Hosts, Origin, Rows and Nouns.
type Options struct {
	Records Records
	// Do carries out a command, as in a chat.
	Do func(ctx context.Context, c org.Command) (org.Reply, error)
	// Order starts the project that a token orders by a key; limit is what it may cost, 0 for what the token's day has left. It returns the errors of
	// package outward for a token that may order no more, and ErrNoGoal for words that cannot be begun without a model.
	Order func(ctx context.Context, token, key, goal string, limit org.NanoUSD) (outward.AgentOrdered, error)
	// Version is that of the program, for agents.
	Version string
	// MayOrder reports whether somebody is a founder now. It is asked at each request: who is taken out of the settings is out.
	MayOrder func(s org.Session) bool
	// Checks say how the process does.
	Checks func(ctx context.Context) []reports.CheckResult
	Rows   []Setting
	// Bundle signs what a document rests on.
	Bundle func(ctx context.Context, want attest.Want) ([]byte, error)
	// Nouns bring pages and answers to programs of their own.
	Nouns  []noun.Noun
	Docs   fs.FS    // Markdown files
	API    []byte   // the description of what programs may ask, in JSON
	UID    string   // of the database
	Name   string   // of the chief
	Hosts  []string // names by which it may be asked for, besides this machine's
	Origin string   // what browsers call the address of the proxy before it ("https://frasier.example.com:8443"); empty without one
	Secure bool     // it is reached over https alone
	Now    func() time.Time
	Log    *slog.Logger
}

// Host is a name that always is this machine and that no other program uses, so
// that what runs on another port of "localhost" gets no cookie of ours.
const Host = "frasier.localhost"

const (
	bodyMost   = 64 << 10        // of a form: a command's words and its fields
	triesEvery = 6 * time.Second // between two tries to sign in, of everybody together
	triesMost  = 10              // at once
	streams    = 8               // pages that refresh themselves at once, and as many streams of programs
	holderMost = 4               // of them for one browser or one token, so that none takes all
	recheck    = time.Second     // between two looks whether a stream's reader may still read
	keptMost   = 200             // answers that wait to be shown
)

// server is a dashboard.
type server struct {
	Options
	pages                       *view.Pages
	description                 []byte        // of the API, with what nouns say of theirs
	tries                       *rate.Limiter // codes that open nothing
	wrong                       wrongs        // tokens that open nothing
	pageStreams, programStreams streamSlots
	mu                          sync.Mutex
	said                        map[string]org.Reply // by session and key, until they are shown
	order                       []string
	tabs                        []view.Tab
	parts                       []view.ProjectPart              // the pages of a project
	nounPages                   map[string]nounPage             // by path
	touches                     map[string]func(org.Event) bool // of their pages, by path
}

// New returns the dashboard's handler. It may be used by many goroutines.
func New(o Options) (http.Handler, error) {
	pages, err := view.New()
	if err != nil {
		return nil, err
	}
	s := &server{Options: o, pages: pages, tries: rate.NewLimiter(rate.Every(triesEvery), triesMost), pageStreams: newStreamSlots(), programStreams: newStreamSlots(), said: map[string]org.Reply{}, tabs: ownTabs(), nounPages: map[string]nounPage{}, touches: map[string]func(org.Event) bool{}}
	if s.description, err = describeAPI(o.API, o.Nouns); err != nil {
		return nil, err
	}
	mux := http.NewServeMux()
	mux.Handle("GET /assets/", allowCaching(http.FileServerFS(assets)))
	mux.HandleFunc("GET /enter", s.enterPage)
	mux.HandleFunc("POST /enter", s.enter)
	for path, page := range map[string]func(*request) error{
		"GET /projects/{id}": s.project, "GET /projects/{id}/" + attest.FileName: s.signedBundle, "GET /replays": s.replays, "GET /replays/{id}": s.replay,
		"GET /settings": s.settings, "GET /docs": s.docs, "GET /docs/{doc}": s.docs,
		"GET /live": s.live, "POST /do": s.runCommand, "POST /leave": s.leave, "GET /": s.nowhere,
	} {
		mux.HandleFunc(path, s.signedIn(page))
	}
	s.addPages(mux)
	own, err := protectOrigins(o.Origin)
	if err != nil {
		return nil, err
	}
	api := s.api()
	return s.guard(own.Handler(forPaths(api, s.agents(api), mux))), nil
}

// protectOrigins refuses what a browser sends for another site. Browsers that do not say which
// site that is name its origin, which is compared with Host; a proxy may have dropped the
// port of Host, or put its own view of us in its place, so the origin that the settings name
// counts too. It must be equal, port and all: on another port runs another program.
func protectOrigins(origin string) (*http.CrossOriginProtection, error) {
	p := http.NewCrossOriginProtection()
	if origin == "" {
		return p, nil
	}
	if err := p.AddTrustedOrigin(origin); err != nil {
		return nil, fmt.Errorf("origin of the dashboard: %w", err)
	}
	return p, nil
}

// guard refuses whoever asks under a name that is not ours, and tells browsers
// to load and send nothing elsewhere.
func (s *server) guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; frame-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "same-origin")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Cache-Control", "no-store")
		if !s.ours(r.Host) {
			http.Error(w, "This address is not ours. Open the link that \"frasier dashboard\" prints.", http.StatusMisdirectedRequest)
			return
		}
		if !strings.HasPrefix(r.URL.Path, apiRoot+"/") { // there each question has its own bound
			r.Body = http.MaxBytesReader(w, r.Body, bodyMost)
		}
		next.ServeHTTP(w, r)
	})
}

// ours reports whether a request names this machine, or a name of the settings.
// A name that somebody else's DNS points here is not ours.
func (s *server) ours(host string) bool {
	if h, _, err := net.SplitHostPort(host); err == nil {
		host = h
	}
	host = strings.Trim(host, "[]")
	for _, name := range append([]string{Host, "localhost", "127.0.0.1", "::1"}, s.Hosts...) {
		if strings.EqualFold(host, name) {
			return true
		}
	}
	return false
}

// allowCaching lets browsers keep what changes with the program only.
func allowCaching(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "max-age=3600")
		next.ServeHTTP(w, r)
	})
}

// request is one request of somebody who is signed in.
type request struct {
	*http.Request
	w       http.ResponseWriter
	session org.Session
	base    view.Base
}

// signedIn has a page made for whoever is signed in; others are shown the way in.
func (s *server) signedIn(page func(*request) error) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		session, err := s.session(r)
		switch {
		case errors.Is(err, org.ErrNotFound) && r.Header.Get("X-Live") != "":
			http.Error(w, "signed out", http.StatusUnauthorized)
			return
		case errors.Is(err, org.ErrNotFound):
			http.Redirect(w, r, enterFor(r), http.StatusSeeOther)
			return
		case err != nil:
			s.failed(w, r, err)
			return
		}
		q := &request{Request: r, w: w, session: session}
		if err := s.prepare(q); err != nil { //nolint:contextcheck // its request has the context
			s.failed(w, r, err)
			return
		}
		if err := page(q); err != nil {
			s.failed(w, r, err)
		}
	}
}

func (s *server) prepare(q *request) error {
	q.base = view.Base{Name: s.Name, Who: q.session.Who, Now: s.Now(), Live: true, Back: q.URL.RequestURI()}.WithKeys(newKey).WithTabs(s.tabs, s.parts)
	if q.Method != http.MethodGet || strings.HasPrefix(q.URL.Path, "/live") {
		return nil
	}
	open, err := s.Records.Decisions(q.Context())
	if err != nil {
		return err
	}
	q.base.Open = len(open)
	if q.base.Seq, err = s.Records.LastEvent(q.Context()); err != nil {
		return err
	}
	if q.base.Zone, err = s.zone(q.Context()); err != nil {
		return err
	}
	query := q.URL.Query()
	if key := query.Get("said"); key != "" {
		query.Del("said")
		back := *q.URL
		back.RawQuery = query.Encode()
		q.base.Back = back.RequestURI()
		if said, ok := s.findReply(q.session.ID + key); ok {
			q.base.Said = &said
		}
	}
	return nil
}

// zone is the founder's, in which pages and answers name moments.
func (s *server) zone(ctx context.Context) (*time.Location, error) {
	clock, err := s.Records.FounderClock(ctx)
	if err != nil {
		return nil, err
	}
	return calendar.Zone(clock.Zone)
}

// show writes a page, or only its main element for one that refreshes itself.
func (s *server) show(q *request, name string, data any) error {
	q.w.Header().Set("Content-Type", "text/html; charset=utf-8")
	return s.pages.Render(q.w, name, data, q.Header.Get("X-Live") != "")
}

// failed answers with what went wrong. What is not there is no fault of ours.
func (s *server) failed(w http.ResponseWriter, r *http.Request, err error) {
	if r.Context().Err() != nil {
		return // whoever asked has left
	}
	page := struct {
		view.Base
		Text string
	}{view.Base{Name: s.Name, Now: s.Now(), Who: "you", Title: "That did not work"}.WithKeys(newKey), "Something went wrong here, and it is in the log. Nothing was changed; please try again."}
	status := http.StatusInternalServerError
	if errors.Is(err, org.ErrNotFound) {
		status, page.Title, page.Text = http.StatusNotFound, "There is no such page", "Perhaps the id has a slip in it: projects are p1, p2 and so on, steps s1, s2."
	} else {
		s.Log.ErrorContext(r.Context(), "dashboard", "path", r.URL.Path, "err", err)
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	if err := s.pages.Render(w, "lost", page, r.Header.Get("X-Live") != ""); err != nil {
		s.Log.WarnContext(r.Context(), "dashboard", "err", err)
	}
}

func (s *server) nowhere(*request) error { return org.ErrNotFound }

// newKey is a key that no other form has.
func newKey() string {
	raw := make([]byte, 16)
	_, _ = rand.Read(raw) // it never fails: it ends the program instead
	return base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(raw)
}

// Style returns the style sheet, for pages that are shown elsewhere.
func Style() []byte {
	raw, err := assets.ReadFile("assets/style.css")
	if err != nil {
		panic(err) // it is part of the program
	}
	return raw
}

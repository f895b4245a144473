package dashboard

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/bot/command/noun"
	"github.com/frasier-cos/frasier/internal/attest"
	"github.com/frasier-cos/frasier/internal/company"
	"github.com/frasier-cos/frasier/internal/moment"
	"github.com/frasier-cos/frasier/internal/org"
)

// ProgramTransport names the API among the chats; a token is its channel, so that
// a key of one program never meets that of another.
const ProgramTransport = "api"

const (
	apiRoot = "/api/v1"
	keyMost = 100 // letters
)

// problem is why a request was refused, for its sender to read.
type problem struct {
	Title  string `json:"title"`
	Status int    `json:"status"`
	Detail string `json:"detail"`
}

func (p *problem) Error() string { return p.Detail }

func faultOf(status int, format string, args ...any) error {
	return &problem{Title: http.StatusText(status), Status: status, Detail: fmt.Sprintf(format, args...)}
}

// forPaths has one handler for the API, one for agents' tools and another for all pages, whose patterns
// one mux can't tell apart.
func forPaths(programs, agents, pages http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if isAgents(r.URL.Path) {
			agents.ServeHTTP(w, r)
			return
		}
		if strings.HasPrefix(r.URL.Path, apiRoot+"/") {
			programs.ServeHTTP(w, r)
			return
		}
		pages.ServeHTTP(w, r)
	})
}

// ask is one thing that programs may ask for: what answers, and which parameters
// it knows.
type ask struct {
	answer func(*http.Request, org.Token) (any, error)
	params []string
	code   bool  // for tokens of the changes of one repository, and no others
	most   int64 // bytes of what is sent; 0 for bodyMost
	exact  bool  // what it says is given to the byte
}

// asIs is an answer that writes itself, once its head was sent.
type asIs struct {
	kind  string
	write func(w http.ResponseWriter) error
}

// Each answer is described in the file that GET /api/v1/openapi.json gives.
func (s *server) api() http.Handler {
	mux := http.NewServeMux()
	for _, a := range s.nounAnswers() {
		mux.HandleFunc(cmp.Or(a.Method, http.MethodGet)+" "+apiRoot+"/"+a.Path, s.forPrograms(ask{giveAnswer(a, s.Now), a.Params, a.Code, a.Most, a.Exact}))
	}
	for pattern, a := range map[string]ask{
		"GET openapi.json":                     {answer: func(*http.Request, org.Token) (any, error) { return json.RawMessage(s.description), nil }},
		"GET projects":                         {answer: s.apiProjects, params: []string{"after", "limit", "state"}},
		"GET projects/{id}":                    {answer: s.apiProject},
		"GET projects/{id}/steps":              {answer: s.apiSteps, params: []string{"after", "limit"}},
		"GET projects/{id}/events":             {answer: s.apiEvents, params: []string{"after", "limit"}},
		"GET projects/{id}/citations":          {answer: s.apiCitations, params: []string{"after", "limit"}},
		"GET projects/{id}/receipt":            {answer: s.apiReceipt},
		"GET projects/{id}/document.md":        {answer: s.apiDocument},
		"GET projects/{id}/" + attest.FileName: {answer: s.apiBundle, params: []string{"cost", "order"}, exact: true},
		"GET agents":                           {answer: s.apiAgents},
		"GET journal":                          {answer: s.apiJournal, params: []string{"after", "limit"}},
		"GET journal.jsonl":                    {answer: s.apiJournalLines, params: []string{"after"}},
		"GET journal/stream":                   {answer: s.apiStream, params: []string{"after"}},
		"GET audit.jsonl":                      {answer: s.apiAudit, params: []string{"project", "since"}},
		"POST commands":                        {answer: s.apiCommand},
		"POST orders":                          {answer: s.apiOrder},
		"DELETE projects/{id}":                 {answer: s.apiDelete},
		"/":                                    {answer: nothingThere},
	} {
		method, path, _ := strings.Cut(pattern, " ")
		if path == "" { // all else
			mux.HandleFunc(pattern, s.forPrograms(a))
			continue
		}
		mux.HandleFunc(method+" "+apiRoot+"/"+path, s.forPrograms(a))
	}
	return mux
}

func nothingThere(r *http.Request, _ org.Token) (any, error) {
	return nil, faultOf(http.StatusNotFound, "There is nothing for %s %s; GET %s/openapi.json lists what there is.", r.Method, r.URL.Path, apiRoot)
}

// forPrograms answers whoever shows a token, in JSON. A browser's session opens
// nothing here, so that no page can have a browser ask.
func (s *server) forPrograms(a ask) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		r.Body = http.MaxBytesReader(w, r.Body, cmp.Or(a.most, bodyMost))
		token, err := s.token(w, r)
		var out any
		if err == nil {
			err = mayAsk(token, a.code)
		}
		if err == nil && r.Method == http.MethodGet {
			err = refuseUnknown(r, a.params)
		}
		if err == nil {
			out, err = a.answer(r, token)
		}
		if err != nil {
			s.refused(w, r, err)
			return
		}
		if whole, ok := out.(asIs); ok {
			s.giveAsIs(w, r, whole)
			return
		}
		if a.exact {
			s.giveExactly(w, r, out)
			return
		}
		s.give(w, r, "application/json", http.StatusOK, out)
	}
}

// refuseUnknown refuses a parameter that would be overlooked: who misspells one would take
// a part for the whole.
func refuseUnknown(r *http.Request, params []string) error {
	for name := range r.URL.Query() {
		if !slices.Contains(params, name) {
			return faultOf(http.StatusBadRequest, "%s knows no parameter %.40q.", r.URL.Path, name)
		}
	}
	return nil
}

// giveAsIs sends an answer that may be long. One that breaks off is cut, so that
// whoever reads it does not take it for whole.
func (s *server) giveAsIs(w http.ResponseWriter, r *http.Request, a asIs) {
	w.Header().Set("Content-Type", a.kind)
	if a.kind == streamKind {
		beginStream(w)
	}
	w.WriteHeader(http.StatusOK)
	if err := a.write(w); err != nil {
		if r.Context().Err() == nil {
			s.Log.ErrorContext(r.Context(), "api", "path", r.URL.Path, "err", err)
		}
		panic(http.ErrAbortHandler)
	}
}

// A right token is let in however many wrong ones came before, since nobody hits one by chance.
func (s *server) token(w http.ResponseWriter, r *http.Request) (org.Token, error) {
	if token, ok := r.Context().Value(insideKey{}).(org.Token); ok {
		return token, nil
	}
	secret, given := bearer(r)
	if !given {
		return org.Token{}, faultOf(http.StatusUnauthorized, "Send a token: \"Authorization: Bearer ...\". \"frasier token add NAME\" makes one.")
	}
	token, err := s.Records.Token(r.Context(), secret)
	if !errors.Is(err, org.ErrNotFound) {
		return token, err
	}
	if wait := s.wrong.after(s.Now()); wait > 0 {
		w.Header().Set("Retry-After", strconv.Itoa(int(wait.Seconds())+1))
		return org.Token{}, faultOf(http.StatusTooManyRequests, "Too many wrong tokens. Wait %s.", wait.Round(time.Second))
	}
	return org.Token{}, faultOf(http.StatusUnauthorized, "This token is unknown or was removed. \"frasier token list\" lists what there is.")
}

// bearer is the secret that a request shows.
func bearer(r *http.Request) (string, bool) {
	return strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
}

// refused says why a request was not carried out.
func (s *server) refused(w http.ResponseWriter, r *http.Request, err error) {
	var p *problem
	var no *noun.RefusalError
	switch {
	case r.Context().Err() != nil:
		return // whoever asked has left
	case errors.As(err, &p):
	case errors.As(err, &no):
		status := cmp.Or(no.Status, http.StatusBadRequest)
		p = &problem{http.StatusText(status), status, strings.TrimSpace(no.Text)}
	case errors.Is(err, org.ErrNotFound):
		p = &problem{http.StatusText(http.StatusNotFound), http.StatusNotFound, "There is nothing of this id."}
	default:
		s.Log.ErrorContext(r.Context(), "api", "path", r.URL.Path, "err", err)
		p = &problem{http.StatusText(http.StatusInternalServerError), http.StatusInternalServerError, "Something went wrong here, and it is in the log."}
	}
	switch p.Status {
	case http.StatusUnauthorized:
		w.Header().Set("WWW-Authenticate", "Bearer")
	case http.StatusServiceUnavailable:
		w.Header().Set("Retry-After", "10")
	}
	s.give(w, r, "application/problem+json", p.Status, p)
}

func (s *server) give(w http.ResponseWriter, r *http.Request, kind string, status int, out any) {
	w.Header().Set("Content-Type", kind)
	w.WriteHeader(status)
	zone, err := s.zone(r.Context())
	if err != nil {
		s.Log.WarnContext(r.Context(), "api: moments are named in UTC", "err", err)
	}
	raw, err := json.Marshal(out)
	if err == nil {
		_, err = io.WriteString(w, moment.Spell(string(raw), zone)+"\n")
	}
	if err != nil {
		s.Log.WarnContext(r.Context(), "api", "err", err)
	}
}

// giveExactly sends what may hold texts of a repository: nothing in them is taken for a moment of ours.
func (s *server) giveExactly(w http.ResponseWriter, r *http.Request, out any) {
	w.Header().Set("Content-Type", "application/json")
	if err := json.NewEncoder(w).Encode(out); err != nil {
		s.Log.WarnContext(r.Context(), "api", "err", err)
	}
}

// apiCommand carries out one line of the command language. The same key of the
// same token acts once, and gets the first answer again.
func (s *server) apiCommand(r *http.Request, token org.Token) (any, error) {
	if err := mayAct(token); err != nil {
		return nil, err
	}
	var in struct {
		Line string `json:"line"`
		Key  string `json:"key"`
	}
	switch err := readBody(r, &in); {
	case errors.Is(err, errNoObject):
		return nil, faultOf(http.StatusBadRequest, "Send one object with a line and a key: {\"line\": \"pause p1\", \"key\": \"monday-1\"}.")
	case err != nil:
		return nil, err
	}
	in.Line = strings.TrimSpace(in.Line)
	if in.Line == "" || in.Key == "" || len([]rune(in.Key)) > keyMost {
		return nil, faultOf(http.StatusBadRequest, "A command has a line and a key of 1 to %d letters, which is new for each command.", keyMost)
	}
	reply, err := s.Do(r.Context(), org.Command{
		Origin: in.Key, Channel: org.Channel{Transport: ProgramTransport, ID: token.Name}, Author: founder, Line: in.Line, Fixed: true,
	})
	if errors.Is(err, org.ErrConflict) {
		return nil, faultOf(http.StatusConflict, "The key %q stood for another line before. Give each command a key of its own.", in.Key)
	}
	if err != nil {
		return nil, err
	}
	return replyOf(reply), nil
}

// errNoObject says that what was sent is not one object of the fields that are described.
var errNoObject = faultOf(http.StatusBadRequest, "Send one object with the fields that %s/openapi.json describes.", apiRoot)

func readBody(r *http.Request, into any) error {
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		return faultOf(http.StatusUnsupportedMediaType, "Send JSON, with \"Content-Type: application/json\".")
	}
	d := json.NewDecoder(r.Body)
	d.DisallowUnknownFields()
	var long *http.MaxBytesError
	switch err := d.Decode(into); {
	case errors.As(err, &long):
		return faultOf(http.StatusRequestEntityTooLarge, "A request has %d bytes at the most.", long.Limit)
	case err != nil || d.More():
		return errNoObject
	}
	return nil
}

// apiDelete takes a project that has ended out of the lists. Twice is once, so it
// needs no key.
func (s *server) apiDelete(r *http.Request, token org.Token) (any, error) {
	if err := mayAct(token); err != nil {
		return nil, err
	}
	id := org.ProjectID(r.PathValue("id"))
	if !company.Reserved(id) {
		if err := s.isProject(r); err != nil {
			return nil, err
		}
	}
	reply, err := s.Do(r.Context(), org.Command{
		Origin: newKey(), Channel: org.Channel{Transport: ProgramTransport, ID: token.Name}, Author: founder, Line: "delete " + string(id),
	})
	switch {
	case err != nil:
		return nil, err
	case reply.Refused:
		return nil, faultOf(http.StatusConflict, "%s", reply.Text)
	}
	return replyOf(reply), nil
}

// mayAsk holds apart what tokens for the changes of one repository are for, and all else.
func mayAsk(token org.Token, code bool) error {
	switch {
	case token.Repository != "" && !code:
		return faultOf(http.StatusForbidden, "The token %s is for changes of %s alone: GET %s/intents, GET %s/steps/s12/intent and POST %s/steps/s12/patch.", token.Name, token.Repository, apiRoot, apiRoot, apiRoot)
	case token.Repository == "" && code:
		return faultOf(http.StatusForbidden, "The token %s makes no changes. \"frasier token add NAME --repo REPOSITORY\" makes one that does.", token.Name)
	}
	return nil
}

func mayAct(token org.Token) error {
	if !token.Acts {
		return faultOf(http.StatusForbidden, "The token %s may look only. \"frasier token add NAME\" without --read makes one that may act.", token.Name)
	}
	return nil
}

// founder is in whose name programs give commands: who made their tokens.
const founder = "founder"

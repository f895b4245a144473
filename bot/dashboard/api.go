package dashboard

import (
	"encoding/json"
	"errors"
	"fmt"
	"mime"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
)

// ProgramTransport names the API among the chats; a token is its channel, so that
// a key of one program never meets that of another.
const ProgramTransport = "api"

const (
	apiRoot   = "/api/v1"
	wrongEach = 12 * time.Second // between two wrong tokens that are answered as such
	wrongMost = 5                // at once
	listUsual = 50
	listMost  = 200
	keyMost   = 100 // letters
)

// problem is why a request was refused, for its sender to read.
type problem struct {
	Title  string `json:"title"`
	Status int    `json:"status"`
	Detail string `json:"detail"`
}

func (p *problem) Error() string { return p.Detail }

func faulty(status int, format string, args ...any) error {
	return &problem{Title: http.StatusText(status), Status: status, Detail: fmt.Sprintf(format, args...)}
}

// forPaths has one handler for the API and another for all pages, whose patterns
// one mux can't tell apart.
func forPaths(programs, pages http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, apiRoot+"/") {
			programs.ServeHTTP(w, r)
			return
		}
		pages.ServeHTTP(w, r)
	})
}

// api is what programs may ask for. Each answer is described in the file that
// GET /api/v1/openapi.json gives.
func (s *server) api() http.Handler {
	mux := http.NewServeMux()
	for pattern, answer := range map[string]func(*http.Request, org.Token) (any, error){
		"GET " + apiRoot + "/openapi.json":  func(*http.Request, org.Token) (any, error) { return json.RawMessage(s.API), nil },
		"GET " + apiRoot + "/projects":      s.apiProjects,
		"GET " + apiRoot + "/projects/{id}": s.apiProject,
		"GET " + apiRoot + "/steps/{id}":    s.apiStep,
		"GET " + apiRoot + "/decisions":     s.apiDecisions,
		"POST " + apiRoot + "/commands":     s.apiCommand,
		"/":                                 nothingThere,
	} {
		mux.HandleFunc(pattern, s.forPrograms(answer))
	}
	return mux
}

func nothingThere(r *http.Request, _ org.Token) (any, error) {
	return nil, faulty(http.StatusNotFound, "There is nothing for %s %s; GET %s/openapi.json lists what there is.", r.Method, r.URL.Path, apiRoot)
}

// forPrograms answers whoever shows a token, in JSON. A browser's session opens
// nothing here, so that no page can have a browser ask.
func (s *server) forPrograms(answer func(*http.Request, org.Token) (any, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		token, err := s.token(r)
		var out any
		if err == nil {
			out, err = answer(r, token)
		}
		if err != nil {
			s.refused(w, r, err)
			return
		}
		s.give(w, r, "application/json", http.StatusOK, out)
	}
}

func (s *server) token(r *http.Request) (org.Token, error) {
	secret, given := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	if !given {
		return org.Token{}, faulty(http.StatusUnauthorized, "Send a token: \"Authorization: Bearer ...\". \"frasier token add NAME\" makes one.")
	}
	token, err := s.Records.Token(r.Context(), secret)
	switch {
	case errors.Is(err, org.ErrNotFound) && !s.wrong.Allow():
		return org.Token{}, faulty(http.StatusTooManyRequests, "Too many wrong tokens. Wait a minute.")
	case errors.Is(err, org.ErrNotFound):
		return org.Token{}, faulty(http.StatusUnauthorized, "This token is unknown or was removed. \"frasier token list\" lists what there is.")
	}
	return token, err
}

// refused says why a request was not carried out.
func (s *server) refused(w http.ResponseWriter, r *http.Request, err error) {
	var p *problem
	switch {
	case r.Context().Err() != nil:
		return // whoever asked has left
	case errors.As(err, &p):
	case errors.Is(err, org.ErrNotFound):
		p = &problem{http.StatusText(http.StatusNotFound), http.StatusNotFound, "There is nothing of this id."}
	default:
		s.Log.ErrorContext(r.Context(), "api", "path", r.URL.Path, "err", err)
		p = &problem{http.StatusText(http.StatusInternalServerError), http.StatusInternalServerError, "Something went wrong here, and it is in the log."}
	}
	if p.Status == http.StatusUnauthorized {
		w.Header().Set("WWW-Authenticate", "Bearer")
	}
	s.give(w, r, "application/problem+json", p.Status, p)
}

func (s *server) give(w http.ResponseWriter, r *http.Request, kind string, status int, out any) {
	w.Header().Set("Content-Type", kind)
	w.WriteHeader(status)
	if err := json.NewEncoder(w).Encode(out); err != nil {
		s.Log.WarnContext(r.Context(), "api", "err", err)
	}
}

// apiCommand carries out one line of the command language. The same key of the
// same token acts once, and gets the first answer again.
func (s *server) apiCommand(r *http.Request, token org.Token) (any, error) {
	if !token.Acts {
		return nil, faulty(http.StatusForbidden, "The token %s may look only. \"frasier token add NAME\" without --read makes one that may act.", token.Name)
	}
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		return nil, faulty(http.StatusUnsupportedMediaType, "Send JSON, with \"Content-Type: application/json\".")
	}
	var in struct {
		Line string `json:"line"`
		Key  string `json:"key"`
	}
	d := json.NewDecoder(r.Body)
	d.DisallowUnknownFields()
	var long *http.MaxBytesError
	switch err := d.Decode(&in); {
	case errors.As(err, &long):
		return nil, faulty(http.StatusRequestEntityTooLarge, "A request has %d bytes at the most.", long.Limit)
	case err != nil || d.More():
		return nil, faulty(http.StatusBadRequest, "Send one object with a line and a key: {\"line\": \"pause p1\", \"key\": \"monday-1\"}.")
	}
	in.Line = strings.TrimSpace(in.Line)
	if in.Line == "" || in.Key == "" || len([]rune(in.Key)) > keyMost {
		return nil, faulty(http.StatusBadRequest, "A command has a line and a key of 1 to %d letters, which is new for each command.", keyMost)
	}
	reply, err := s.Do(r.Context(), org.Command{Origin: in.Key, Channel: org.Channel{Transport: ProgramTransport, ID: token.Name}, Author: founder, Line: in.Line})
	if err != nil {
		return nil, err
	}
	return apiReply{reply.Text}, nil
}

// founder is in whose name programs give commands: who made their tokens.
const founder = "founder"

// listed reads how many entries a list is to have.
func listed(r *http.Request) (int, error) {
	text := r.URL.Query().Get("limit")
	if text == "" {
		return listUsual, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > listMost {
		return 0, faulty(http.StatusBadRequest, "limit is a number from 1 to %d, not %q.", listMost, text)
	}
	return n, nil
}

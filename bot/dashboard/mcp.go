package dashboard

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/frasier-cos/frasier/bot/mcp"
	"github.com/frasier-cos/frasier/internal/org"
)

// mcpPath answers agents of others by the Model Context Protocol.
const mcpPath = "/mcp"

// answerMost is the longest answer of the API that an agent is given.
const answerMost = 4 << 20 // bytes

// agents serves the tools to whoever shows a token, which is looked at with each message; nothing is kept between two of them.
func (s *server) agents(api http.Handler) http.Handler {
	handler := sdk.NewStreamableHTTPHandler(func(r *http.Request) *sdk.Server {
		token, ok := r.Context().Value(agentKey{}).(org.Token)
		if !ok {
			return nil // nobody gets here without one
		}
		return mcp.New(s.Name, s.Version, token, askWith(api, func(ask *http.Request) error {
			ask.Header.Set("Authorization", r.Header.Get("Authorization"))
			return nil
		}))
	}, &sdk.StreamableHTTPOptions{
		Stateless: true, JSONResponse: true, MaxRequestBodyBytes: bodyMost,
		DisableLocalhostProtection: true, // guard refuses what names no address of ours
	})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		token, err := s.token(w, r)
		if err == nil {
			err = mayUseTools(token)
		}
		if err == nil {
			err = refuseBatch(r)
		}
		if err != nil {
			s.refused(w, r, err)
			return
		}
		handler.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), agentKey{}, token)))
	})
}

// refuseBatch refuses several messages in one, which the protocol had in one of its versions: hundreds of documents would be read at once, and held until the
// last was there.
func refuseBatch(r *http.Request) error {
	raw, err := io.ReadAll(r.Body)
	if err != nil {
		return faultOf(http.StatusRequestEntityTooLarge, "A message has %d bytes at the most.", bodyMost)
	}
	r.Body = io.NopCloser(bytes.NewReader(raw))
	if bytes.HasPrefix(bytes.TrimSpace(raw), []byte("[")) {
		return faultOf(http.StatusBadRequest, "Send one message at a time.")
	}
	return nil
}

type agentKey struct{}

func mayUseTools(token org.Token) error {
	if token.Repository != "" {
		return faultOf(http.StatusForbidden, "The token %s is for changes of %s alone, by the API. \"frasier token add NAME --scope read\" makes one for agents.", token.Name, token.Repository)
	}
	return nil
}

// AgentServer returns the tools for a process of this machine that acts as a token, which is looked up by its name with each call: who may open the database
// may do all that a token may. It returns org.ErrNotFound for a token that is not known, and an error that says why for one that is for no tools.
func AgentServer(ctx context.Context, o Options, name string) (*sdk.Server, error) {
	s := &server{Options: o, programStreams: newStreamSlots()}
	token, err := s.namedToken(ctx, name)
	if err == nil {
		err = mayUseTools(token)
	}
	if err != nil {
		return nil, err
	}
	return mcp.New(s.Name, s.Version, token, askWith(s.api(), func(ask *http.Request) error {
		token, err := s.namedToken(ask.Context(), name)
		if errors.Is(err, org.ErrNotFound) {
			err = faultOf(http.StatusUnauthorized, "The token %s was removed.", name)
		}
		if err == nil {
			*ask = *ask.WithContext(context.WithValue(ask.Context(), insideKey{}, token))
		}
		return err
	})), nil
}

// insideKey marks a request that came from no network but from a process that has the database open: who asks is known already.
type insideKey struct{}

func (s *server) namedToken(ctx context.Context, name string) (org.Token, error) {
	all, err := s.Records.Tokens(ctx)
	if err != nil {
		return org.Token{}, err
	}
	i := slices.IndexFunc(all, func(t org.Token) bool { return t.Name == name })
	if i < 0 {
		return org.Token{}, fmt.Errorf("token %s: %w", name, org.ErrNotFound)
	}
	return all[i], nil
}

// askWith puts questions to the API of this process. as says who asks.
func askWith(api http.Handler, as func(*http.Request) error) mcp.Ask {
	return func(ctx context.Context, method, path string, body []byte) (int, []byte, error) {
		r, err := http.NewRequestWithContext(ctx, method, apiRoot+"/"+path, bytes.NewReader(body))
		if err != nil {
			return 0, nil, err
		}
		if body != nil {
			r.Header.Set("Content-Type", "application/json")
		}
		w := &reply{head: http.Header{}, status: http.StatusOK}
		if err := as(r); err != nil {
			var p *problem
			if errors.As(err, &p) {
				return p.Status, nil, err
			}
			return 0, nil, err
		}
		if err := w.answerTool(api, r); err != nil {
			return 0, nil, err
		}
		return w.status, w.body.Bytes(), nil
	}
}

// reply keeps an answer of the API.
type reply struct {
	head   http.Header
	status int
	body   bytes.Buffer
	long   bool
}

func (w *reply) Header() http.Header    { return w.head }
func (w *reply) WriteHeader(status int) { w.status = status }

func (w *reply) Write(p []byte) (int, error) {
	if w.body.Len()+len(p) > answerMost {
		w.long = true
		return 0, io.ErrShortWrite
	}
	return w.body.Write(p)
}

// answerTool has the API answer; an answer that broke off is an error.
func (w *reply) answerTool(api http.Handler, r *http.Request) (err error) {
	defer func() {
		broke := recover()
		switch {
		case w.long:
			err = fmt.Errorf("the answer has more than %d MiB; ask for a part of it", answerMost>>20)
		case broke == http.ErrAbortHandler: //nolint:errorlint // it is the value itself
			err = errors.New("the answer broke off")
		case broke != nil:
			panic(broke)
		}
	}()
	api.ServeHTTP(w, r)
	return nil
}

// isAgents reports whether a path is that of the tools.
func isAgents(path string) bool { return strings.TrimSuffix(path, "/") == mcpPath }

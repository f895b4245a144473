package oauth

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"
)

// Loopback is a server on this machine that hears one answer.
type Loopback struct {
	listener net.Listener
}

// Where the answer comes.
const loopbackPath = "/back"

// Listen opens a port of this machine that nobody else reaches.
func Listen(ctx context.Context) (*Loopback, error) {
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("open a port for the answer of the browser: %w", err)
	}
	return &Loopback{l}, nil
}

// Address is where the answer is to come.
func (l *Loopback) Address() string { return "http://" + l.listener.Addr().String() + loopbackPath }

// Close stops listening.
func (l *Loopback) Close() error {
	if err := l.listener.Close(); err != nil && !errors.Is(err, net.ErrClosed) {
		return fmt.Errorf("close the port for the browser's answer: %w", err)
	}
	return nil
}

// Wait waits for the answer to a try and returns its code. Answers to anything else are turned away and change nothing.
func (l *Loopback) Wait(ctx context.Context, t Attempt) (string, error) {
	type heard struct {
		code string
		err  error
	}
	got := make(chan heard, 1)
	host := l.listener.Addr().String()
	server := &http.Server{ReadHeaderTimeout: 5 * time.Second, MaxHeaderBytes: 1 << 14, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		w.Header().Set("Referrer-Policy", "no-referrer")
		w.Header().Set("Cache-Control", "no-store")
		if r.Method != http.MethodGet || r.URL.Path != loopbackPath || r.Host != host {
			w.WriteHeader(http.StatusNotFound)
			return
		}
		code, err := t.Code(r.URL.Query())
		if errors.Is(err, ErrForeign) {
			w.WriteHeader(http.StatusBadRequest)
			say(w, "This answer belongs to another try. Go back to the terminal and begin anew.\n")
			return
		}
		select {
		case got <- heard{code, err}:
		default: // it came before
		}
		say(w, "Done. You can close this page and go back to the terminal.\n")
	})}
	go func() {
		if err := server.Serve(l.listener); err != nil && !errors.Is(err, http.ErrServerClosed) && !errors.Is(err, net.ErrClosed) {
			select {
			case got <- heard{"", fmt.Errorf("hear the answer of the browser: %w", err)}:
			default:
			}
		}
	}()
	defer func() {
		end, stop := context.WithTimeout(context.WithoutCancel(ctx), time.Second) // the browser gets its page
		defer stop()
		if err := server.Shutdown(end); err != nil {
			return // who does not read it goes without
		}
	}()
	select {
	case h := <-got:
		return h.code, h.err
	case <-ctx.Done():
		return "", fmt.Errorf("nobody said yes in the browser: %w", ctx.Err())
	}
}

func say(w io.Writer, text string) {
	if _, err := io.WriteString(w, text); err != nil {
		return // who went away needs no answer
	}
}

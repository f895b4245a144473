package mailtest

import (
	"context"
	"crypto/tls"
	"io"
	"net"
	"net/textproto"
	"strings"
	"sync"
)

// Sender stands in for a server that mail is sent by.
type Sender struct {
	Address string // "smtp://127.0.0.1:40001"

	listener net.Listener
	mu       sync.Mutex
	taken    []string
	mute     bool
	tls      *tls.Config
	secured  int
}

// NewSender starts one.
func NewSender() (*Sender, error) {
	l, err := new(net.ListenConfig).Listen(context.Background(), "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	s := &Sender{Address: "smtp://" + l.Addr().String(), listener: l}
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go s.serve(c)
		}
	}()
	return s, nil
}

// Close ends it.
func (s *Sender) Close() error { return s.listener.Close() }

// Mute has it take mail and hang up before it says so.
func (s *Sender) Mute(on bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.mute = on
}

// OfferTLS has it offer to go over to TLS.
func (s *Sender) OfferTLS(c *tls.Config) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tls = c
}

// Secured returns how many mails came after it went over to TLS.
func (s *Sender) Secured() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.secured
}

// Taken returns what it took, each with whom it is to in its first line.
func (s *Sender) Taken() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string{}, s.taken...)
}

func (s *Sender) serve(conn net.Conn) {
	defer conn.Close() //nolint:errcheck // of a test
	c := textproto.NewConn(conn)
	say := func(text string) bool { return c.PrintfLine("%s", text) == nil }
	s.mu.Lock()
	offer := s.tls
	s.mu.Unlock()
	to, secure := "", false
	for ok := say("220 test"); ok; {
		line, err := c.ReadLine()
		if err != nil {
			return
		}
		switch word := strings.ToUpper(line[:min(4, len(line))]); word {
		case "EHLO":
			if offer != nil && !secure {
				ok = say("250-test") && say("250 STARTTLS")
				continue
			}
			ok = say("250 yes")
		case "STAR":
			if !say("220 go on") {
				return
			}
			c, secure = textproto.NewConn(tls.Server(conn, offer)), true
		case "HELO", "MAIL":
			ok = say("250 yes")
		case "RCPT":
			to += line + "\n"
			ok = say("250 yes")
		case "DATA":
			if !say("354 go on") {
				return
			}
			raw, err := io.ReadAll(c.DotReader())
			if err != nil {
				return
			}
			s.mu.Lock()
			s.taken = append(s.taken, to+string(raw))
			if secure {
				s.secured++
			}
			mute := s.mute
			s.mu.Unlock()
			ok = !mute && say("250 taken")
		case "QUIT":
			say("221 bye")
			return
		default:
			ok = say("502 what?")
		}
	}
}

package postbox

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/smtp"
	"net/textproto"
	"net/url"
	"strings"
	"time"

	"github.com/emersion/go-imap/v2"

	"github.com/frasier-cos/frasier/internal/outward"
)

const (
	smtpBytes = 256 << 10 // that a server says while one mail is sent
	smtpMost  = time.Minute
)

// inDoubt tells a founder of a mail of which nobody knows whether it was taken.
const inDoubt = "it was handed over, and nobody heard whether it was taken; no copy is in Sent. It may have arrived, so I don't send it again: ask whom it is to, or send the draft yourself"

// Shown reads a draft of ours as it stands in the mailbox, for the question whether it is sent.
func (b *Box) Shown(ctx context.Context, id string) (o outward.SendOrder, from, text string, err error) {
	_, a, err := b.connection(ctx)
	if err != nil {
		return o, "", "", err
	}
	if a.SMTP == "" {
		return o, "", "", &outward.RefusedError{Text: "I have no address to send by. Connect the mailbox again with one: frasier connect mail HOST YOU SMTP-HOST"}
	}
	err = b.use(ctx, func(s *session) error {
		_, found, err := s.findDraft(id)
		if err == nil && found == nil {
			err = &outward.RefusedError{Text: "the draft is not among your drafts any more"}
		}
		if err == nil && !found.plain {
			err = &outward.RefusedError{Text: "the draft has more in it than its text by now, which I can't show you here; send it from your mailbox"}
		}
		if err == nil && (found.to == "" || strings.Contains(found.to, ",")) {
			err = &outward.RefusedError{Text: "the draft goes to one person no more, and I send to one at a time; send it from your mailbox"}
		}
		if err != nil {
			return err
		}
		o, text = outward.SendOrder{ID: id, To: found.to, Hash: found.hash}, found.text
		return nil
	})
	return o, a.Account(), text, err
}

// sendDraft sends a draft as it was shown, once: what lies in Sent was sent, and what may have been sent before is not sent again.
func (b *Box) sendDraft(ctx context.Context, c outward.Claim) (any, error) {
	var o outward.SendOrder
	if err := json.Unmarshal(c.Action.Order, &o); err != nil {
		return nil, &outward.RefusedError{Text: "what is to be sent cannot be read: " + err.Error()}
	}
	var before outward.Sent
	if len(c.Action.Answer) > 0 {
		if err := json.Unmarshal(c.Action.Answer, &before); err != nil {
			return nil, &outward.RefusedError{Text: "what was done with it before cannot be read: " + err.Error()}
		}
	}
	_, a, err := b.connection(ctx)
	if err != nil {
		return nil, err
	}
	if a.SMTP == "" {
		return nil, &outward.RefusedError{Text: "there is no address to send by any more"}
	}
	var found *draft
	var done bool
	err = b.use(ctx, func(s *session) error {
		sent, err := s.sent()
		if err != nil {
			return err
		}
		if sent != "" {
			copied, err := s.findIn(sent, o.ID)
			if done = copied != nil; done || err != nil {
				return err
			}
		}
		_, found, err = s.findDraft(o.ID)
		return err
	})
	switch {
	case err != nil:
		return nil, err
	case done:
		return outward.DraftAnswer{ID: o.ID, To: o.To, Hash: o.Hash}, b.use(ctx, func(s *session) error { return s.settle(o, nil) })
	case before.Sent:
		return nil, &outward.RefusedError{Text: inDoubt}
	case found == nil:
		return nil, &outward.RefusedError{Text: "the draft is not among your drafts any more"}
	case found.hash != o.Hash || found.to != o.To:
		return nil, &outward.RefusedError{Text: "the draft was changed since you saw it; order it again, and I show it as it is"}
	}
	if err := b.submit(ctx, a, o, found.raw, func() error { return b.Records.MarkSent(ctx, c) }); err != nil {
		return nil, err
	}
	return outward.DraftAnswer{ID: o.ID, To: o.To, Hash: o.Hash}, b.use(ctx, func(s *session) error { return s.settle(o, found.raw) })
}

// settle leaves a copy of what was sent in Sent, unless the server left one, and takes the draft away.
func (s *session) settle(o outward.SendOrder, raw []byte) error {
	sent, err := s.sent()
	if err != nil {
		return err
	}
	if sent != "" && raw != nil {
		copied, err := s.findIn(sent, o.ID)
		if err == nil && copied == nil {
			err = s.put(sent, raw, imap.FlagSeen)
		}
		if err != nil {
			return err
		}
	}
	folder, found, err := s.findDraft(o.ID)
	if err != nil || found == nil || found.hash != o.Hash {
		return err
	}
	return s.remove(folder, found.id)
}

// submit hands a mail over. before is called when all but the mail itself is agreed: what fails from then on may have arrived.
func (b *Box) submit(ctx context.Context, a Access, o outward.SendOrder, raw []byte, before func() error) error {
	ctx, stop := context.WithTimeout(ctx, smtpMost)
	defer stop()
	c, err := b.dialSMTP(ctx, a)
	if err != nil {
		return err
	}
	defer c.Close() //nolint:errcheck // it is over, whatever it says
	if err := c.Mail(a.Account()); err != nil {
		return refuseForGood(err)
	}
	if err := c.Rcpt(o.To); err != nil {
		return refuseForGood(err)
	}
	w, err := c.Data()
	if err != nil {
		return refuseForGood(err)
	}
	if err := before(); err != nil {
		return err
	}
	if _, err = w.Write(raw); err == nil {
		err = w.Close()
	}
	if said := new(textproto.Error); errors.As(err, &said) {
		return refuseForGood(err) // it says that it did not take it
	}
	if err != nil {
		return &outward.RefusedError{Text: inDoubt}
	}
	_ = c.Quit() //nolint:errcheck // it has the mail
	return nil
}

// refuseForGood makes a refusal of what will be said again when it is tried again.
func refuseForGood(err error) error {
	const permanent = 500
	if said := new(textproto.Error); errors.As(err, &said) && said.Code >= permanent {
		return &outward.RefusedError{Text: fmt.Sprintf("the server that sends mail says no: %d %s", said.Code, decode(said.Msg))}
	}
	return fmt.Errorf("the server that sends mail: %w", err)
}

// dialSMTP opens a session that mail is sent by, over TLS but on this machine.
func (b *Box) dialSMTP(ctx context.Context, a Access) (*smtp.Client, error) {
	u, err := url.Parse(a.SMTP)
	if err != nil {
		return nil, err
	}
	conn, err := b.connect(ctx, a.SMTP, "smtps")
	if err != nil {
		return nil, fmt.Errorf("the server that sends mail can't be reached: %w", err)
	}
	context.AfterFunc(ctx, func() { _ = conn.Close() }) //nolint:errcheck // it is over
	c, err := smtp.NewClient(limited{conn, io.LimitReader(conn, smtpBytes)}, u.Hostname())
	if err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	fail := func(err error) (*smtp.Client, error) { return nil, errors.Join(err, c.Close()) }
	if u.Scheme == "smtp" {
		if ok, _ := c.Extension("STARTTLS"); ok {
			if err := c.StartTLS(b.tlsFor(u.Hostname())); err != nil {
				return fail(err)
			}
		} else if !outward.IsLoopback(u.Hostname()) {
			return fail(&outward.RefusedError{Text: "the server that sends mail offers no TLS, and mail goes over TLS alone"})
		}
	}
	if ok, _ := c.Extension("AUTH"); ok {
		auth := smtp.PlainAuth("", a.User, a.Password, u.Hostname())
		if u.Scheme == "smtps" {
			auth = overTLS{auth}
		}
		if err := c.Auth(auth); err != nil {
			if said := new(textproto.Error); errors.As(err, &said) {
				said.Msg = a.conceal(said.Msg)
			}
			return fail(refuseForGood(err))
		}
	}
	return c, nil
}

// overTLS shows who we are where TLS was there from the first byte, which net/smtp does not see below what limits the connection.
type overTLS struct{ smtp.Auth }

// Start is smtp.Auth's.
func (a overTLS) Start(s *smtp.ServerInfo) (proto string, first []byte, err error) {
	known := *s
	known.TLS = true
	return a.Auth.Start(&known)
}

// limited is a connection of which so much is read.
type limited struct {
	net.Conn
	io.Reader
}

// Read reads what is left.
func (l limited) Read(p []byte) (int, error) { return l.Reader.Read(p) }

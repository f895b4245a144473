package postbox

import (
	"bytes"
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/mail"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"

	"github.com/frasier-cos/frasier/internal/netguard"
	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/reports"
)

const (
	inbox       = "INBOX"
	searchAtOne = 25   // people in one search
	foundMost   = 5000 // mails of one search that are looked at, the newest
	foldersMost = 2000
)

// refusedError says that a mailbox is not to be had with what we have.
type refusedError struct{ text string }

// Error is a sentence.
func (e *refusedError) Error() string { return e.text }

// session is one connection to a mailbox.
type session struct {
	client *imapclient.Client
	conn   net.Conn
	access Access
	stop   func() bool
}

// dial connects within the guard and logs in. All ends with ctx.
func (b *Box) dial(ctx context.Context, a Access) (*session, error) {
	conn, err := b.connect(ctx, a.Host, "imaps")
	if err != nil {
		return nil, err
	}
	s := &session{conn: conn, access: a}
	s.stop = context.AfterFunc(ctx, func() {
		if err := conn.Close(); err != nil {
			b.Log.DebugContext(ctx, "close a mailbox", "err", err)
		}
	})
	s.client = imapclient.New(newGuarded(conn), nil)
	if err := s.client.WaitGreeting(); err != nil {
		s.close()
		return nil, err
	}
	if err := s.client.Login(a.User, a.Password).Wait(); err != nil {
		s.close()
		if no := new(imap.Error); errors.As(err, &no) && no.Type == imap.StatusResponseTypeNo && isRefusal(no.Code) {
			return nil, &refusedError{"its address or password is not accepted"}
		}
		return nil, err
	}
	return s, nil
}

// isRefusal reports whether a login was refused for who it was, by RFC 5530: what a server says without a code is about that too. All else ends by itself,
// such as a server that is full or has too many sessions of this account.
func isRefusal(code imap.ResponseCode) bool {
	return slices.Contains([]imap.ResponseCode{"", imap.ResponseCodeAuthenticationFailed, imap.ResponseCodeAuthorizationFailed, imap.ResponseCodeExpired, imap.ResponseCodePrivacyRequired}, code)
}

// connect opens a connection to a host as ReadHost and ReadSMTP write it, with TLS from the first byte where its scheme is that one.
func (b *Box) connect(ctx context.Context, host, secure string) (net.Conn, error) {
	u, err := url.Parse(host)
	if err != nil {
		return nil, err
	}
	dialer := &net.Dialer{Timeout: sessionMost, Control: netguard.NewFor(b.Allow, portIMAPS, portSubmission, portSMTPS).CheckDial}
	conn, err := dialer.DialContext(ctx, "tcp", u.Host)
	if err != nil || u.Scheme != secure {
		return conn, err
	}
	over := tls.Client(conn, b.tlsFor(u.Hostname()))
	if err := over.HandshakeContext(ctx); err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	return over, nil
}

func (b *Box) tlsFor(host string) *tls.Config {
	return &tls.Config{ServerName: host, RootCAs: b.Roots, MinVersion: tls.VersionTLS12}
}

func (s *session) close() {
	s.stop()
	_ = s.client.Close() //nolint:errcheck // it is over, whatever it says
}

// open selects a folder without changing anything in it, and returns of which age its ids are.
func (s *session) open(folder string) (uint32, error) {
	got, err := s.client.Select(folder, &imap.SelectOptions{ReadOnly: true}).Wait()
	if err != nil {
		return 0, err
	}
	return got.UIDValidity, nil
}

// folder finds the folder that is for something, by what the server says or by its usual names; empty for none.
func (s *session) folder(use imap.MailboxAttr, names ...string) (string, error) {
	var o *imap.ListOptions
	if s.client.Caps().Has(imap.CapSpecialUse) {
		o = &imap.ListOptions{ReturnSpecialUse: true}
	}
	cmd := s.client.List("", "*", o)
	var found, named string
	rank, n := len(names), 0
	for f := cmd.Next(); f != nil; f = cmd.Next() {
		if n++; n > foldersMost || slices.Contains(f.Attrs, imap.MailboxAttrNoSelect) {
			continue
		}
		if found == "" && slices.ContainsFunc(f.Attrs, func(a imap.MailboxAttr) bool { return strings.EqualFold(string(a), string(use)) }) {
			found = f.Mailbox
		}
		last := f.Mailbox
		if f.Delim != 0 {
			last = last[strings.LastIndex(last, string(f.Delim))+1:]
		}
		if i := slices.IndexFunc(names, func(n string) bool { return strings.EqualFold(n, last) }); i >= 0 && i < rank {
			named, rank = f.Mailbox, i
		}
	}
	return cmp.Or(found, named), cmd.Close()
}

func (s *session) sent() (string, error) {
	return s.folder(imap.MailboxAttrSent, "Sent", "Sent Items", "Sent Messages", "Sent Mail", "Gesendet", "Gesendete Elemente", "Gesendete Objekte")
}

func (s *session) drafts() (string, error) {
	return s.folder(imap.MailboxAttrDrafts, "Drafts", "Draft", "Entwürfe")
}

// search returns ids of mails in the open folder, the newest first, at most so many. A server may name all numbers there are as one range.
func (s *session) search(c *imap.SearchCriteria) ([]uint32, error) {
	got, err := s.client.UIDSearch(c, nil).Wait()
	if err != nil {
		return nil, err
	}
	set, ok := got.All.(imap.UIDSet)
	if !ok {
		return nil, nil
	}
	ranges := slices.Clone(set)
	slices.SortFunc(ranges, func(a, b imap.UIDRange) int { return cmp.Compare(b.Stop, a.Stop) })
	var out []uint32
	for _, r := range ranges {
		for id := r.Stop; id >= max(r.Start, 1) && len(out) < foundMost; id-- {
			out = append(out, uint32(id))
		}
	}
	return out, nil
}

// searchFrom returns the mails of people since a moment, the newest first.
func (s *session) searchFrom(people map[string]string, unread bool, since time.Time) ([]uint32, error) {
	var out []uint32
	addresses := make([]string, 0, len(people))
	for a := range people {
		addresses = append(addresses, a)
	}
	slices.Sort(addresses)
	for some := range slices.Chunk(addresses, searchAtOne) {
		c := anyFrom(some)
		c.Since, c.NotFlag = since, []imap.Flag{imap.FlagDeleted}
		if unread {
			c.NotFlag = append(c.NotFlag, imap.FlagSeen)
		}
		found, err := s.search(&c)
		if err != nil {
			return nil, err
		}
		out = append(out, found...)
	}
	slices.SortFunc(out, func(a, b uint32) int { return cmp.Compare(b, a) })
	return slices.Compact(out), nil
}

func anyFrom(addresses []string) imap.SearchCriteria {
	one := imap.SearchCriteria{Header: []imap.SearchCriteriaHeaderField{{Key: "From", Value: addresses[0]}}}
	if len(addresses) == 1 {
		return one
	}
	return imap.SearchCriteria{Or: [][2]imap.SearchCriteria{{one, anyFrom(addresses[1:])}}}
}

func byID(id string) *imap.SearchCriteria {
	return &imap.SearchCriteria{Header: []imap.SearchCriteriaHeaderField{{Key: "Message-Id", Value: id}}, NotFlag: []imap.Flag{imap.FlagDeleted}}
}

// head is the head of a mail.
type head struct{ mail.Header }

// heads reads fields of mails, without marking anything as read.
func (s *session) heads(ids []uint32, fields ...string) (map[uint32]head, error) {
	if len(fields) == 0 {
		fields = []string{"FROM", "REPLY-TO", "SUBJECT", "DATE", "MESSAGE-ID", "REFERENCES", "IN-REPLY-TO"}
	}
	out := map[uint32]head{}
	const most = 8 << 10 // bytes of a head
	err := s.fetch(ids, &imap.FetchItemBodySection{Specifier: imap.PartSpecifierHeader, HeaderFields: fields, Partial: &imap.SectionPartial{Size: most}, Peek: true}, func(id uint32, raw []byte) {
		h := head{}
		if m, err := mail.ReadMessage(bytes.NewReader(append(bytes.TrimRight(raw, "\r\n"), "\r\n\r\n"...))); err == nil {
			h.Header = m.Header
		}
		out[id] = h
	})
	return out, err
}

// raw reads the beginning of a mail as it came.
func (s *session) raw(id uint32) (raw []byte, err error) {
	err = s.fetch([]uint32{id}, &imap.FetchItemBodySection{Partial: &imap.SectionPartial{Size: rawMost}, Peek: true}, func(_ uint32, got []byte) { raw = got })
	return raw, err
}

func (s *session) fetch(ids []uint32, what *imap.FetchItemBodySection, take func(id uint32, raw []byte)) error {
	if len(ids) == 0 {
		return nil
	}
	var set imap.UIDSet
	for _, id := range ids {
		set.AddNum(imap.UID(id))
	}
	cmd := s.client.Fetch(set, &imap.FetchOptions{UID: true, BodySection: []*imap.FetchItemBodySection{what}})
	for m := cmd.Next(); m != nil; m = cmd.Next() {
		got, err := m.Collect()
		if err != nil {
			return errors.Join(err, cmd.Close())
		}
		if slices.Contains(ids, uint32(got.UID)) && len(got.BodySection) > 0 {
			take(uint32(got.UID), got.BodySection[0].Bytes)
		}
	}
	return cmd.Close()
}

// readRecipients returns whom the founder wrote to since a moment, the newest first and at most peopleMost: names by addresses.
func (s *session) readRecipients(since time.Time) (map[string]string, error) {
	out := map[string]string{}
	folder, err := s.sent()
	if err != nil || folder == "" {
		return out, err
	}
	if _, err := s.open(folder); err != nil {
		return nil, err
	}
	found, err := s.search(&imap.SearchCriteria{Since: since})
	if err != nil {
		return nil, err
	}
	found = found[:min(len(found), sentMost)]
	heads, err := s.heads(found, "TO", "CC", "BCC")
	if err != nil {
		return nil, err
	}
	for _, id := range found {
		for _, field := range []string{"To", "Cc", "Bcc"} {
			for _, a := range addresses(heads[id].Header, field) {
				if address, ok := CheckAddress(a.Address); ok && len(out) < peopleMost {
					out[address] = cmp.Or(out[address], a.Name)
				}
			}
		}
	}
	return out, nil
}

func (h head) line() reports.MailLine {
	l := reports.MailLine{Subject: decode(h.Get("Subject"))}
	if from := addresses(h.Header, "From"); len(from) == 1 {
		l.Name = from[0].Name
		l.Address, _ = CheckAddress(from[0].Address)
	}
	if at, err := h.Date(); err == nil {
		l.At = at
	}
	return l
}

// explain makes a sentence of what went wrong, without the password, which a server may say again.
func explain(ctx context.Context, a Access, err error) error {
	no, said := new(refusedError), new(imap.Error)
	var net net.Error
	switch {
	case err == nil, errors.As(err, &no), errors.As(err, new(*outward.RefusedError)), errors.Is(err, errFull):
		return err
	case errors.Is(err, errUnfit):
		return err
	case errors.Is(err, netguard.ErrRefused):
		return errors.New("its address leads to a private network, where I ask nothing; FRASIER_FETCH_ALLOW lets one through")
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return fmt.Errorf("it didn't answer within %s", sessionMost)
	case errors.As(err, &said):
		return fmt.Errorf("it says: %s", decode(a.conceal(said.Text)))
	case errors.As(err, &net):
		return fmt.Errorf("it can't be reached: %w", err)
	}
	return err
}

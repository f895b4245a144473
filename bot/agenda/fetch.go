package agenda

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/emersion/go-ical"
	"github.com/emersion/go-webdav"
	"github.com/emersion/go-webdav/caldav"

	"github.com/frasier-cos/frasier/internal/ics"
	"github.com/frasier-cos/frasier/internal/netguard"
	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/sealed"
)

const (
	pathsMost = 10 // calendars at one server
	hopsMost  = 5
)

// Access opens a calendar.
type Access struct {
	Address  string `json:"address"`
	User     string `json:"user,omitempty"`
	Password string `json:"password,omitempty"`
}

// Seal encrypts what opens the calendar of a name.
func (a Access) Seal(key sealed.Key, name string) ([]byte, error) {
	text, err := json.Marshal(a)
	if err != nil {
		return nil, err
	}
	return key.Seal(string(text), nameCalendarPlace(name)), nil
}

func nameCalendarPlace(name string) string { return "calendar:" + name }

// refusedError says that a calendar is not to be had with what we have.
type refusedError struct{ status int }

// Error is a sentence.
func (e *refusedError) Error() string {
	why := map[int]string{http.StatusUnauthorized: "its user or password is not accepted", http.StatusForbidden: "it may not be read with this user and password", http.StatusNotFound: "there is no calendar at its address", http.StatusGone: "there is no calendar at its address any more"}[e.status]
	return why
}

// ReadAddress reads the address of a calendar, which goes over https but where a network is let through.
func (r *Reader) ReadAddress(text string) (*url.URL, error) {
	if rest, ok := strings.CutPrefix(strings.TrimSpace(text), "webcal://"); ok {
		text = "https://" + rest
	}
	guard := netguard.New(r.allow)
	u, err := guard.ParseTarget(text)
	if err != nil {
		return nil, err
	}
	if u.Scheme != "https" && !guard.Allows(u.Hostname()) {
		return nil, fmt.Errorf("%w: calendars go over https alone, except in networks that FRASIER_FETCH_ALLOW names", netguard.ErrRefused)
	}
	return u, nil
}

// Discover looks what an address leads to, and returns the calendar with what is to be known of it.
func (r *Reader) Discover(ctx context.Context, a Access) (outward.Calendar, error) {
	u, err := r.ReadAddress(a.Address)
	if err != nil {
		return outward.Calendar{}, err
	}
	c := outward.Calendar{Kind: outward.ICS, Host: u.Host, Account: a.User}
	if a.User != "" && !strings.HasSuffix(u.Path, ".ics") {
		c.Kind = outward.CalDAV
		if c.Paths, err = r.findPaths(ctx, a, u); err != nil {
			return c, err
		}
	}
	now := r.now()
	_, err = r.fetch(ctx, c, a, window{now, now.Add(time.Hour), time.UTC})
	return c, err
}

// findPaths lists the calendars of a user that lie at an address or below it; all of them where none does.
func (r *Reader) findPaths(ctx context.Context, a Access, u *url.URL) ([]string, error) {
	dav, err := r.open(a, u)
	if err != nil {
		return nil, err
	}
	who, err := dav.FindCurrentUserPrincipal(ctx)
	if err != nil {
		return nil, r.explain(err)
	}
	home, err := dav.FindCalendarHomeSet(ctx, who)
	if err != nil {
		return nil, r.explain(err)
	}
	found, err := dav.FindCalendars(ctx, home)
	if err != nil {
		return nil, r.explain(err)
	}
	var all, below []string
	for _, c := range found {
		if len(c.SupportedComponentSet) > 0 && !slices.Contains(c.SupportedComponentSet, ical.CompEvent) {
			continue
		}
		all = append(all, c.Path)
		if strings.HasPrefix(path.Clean(c.Path)+"/", path.Clean("/"+u.Path)+"/") && path.Clean("/"+u.Path) != "/" {
			below = append(below, c.Path)
		}
	}
	if len(below) > 0 {
		all = below
	}
	switch {
	case len(all) == 0:
		return nil, errors.New("there is no calendar of this user")
	case len(all) > pathsMost:
		return nil, fmt.Errorf("there are %d calendars of this user, and I read up to %d: name the address of one", len(all), pathsMost)
	}
	return all, nil
}

func (r *Reader) readOne(ctx context.Context, c outward.Calendar, w window) (ics.Day, error) {
	key, err := r.key()
	if err != nil {
		return ics.Day{}, err
	}
	text, err := key.Open(c.Sealed, nameCalendarPlace(c.Name))
	if err != nil {
		return ics.Day{}, fmt.Errorf("its password can't be read here (%w); connect it again: frasier connect calendar", err)
	}
	var a Access
	if err := json.Unmarshal([]byte(text), &a); err != nil {
		return ics.Day{}, err
	}
	return r.fetch(ctx, c, a, w)
}

// fetch reads a calendar's day.
func (r *Reader) fetch(ctx context.Context, c outward.Calendar, a Access, w window) (day ics.Day, err error) {
	defer func() {
		if p := recover(); p != nil { // of a reader of forms: what a server sends must not end the process
			err = fmt.Errorf("what it sends cannot be read: %v", p)
		}
	}()
	ctx, stop := context.WithTimeout(ctx, lookMost)
	defer stop()
	u, err := r.ReadAddress(a.Address)
	if err != nil {
		return ics.Day{}, err
	}
	if c.Kind == outward.ICS {
		return r.fetchFile(ctx, a, u, w)
	}
	dav, err := r.open(a, u)
	if err != nil {
		return ics.Day{}, err
	}
	query := &caldav.CalendarQuery{
		CompRequest: caldav.CalendarCompRequest{Name: "VCALENDAR", AllProps: true, AllComps: true},
		CompFilter:  caldav.CompFilter{Name: "VCALENDAR", Comps: []caldav.CompFilter{{Name: "VEVENT", Start: w.from, End: w.to}}},
	}
	var all []*ical.Calendar
	for _, p := range c.Paths {
		found, err := dav.QueryCalendar(ctx, p, query)
		if err != nil {
			return ics.Day{}, r.explain(err)
		}
		for _, o := range found {
			all = append(all, o.Data)
		}
	}
	return ics.ReadCalendar(all, w.from, w.to, w.zone), nil
}

func (r *Reader) fetchFile(ctx context.Context, a Access, u *url.URL, w window) (ics.Day, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return ics.Day{}, err
	}
	req.Header.Set("Accept", "text/calendar")
	if a.User != "" {
		req.SetBasicAuth(a.User, a.Password)
	}
	resp, err := r.client(u).Do(req)
	if err != nil {
		return ics.Day{}, r.explain(err)
	}
	data, err := io.ReadAll(resp.Body)
	if err := errors.Join(err, resp.Body.Close()); err != nil {
		return ics.Day{}, r.explain(err)
	}
	return ics.Read(data, w.from, w.to, w.zone)
}

func (r *Reader) open(a Access, u *url.URL) (*caldav.Client, error) {
	return caldav.NewClient(webdav.HTTPClientWithBasicAuth(r.client(u), a.User, a.Password), u.String())
}

// client asks within the guard, follows few redirections, and reads bodies to a bound. It believes no status but those of success.
func (r *Reader) client(u *url.URL) *http.Client {
	guard := netguard.New(r.allow)
	dial := &net.Dialer{Timeout: lookMost, Control: guard.CheckDial}
	return &http.Client{
		Timeout:   lookMost,
		Transport: &bounded{&http.Transport{DialContext: dial.DialContext, TLSHandshakeTimeout: lookMost, DisableKeepAlives: true, ForceAttemptHTTP2: true, MaxResponseHeaderBytes: headMost}, ics.BytesMost},
		CheckRedirect: func(next *http.Request, before []*http.Request) error {
			if len(before) >= hopsMost {
				return errors.New("it leads from one address to the next without end")
			}
			if next.URL.Scheme != u.Scheme {
				return errors.New("it leads to an address without https")
			}
			return nil
		},
	}
}

// bounded reads so much of all bodies of a look together, and makes errors of what is no success. It hands on no form that would cost more to read
// than any calendar does.
type bounded struct {
	http.RoundTripper

	left int64 // bytes
}

// RoundTrip asks once.
func (b *bounded) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := b.RoundTripper.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	switch s := resp.StatusCode; {
	case s == http.StatusUnauthorized, s == http.StatusForbidden, s == http.StatusNotFound, s == http.StatusGone:
		return nil, errors.Join(&refusedError{s}, resp.Body.Close())
	case s >= http.StatusBadRequest:
		return nil, errors.Join(fmt.Errorf("it answers %d", s), resp.Body.Close())
	}
	data, err := io.ReadAll(http.MaxBytesReader(nil, resp.Body, b.left))
	b.left -= int64(len(data))
	if err == nil && resp.StatusCode == http.StatusMultiStatus {
		err = checkForm(data)
	}
	if err := errors.Join(err, resp.Body.Close()); err != nil {
		return nil, err
	}
	resp.Body = io.NopCloser(bytes.NewReader(data))
	return resp, nil
}

// Bounds of an answer's form, which are looked at before its reader sees it: that one goes one call deeper with each element within an element.
const (
	headMost     = 64 << 10 // bytes of a head
	elementsMost = 250_000
	depthMost    = 64
)

// checkForm looks at an answer of CalDAV, and at the calendars in it.
func checkForm(data []byte) error {
	d := xml.NewDecoder(bytes.NewReader(data))
	var open []bytes.Buffer // what stands in each element that is open
	for elements := 0; ; {
		token, err := d.RawToken()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		switch t := token.(type) {
		case xml.StartElement:
			if elements++; elements > elementsMost || len(open) >= depthMost {
				return ics.ErrForm
			}
			open = append(open, bytes.Buffer{})
		case xml.CharData:
			if len(open) > 0 {
				open[len(open)-1].Write(t)
			}
		case xml.EndElement:
			if len(open) == 0 {
				return ics.ErrForm
			}
			if err := ics.CheckForm(open[len(open)-1].Bytes()); err != nil {
				return err
			}
			open = open[:len(open)-1]
		}
	}
}

const whyMost = 200 // letters: it may be a server's own words

// explain makes a sentence of what went wrong, without the address: that may be secret.
func (r *Reader) explain(err error) error {
	no, large, asked := new(refusedError), new(http.MaxBytesError), new(url.Error)
	switch {
	case errors.As(err, &no):
		return no
	case errors.As(err, &large):
		return fmt.Errorf("it has more than %d MB", ics.BytesMost>>20)
	case errors.Is(err, ics.ErrForm):
		return ics.ErrForm
	case errors.Is(err, netguard.ErrRefused):
		return errors.New("its address leads to a private network, where I ask nothing; FRASIER_FETCH_ALLOW lets one through")
	case errors.Is(err, context.DeadlineExceeded):
		return fmt.Errorf("it didn't answer within %s", lookMost)
	case errors.As(err, &asked):
		return errors.New(prose.Clip("it can't be reached: "+prose.OneLine(asked.Err.Error()), whyMost, "…"))
	}
	return errors.New(prose.Clip("it can't be read: "+prose.OneLine(err.Error()), whyMost, "…"))
}

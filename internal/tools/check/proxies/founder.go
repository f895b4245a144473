package main

import (
	"bufio"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"time"
)

// How a proxy did.
type result struct{ slowest time.Duration }

// founder is a browser that asks through a proxy.
type founder struct {
	client *http.Client
	base   string
}

// newFounder asks for the host at the proxy's address, by https as browsers do.
func newFounder(address string, roots *x509.CertPool) (*founder, error) {
	jar, err := cookiejar.New(nil)
	if err != nil {
		return nil, fmt.Errorf("make browser: %w", err)
	}
	_, port, err := net.SplitHostPort(address)
	if err != nil {
		return nil, fmt.Errorf("read address: %w", err)
	}
	var dialer net.Dialer
	way := &http.Transport{
		ForceAttemptHTTP2: true, TLSClientConfig: &tls.Config{RootCAs: roots, MinVersion: tls.VersionTLS12},
		DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
			return dialer.DialContext(ctx, network, address)
		},
	}
	return &founder{&http.Client{Jar: jar, Transport: way}, "https://" + net.JoinHostPort(host, port)}, nil
}

// ask sends what a browser sends, and wants an answer that is no fault.
func (f *founder) ask(ctx context.Context, method, path string, form url.Values, head ...string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, method, f.base+path, strings.NewReader(form.Encode()))
	if err != nil {
		return nil, fmt.Errorf("make request: %w", err)
	}
	if method == http.MethodPost {
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		req.Header.Set("Origin", f.base)
	}
	req.Header.Set("Sec-Fetch-Site", "same-origin")
	for n := 0; n+1 < len(head); n += 2 {
		req.Header.Set(head[n], head[n+1])
	}
	resp, err := f.client.Do(req)
	if err != nil {
		return nil, fmt.Errorf("%s %s: %w", method, path, err)
	}
	if resp.StatusCode != http.StatusOK {
		return nil, errors.Join(fmt.Errorf("%s %s: status %d", method, path, resp.StatusCode), resp.Body.Close())
	}
	return resp, nil
}

// read is ask for whoever wants the whole answer.
func (f *founder) read(ctx context.Context, method, path string, form url.Values) (string, error) {
	resp, err := f.ask(ctx, method, path, form)
	if err != nil {
		return "", err
	}
	raw, err := io.ReadAll(resp.Body)
	if err := errors.Join(err, resp.Body.Close()); err != nil {
		return "", fmt.Errorf("read %s: %w", path, err)
	}
	return string(raw), nil
}

// line is one line of a stream, and when it came.
type line struct {
	text string
	at   time.Time
}

// follow reads a stream's lines until it ends, which closes the channel.
func (f *founder) follow(ctx context.Context, path string, head ...string) (<-chan line, error) {
	resp, err := f.ask(ctx, http.MethodGet, path, nil, head...) //nolint:bodyclose // whoever reads its lines closes it
	if err != nil {
		return nil, err
	}
	if kind := resp.Header.Get("Content-Type"); kind != "text/event-stream" {
		return nil, errors.Join(fmt.Errorf("%s is %q", path, kind), resp.Body.Close())
	}
	const ahead = 1000
	lines := make(chan line, ahead)
	go func() {
		defer close(lines)
		defer resp.Body.Close() //nolint:errcheck // it has ended
		for in := bufio.NewScanner(resp.Body); in.Scan(); {
			lines <- line{in.Text(), time.Now()}
		}
	}()
	return lines, nil
}

// hear waits for a line that begins with a word, and says how long after a moment it came.
func hear(ctx context.Context, lines <-chan line, begins string, since time.Time) (time.Duration, error) {
	late := time.After(time.Until(since) + 10*soonest)
	for {
		select {
		case l, open := <-lines:
			switch {
			case !open:
				return 0, errors.New("it was cut off")
			case strings.HasPrefix(l.text, begins) && l.at.After(since):
				return l.at.Sub(since), nil
			}
		case <-late:
			return 0, fmt.Errorf("nothing was heard in %s", 10*soonest)
		case <-ctx.Done():
			return 0, ctx.Err()
		}
	}
}

// try has a founder and a program live behind the proxy for a while.
func (p proxy) try(ctx context.Context, b *bot, dir, docs string, roots *x509.CertPool) (out result, err error) {
	ctx, stop := context.WithTimeoutCause(ctx, held+startWithin+stopWithin, errors.New("not even the head of a stream came through in time"))
	defer stop()
	address, err := p.start(ctx, b, dir, docs)
	if err != nil {
		return out, err
	}
	defer func() {
		if err != nil {
			err = fmt.Errorf("%w\n%s", errors.Join(err, context.Cause(ctx)), logged(dir))
		}
	}()
	f, err := newFounder(address, roots)
	if err != nil {
		return out, err
	}
	link, err := b.ask(ctx, "dashboard")
	if err != nil {
		return out, err
	}
	_, code, found := strings.Cut(link, "/enter#")
	if !found {
		return out, fmt.Errorf("no link in %q", link)
	}
	today, err := f.read(ctx, http.MethodPost, "/enter", url.Values{"code": {strings.Fields(code)[0]}})
	if err != nil {
		return out, err
	}
	_, after, found := strings.Cut(today, `data-seq="`)
	if !found {
		return out, errors.New("the code does not open the first page")
	}
	after, _, _ = strings.Cut(after, `"`)
	token, err := b.ask(ctx, "token", "add", p.program, "-read")
	if err != nil {
		return out, err
	}
	live, err := f.follow(ctx, "/live?after="+after)
	if err != nil {
		return out, err
	}
	program, err := f.follow(ctx, "/api/v1/journal/stream?after="+after, "Authorization", "Bearer "+token)
	if err != nil {
		return out, err
	}
	for n, wait := range []time.Duration{0, held} {
		select {
		case <-time.After(wait):
		case <-ctx.Done():
			return out, ctx.Err()
		}
		begun := time.Now()
		order := url.Values{"line": {fmt.Sprintf("remember Rule %d of %s", n, p.program)}, "key": {fmt.Sprint(p.program, n)}, "back": {"/memory"}}
		if answer, err := f.read(ctx, http.MethodPost, "/do", order); err != nil || !strings.Contains(answer, `class="said"`) {
			return out, fmt.Errorf("the command was not carried out: %w", err)
		}
		for what, lines := range map[string]<-chan line{"the page": live, "the journal's stream": program} {
			took, err := hear(ctx, lines, "data: ", begun)
			if err != nil {
				return out, fmt.Errorf("%s, after %s: %w", what, wait, err)
			}
			if took > soonest {
				return out, fmt.Errorf("%s heard of it after %s, want %s", what, took, soonest)
			}
			out.slowest = max(out.slowest, took)
		}
	}
	return out, nil
}

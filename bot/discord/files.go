package discord

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/bot"
	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/retry"
	"github.com/frasier-cos/frasier/internal/safetext"
)

const (
	fileLimit     = 25 << 20 // bytes of one attachment
	filesLimit    = 50 << 20 // bytes of all attachments of one message
	fileCount     = 25       // attachments of one message
	downloadTries = 3
	downloadLimit = 60 * time.Second
)

// downloadAll downloads attachments at once, because their addresses
// expire. One that cannot be had is there all the same, with a note that says
// why.
func (d *Session) downloadAll(ctx context.Context, list []attachment) []org.Attachment {
	var out []org.Attachment
	left := int64(filesLimit)
	for i, a := range list {
		if ctx.Err() != nil {
			return out
		}
		name := safetext.FileName(a.Filename)
		missing := func(note string) {
			out = append(out, org.Attachment{Name: name, ContentType: a.ContentType, Size: a.Size, Data: []byte{}, Note: note})
		}
		switch {
		case i >= fileCount:
			missing(messages.DiscordFileCount(name, fileCount))
			continue
		case a.Size > fileLimit || a.Size > left:
			missing(messages.DiscordFileSize(name, a.Size>>20, fileLimit>>20, filesLimit>>20))
			continue
		case !d.isTrusted(a.URL):
			missing(messages.DiscordFileAddress(name))
			continue
		}
		data, err := d.download(ctx, a)
		if err != nil {
			missing(messages.DiscordFileLost(name, err.Error()))
			continue
		}
		left -= int64(len(data))
		out = append(out, bot.Attach(a.Filename, a.ContentType, data))
	}
	return out
}

// isTrusted reports whether a file's address is Discord's own, or stands on the
// same machine or domain as the server that is configured.
func (d *Session) isTrusted(address string) bool {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.User != nil {
		return false
	}
	host := strings.ToLower(u.Hostname())
	api, err := url.Parse(d.rest.base)
	if err != nil {
		return false
	}
	home := strings.ToLower(api.Hostname())
	if home == "discord.com" {
		return u.Scheme == "https" && (host == "cdn.discordapp.com" || host == "media.discordapp.net")
	}
	return host == home || net.ParseIP(home) == nil && getDomain(host) == getDomain(home)
}

// getDomain returns the last two names of a host.
func getDomain(host string) string {
	names := strings.Split(host, ".")
	return strings.Join(names[max(0, len(names)-2):], ".")
}

// download fetches one file. A connection that breaks is tried again; an
// answer that is no file is not.
func (d *Session) download(ctx context.Context, a attachment) (data []byte, err error) {
	var last error
	err = retry.Run(ctx, retry.Policy{Tries: downloadTries}, retry.Clock{}, func(ctx context.Context) error {
		data, last = d.fetch(ctx, a)
		if _, gone := errors.AsType[*goneError](last); gone {
			return retry.Permanent(last)
		}
		return last
	}, func(t retry.Attempt) {
		if t.Verdict == retry.Again {
			d.Log.InfoContext(ctx, "a file is fetched again", "file", a.Filename, "err", t.Err, "again_in", t.Wait)
		}
	})
	if err != nil && ctx.Err() == nil {
		err = last
	}
	return data, err
}

// goneError says that a file is not there any more.
type goneError struct{ status string }

// Error says so.
func (e *goneError) Error() string { return "the server answers " + e.status }

func (d *Session) fetch(ctx context.Context, a attachment) ([]byte, error) {
	ctx, stop := context.WithTimeout(ctx, downloadLimit)
	defer stop()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, a.URL, nil)
	if err != nil {
		return nil, fmt.Errorf("its address cannot be used: %w", withoutURL(err))
	}
	client := http.Client{Transport: d.web, CheckRedirect: func(to *http.Request, _ []*http.Request) error {
		if !d.isTrusted(to.URL.String()) {
			return errors.New("it leads away from Discord")
		}
		return nil
	}}
	res, err := client.Do(req)
	if err != nil {
		return nil, withoutURL(err)
	}
	data, err := io.ReadAll(io.LimitReader(res.Body, fileLimit+1))
	if err = errors.Join(err, res.Body.Close()); err != nil {
		return nil, fmt.Errorf("the connection broke after %d of %d bytes", len(data), a.Size)
	}
	switch {
	case res.StatusCode >= 400 && res.StatusCode < 500 && res.StatusCode != http.StatusTooManyRequests:
		return nil, &goneError{res.Status}
	case res.StatusCode != http.StatusOK:
		return nil, fmt.Errorf("the server answers %s", res.Status)
	case len(data) > fileLimit:
		return nil, fmt.Errorf("it is larger than %d MB", fileLimit>>20)
	}
	return data, nil
}

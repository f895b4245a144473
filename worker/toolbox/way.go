package toolbox

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/frasier-cos/frasier/internal/netguard"
	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/worker/egress"
	"github.com/frasier-cos/frasier/worker/fence"
)

// way leads to a server. close ends it and says what went wrong there.
type way struct {
	transport sdk.Transport
	close     func() error
}

func (c *Client) open(ctx context.Context, s outward.ToolServer, spoilt string, stop context.CancelCauseFunc) (way, error) {
	secret, err := c.openSecret(ctx, s, spoilt)
	if err != nil {
		return way{}, err
	}
	if s.Address != "" {
		return c.openAddress(s, secret, stop)
	}
	return c.openProgram(ctx, s, secret, stop)
}

// openSecret returns what a server is shown: its secret, its token, or the access to it, renewed where that has ended or the server did not take it.
func (c *Client) openSecret(ctx context.Context, s outward.ToolServer, spoilt string) (string, error) {
	if len(s.Sealed) == 0 {
		return "", nil
	}
	key, err := c.Key()
	if err != nil {
		return "", err
	}
	if s.Secret == outward.ByYes {
		return c.openGrant(ctx, s, key, spoilt)
	}
	secret, err := key.Open(s.Sealed, s.SecretPlace())
	if err != nil {
		err = refuse("the secret of %s cannot be read here (%s); add it again: frasier tools add %s", s.Name, err, s.Name)
	}
	return secret, err
}

// resumeMost bounds how often a stream that broke off is taken up again where it stood, which repeats no call.
const resumeMost = 2

// openAddress leads to the one host that the founder named, past the guard, with the token for nobody else.
func (c *Client) openAddress(s outward.ToolServer, token string, stop context.CancelCauseFunc) (way, error) {
	guard := netguard.New(c.Allow)
	u, err := guard.ParseTarget(s.Address)
	if err != nil {
		return way{}, refuse("%s is not asked: %s", s.Name, err)
	}
	base := guard.Transport()
	client := &http.Client{
		Transport:     &named{base: base, server: s, host: u.Host, scheme: u.Scheme, token: token, left: newBudget(s.Name, stop)},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	return way{&sdk.StreamableClientTransport{Endpoint: u.String(), HTTPClient: client, MaxRetries: resumeMost, DisableStandaloneSSE: true, MaxEventSize: outward.ToolCallBytes}, func() error {
		base.CloseIdleConnections()
		return nil
	}}, nil
}

// named lets requests go to one host, and counts what comes back.
type named struct {
	base         http.RoundTripper
	server       outward.ToolServer
	host, scheme string
	token        string
	left         *budget
}

// RoundTrip is http.RoundTripper's.
func (n *named) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.URL.Host != n.host || r.URL.Scheme != n.scheme {
		return nil, refuse("it leads to %s, and only %s was named", r.URL.Host, n.host)
	}
	r = r.Clone(r.Context())
	if n.token != "" {
		r.Header.Set("Authorization", "Bearer "+n.token)
	}
	reply, err := n.base.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	if no := readRefusal(n.server, n.token, reply); no != nil {
		n.left.stop(no)
		return nil, errors.Join(no, reply.Body.Close())
	}
	reply.Body = &counted{reply.Body, n.left}
	return reply, nil
}

// budget counts the bytes of a call, and ends it when there are too many.
type budget struct {
	name string
	left atomic.Int64
	stop context.CancelCauseFunc
}

func newBudget(name string, stop context.CancelCauseFunc) *budget {
	b := &budget{name: name, stop: stop}
	b.left.Store(outward.ToolCallBytes)
	return b
}

func (b *budget) take(n int) error {
	if b.left.Add(-int64(n)) >= 0 {
		return nil
	}
	err := refuse("%s says more than %d MiB in a call", b.name, outward.ToolCallBytes>>20)
	b.stop(err)
	return err
}

type counted struct {
	io.ReadCloser
	of *budget
}

// Read is io.Reader's.
func (c *counted) Read(p []byte) (int, error) {
	n, err := c.ReadCloser.Read(p)
	if over := c.of.take(n); over != nil {
		return 0, over
	}
	return n, err
}

// openProgram starts a server behind walls: it sees its own folder and what it was added with, reaches the hosts that the founder allowed, and has the
// secret that was named for it.
func (c *Client) openProgram(ctx context.Context, s outward.ToolServer, secret string, stop context.CancelCauseFunc) (_ way, err error) {
	hash, err := HashProgram(s.Command, s.Folder)
	if err != nil {
		return way{}, err
	}
	if s.Hash != "" && hash != s.Hash {
		why := "the files of its program are not those that it was added with"
		return way{}, errors.Join(refuse("%s is not started: %s; add it again if that is right", s.Name, why), c.Records.SwitchToolServer(ctx, s.Name, false, why))
	}
	f, err := c.Fence()
	if err != nil {
		return way{}, err
	}
	own := c.folder(s.Name)
	if err := os.MkdirAll(own, 0o700); err != nil {
		return way{}, fmt.Errorf("make the folder of %s: %w", s.Name, err)
	}
	scratch, err := os.MkdirTemp("", "frasier-tool-")
	if err != nil {
		return way{}, fmt.Errorf("make a folder for %s: %w", s.Name, err)
	}
	drop := func() error { return os.RemoveAll(scratch) }
	box := fence.Box{Work: own, Scratch: scratch, Limit: outward.ToolCallMost, Resident: outward.ToolMemory, Memory: 2 * outward.ToolMemory, FileBytes: outward.ToolFolderBytes, Env: []string{"HOME=" + fence.InsideWork}}
	for _, at := range seenFiles(s.Command, s.Folder) {
		box.ReadOnly = append(box.ReadOnly, fence.Bind{Host: at, Inside: at})
	}
	if secret != "" {
		box.Env = append(box.Env, s.Secret+"="+secret)
	}
	if len(s.Hosts) > 0 {
		const port = 18090
		at := filepath.Join(scratch, "s")
		p, err := egress.Open(ctx, at, egress.Rules{Hosts: s.Hosts, Port: port, Network: c.Network, Bytes: 10 * outward.ToolCallBytes})
		if err != nil {
			return way{}, errors.Join(err, drop())
		}
		before := drop
		drop = func() error { return errors.Join(p.Close(), before()) }
		box.Sockets, box.Env = []fence.Socket{{Host: at, Port: port}}, append(box.Env, append(p.Environment(), "NODE_USE_ENV_PROXY=1")...)
	}
	return c.talk(ctx, f, box, s, ends{stop, drop})
}

// ends breaks a call off and puts away what it leaves.
type ends struct {
	stop context.CancelCauseFunc
	drop func() error
}

// talk runs the program while its transport is used.
func (c *Client) talk(ctx context.Context, f *fence.Fence, box fence.Box, s outward.ToolServer, of ends) (way, error) {
	ctx, end := context.WithCancel(ctx)
	p, err := f.Start(ctx, box, s.Command...)
	if err != nil {
		end()
		return way{}, errors.Join(err, of.drop())
	}
	shut := func() error {
		asked := ctx.Err() != nil // it was ended for what it did
		_ = p.In.Close()          //nolint:errcheck // it is closed already where all went well
		_ = p.Out.Close()         //nolint:errcheck // nobody reads on
		var late atomic.Bool
		left := time.AfterFunc(endMost, func() { late.Store(true); end() })
		e, err := p.Wait()
		left.Stop()
		end()
		if err == nil && e.Reason != "" && !asked && !late.Load() {
			err = refuse("%s was ended: %s", s.Name, e.Reason)
		}
		if err == nil && e.Code != 0 && e.Reason == "" && !asked && !late.Load() {
			err = fmt.Errorf("its program ended with %d: %s", e.Code, tailOf(e.Output))
		}
		if sizeOf(c.folder(s.Name)) > outward.ToolFolderBytes {
			why := fmt.Sprintf("its folder has more than %d MB", outward.ToolFolderBytes>>20)
			err = errors.Join(err, c.Records.SwitchToolServer(context.WithoutCancel(ctx), s.Name, false, why))
		}
		return errors.Join(err, of.drop())
	}
	return way{&sdk.IOTransport{Reader: &counted{p.Out, newBudget(s.Name, of.stop)}, Writer: p.In, MaxLineLength: outward.ToolCallBytes}, shut}, nil
}

// endMost is the time that a program has to end by itself when it hears no more.
const endMost = 2 * time.Second

func tailOf(said []byte) string {
	const most = 600
	said = bytes.TrimSpace(said)
	return strings.ToValidUTF8(string(said[max(0, len(said)-most):]), "")
}

func sizeOf(dir string) int64 {
	var sum int64
	_ = filepath.WalkDir(dir, func(_ string, d os.DirEntry, err error) error { //nolint:errcheck // what cannot be looked at counts nothing
		if err != nil {
			return nil //nolint:nilerr // as below
		}
		if info, err := d.Info(); err == nil && info.Mode().IsRegular() {
			sum += info.Size()
		}
		return nil
	})
	return sum
}

package postbox_test

import (
	"bufio"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/bot/postbox"
	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/testing/mailtest"
)

// certify makes a certificate for this machine, and who vouches for it.
func certify(t *testing.T) (*tls.Config, *x509.CertPool) {
	t.Helper()
	web := httptest.NewTLSServer(nil)
	t.Cleanup(web.Close)
	roots := x509.NewCertPool()
	roots.AddCert(web.Certificate())
	return &tls.Config{Certificates: web.TLS.Certificates, MinVersion: tls.VersionTLS12}, roots
}

// secure puts TLS from the first byte before a server, and returns where that is.
func secure(t *testing.T, c *tls.Config, address string) string {
	t.Helper()
	l, err := tls.Listen("tcp", "127.0.0.1:0", c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() }) //nolint:errcheck // of a test
	_, host, _ := strings.Cut(address, "://")
	go func() {
		for {
			in, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer in.Close() //nolint:errcheck // of a test
				out, err := net.Dial("tcp", host)
				if err != nil {
					return
				}
				defer out.Close()       //nolint:errcheck // of a test
				go io.Copy(out, in)     //nolint:errcheck // of a test
				_, _ = io.Copy(in, out) //nolint:errcheck // of a test
			}()
		}
	}()
	return l.Addr().String()
}

// Mail is read and sent over TLS, from the first byte or gone over to, and by nobody whom no known authority vouches for.
func TestMailGoesOverTLS(t *testing.T) {
	d := startDovecot(t)
	out, err := mailtest.NewSender()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = out.Close() }) //nolint:errcheck // of a test
	c, roots := certify(t)
	imaps := "imaps://" + secure(t, c, d.Address)
	out.OfferTLS(c)
	for _, host := range []string{"smtps://" + secure(t, c, out.Address), out.Address} {
		s := newScene(t, imaps, host)
		post, err := s.box.Unread(t.Context())
		s.ok(err)
		if !strings.Contains(post.Failed, "certificate") {
			t.Errorf("a certificate of nobody: %+v", post)
		}
		s.box.Roots = roots
		if post, err = s.box.Unread(t.Context()); err != nil || post.Failed != "" {
			t.Fatalf("%+v, %v", post, err)
		}
		id, err := s.box.NewID(t.Context(), host)
		s.ok(err)
		s.ok(d.Put(me, "Drafts", "D", strings.ReplaceAll("From: "+me+"\nTo: anna@example.org\nMessage-ID: "+id+"\nContent-Type: text/plain\n\nHello\n", "\n", "\r\n")))
		o, _, _, err := s.box.Shown(t.Context(), id)
		s.ok(err)
		raw, err := json.Marshal(o)
		s.ok(err)
		claim := outward.Claim{Action: outward.Action{Kind: outward.SendDraft, Connection: outward.MailConnection, Order: raw}}
		s.box.Roots = nil
		if _, err := s.box.Do(t.Context(), claim); err == nil {
			t.Error("it is sent to whom nobody vouches for")
		}
		s.box.Roots = roots
		_, err = s.box.Do(t.Context(), claim)
		s.ok(err)
	}
	if len(out.Taken()) != 2 || out.Secured() != 1 { // the other had TLS before it came
		t.Errorf("%d sent, %d of them after it went over to TLS", len(out.Taken()), out.Secured())
	}
}

// certifyFor makes a certificate for an address, and who vouches for it.
func certifyFor(t *testing.T, ip string) (tls.Certificate, *x509.CertPool) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	c := &x509.Certificate{SerialNumber: big.NewInt(1), IPAddresses: []net.IP{net.ParseIP(ip)}, NotAfter: time.Now().Add(time.Hour), IsCA: true, BasicConstraintsValid: true}
	raw, err := x509.CreateCertificate(rand.Reader, c, c, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	if c, err = x509.ParseCertificate(raw); err != nil {
		t.Fatal(err)
	}
	roots := x509.NewCertPool()
	roots.AddCert(c)
	return tls.Certificate{Certificate: [][]byte{raw}, PrivateKey: key}, roots
}

// A server with TLS from the first byte wants to know who sends: it is shown the password, also where it is not this machine's own name.
func TestWhoSendsIsShownOverTLS(t *testing.T) {
	d := startDovecot(t)
	const host = "127.0.0.2"
	c, roots := certifyFor(t, host)
	l, err := tls.Listen("tcp", host+":0", &tls.Config{Certificates: []tls.Certificate{c}, MinVersion: tls.VersionTLS12})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() }) //nolint:errcheck // of a test
	shown := make(chan string, 1)
	go func() {
		conn, err := l.Accept()
		if err != nil {
			return
		}
		defer conn.Close() //nolint:errcheck // of a test
		fmt.Fprint(conn, "220 ready\r\n")
		for in := bufio.NewScanner(conn); in.Scan(); {
			word, rest, _ := strings.Cut(in.Text(), " ")
			switch word {
			case "EHLO":
				fmt.Fprint(conn, "250-here\r\n250 AUTH PLAIN\r\n")
			case "AUTH":
				shown <- strings.TrimPrefix(rest, "PLAIN ")
				fmt.Fprint(conn, "235 welcome\r\n")
			default:
				fmt.Fprint(conn, "221 bye\r\n")
			}
		}
	}()
	s := newScene(t, d.Address, "smtps://"+l.Addr().String())
	s.box.Roots = roots
	if _, err := s.box.Discover(t.Context(), postbox.Access{Host: d.Address, SMTP: "smtps://" + l.Addr().String(), User: me, Password: mailtest.Password}); err != nil {
		t.Fatal(err)
	}
	if raw, err := base64.StdEncoding.DecodeString(<-shown); err != nil || string(raw) != "\x00"+me+"\x00"+mailtest.Password {
		t.Errorf("shown %q, %v", raw, err)
	}
}

package postbox_test

import (
	"bufio"
	"encoding/base64"
	"fmt"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/bot/postbox"
	"github.com/frasier-cos/frasier/internal/testing/mailtest"
)

// A server that says what no mailbox says is left, within its time and without harm.
func TestHostileServers(t *testing.T) {
	t.Parallel()
	for name, answer := range map[string]string{
		"nested":   "* LIST " + strings.Repeat("(", 8<<20),
		"line":     "* OK " + strings.Repeat("x ", 2<<20),
		"word":     "* OK [" + strings.Repeat("x", 2<<20),
		"quoted":   "* LIST () \"" + strings.Repeat("x", 2<<20),
		"literal":  "* 1 FETCH (BODY[] {4294967295}\r\n",
		"endless":  strings.Repeat("* OK hello\r\n", 2<<20),
		"numbers":  "* ESEARCH (TAG \"T3\") UID ALL 1:4294967295\r\n",
		"garbage":  "\x00\xff\x16\x03\x01(((\r\n)))\r\n* \r\n",
		"bye":      "* BYE gone\r\n",
		"silence":  "",
		"folders":  strings.Repeat("* LIST (\\Sent) \"/\" \"x\"\r\n", 200_000),
		"negative": "* -1 FETCH (UID 99999999999999)\r\n",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = l.Close() }) //nolint:errcheck // it is over
			go func() {
				for {
					c, err := l.Accept()
					if err != nil {
						return
					}
					go serveHostile(c, answer)
				}
			}()
			s := newScene(t, "imap://"+l.Addr().String(), "")
			began := time.Now()
			p, err := s.box.Unread(t.Context())
			if err != nil || !p.On || p.Failed == "" && name != "numbers" || len(p.Mails) > 0 {
				t.Errorf("%+v, %v", p, err)
			}
			if took := time.Since(began); took > 40*time.Second {
				t.Errorf("it took %s", took)
			}
		})
	}
}

// serveHostile greets, lets anybody in, and answers all else with what it has.
func serveHostile(c net.Conn, answer string) {
	defer c.Close() //nolint:errcheck // of a test
	if _, err := fmt.Fprint(c, "* OK [CAPABILITY IMAP4rev1] hello\r\n"); err != nil {
		return
	}
	in := bufio.NewScanner(c)
	for in.Scan() {
		tag, rest, _ := strings.Cut(in.Text(), " ")
		text := answer
		if strings.HasPrefix(rest, "LOGIN") || strings.HasPrefix(rest, "CAPABILITY") {
			text = tag + " OK done\r\n"
		} else if strings.HasPrefix(answer, "* ESEARCH") {
			text = "* LIST (\\Sent) \"/\" \"Sent\"\r\n"
			if strings.HasPrefix(rest, "UID SEARCH") {
				text = strings.ReplaceAll(answer, "T3", tag)
			}
			text += tag + " OK done\r\n"
		}
		if _, err := fmt.Fprint(c, text); err != nil {
			return
		}
	}
}

// A server that says again what it was shown has no password in an error, which stands in logs, in a chat and in the journal.
func TestWhatAServerRepeatsTellsNoPassword(t *testing.T) {
	t.Parallel()
	serve := func(answer func(line string) string) string {
		l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = l.Close() }) //nolint:errcheck // it is over
		go func() {
			for {
				c, err := l.Accept()
				if err != nil {
					return
				}
				go func() {
					defer c.Close() //nolint:errcheck // of a test
					_, err := fmt.Fprint(c, answer(""))
					for in := bufio.NewScanner(c); err == nil && in.Scan(); {
						_, err = fmt.Fprint(c, answer(in.Text()))
					}
				}()
			}
		}()
		return l.Addr().String()
	}
	in := serve(func(line string) string {
		tag, rest, _ := strings.Cut(line, " ")
		switch {
		case line == "":
			return "* OK [CAPABILITY IMAP4rev1] hello\r\n"
		case strings.HasPrefix(rest, "LOGIN"):
			return tag + " BAD What is " + rest + "?\r\n"
		}
		return tag + " OK done\r\n"
	})
	out := serve(func(line string) string {
		switch word, _, _ := strings.Cut(line, " "); word {
		case "":
			return "220 hello\r\n"
		case "EHLO":
			return "250-here\r\n250 AUTH PLAIN\r\n"
		}
		return "501 What is " + line + "?\r\n"
	})
	s := newScene(t, "imap://"+in, "")
	p, err := s.box.Unread(t.Context())
	if err != nil || p.Failed == "" || strings.Contains(p.Failed, mailtest.Password) {
		t.Errorf("%+v, %v", p, err)
	}
	encoded := base64.StdEncoding.EncodeToString([]byte("\x00" + me + "\x00" + mailtest.Password))
	d := startDovecot(t)
	_, err = s.box.Discover(t.Context(), postbox.Access{Host: d.Address, SMTP: "smtp://" + out, User: me, Password: mailtest.Password})
	if err == nil || !strings.Contains(err.Error(), "501") || strings.Contains(err.Error(), encoded) || strings.Contains(err.Error(), mailtest.Password) {
		t.Errorf("sending: %v", err)
	}
}

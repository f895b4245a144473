package cmd_test

import (
	"bufio"
	"io"
	"net"
	"os"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/frasier-cos/frasier/internal/testing/mailtest"
)

// mailHost is what a story's mail goes by.
type mailHost struct {
	box    *mailtest.Server
	sender *mailtest.Sender
}

var mailHosts sync.Map // by the story's folder

func mailOf(ts *testscript.TestScript) mailHost {
	h, ok := mailHosts.Load(ts.Getenv("WORK"))
	if !ok {
		ts.Fatalf("no mailbox: the command mailbox starts one")
	}
	return h.(mailHost) //nolint:forcetypeassert,errcheck // nothing else is kept there
}

// startMailbox runs dovecot, at $MAILBOX, and a server that mail is sent by, at $SENDER: mailbox.
func startMailbox(ts *testscript.TestScript, neg bool, args []string) {
	box, err := mailtest.New()
	ts.Check(err)
	atEnd(ts, func() { _ = box.Close() }) //nolint:errcheck // its folder goes away with the machine's others
	sender, err := mailtest.NewSender()
	ts.Check(err)
	atEnd(ts, func() { _ = sender.Close() }) //nolint:errcheck // it is over
	work := ts.Getenv("WORK")
	mailHosts.Store(work, mailHost{box, sender})
	atEnd(ts, func() { mailHosts.Delete(work) })
	ts.Setenv("MAILBOX", "imap://"+countCommands(ts, "mail", strings.TrimPrefix(box.Address, "imap://")))
	ts.Setenv("SENDER", sender.Address)
	ts.Setenv("FRASIER_FETCH_ALLOW", "127.0.0.0/8")
}

// countCommands has what a server of mail is told counted, of which each is a line, and returns the address to tell it at.
func countCommands(ts *testscript.TestScript, name, host string) string {
	n := new(atomic.Int64)
	sceneOf(ts).asked[name] = n.Load
	l, err := net.Listen("tcp", "127.0.0.1:0")
	ts.Check(err)
	atEnd(ts, func() { _ = l.Close() }) //nolint:errcheck // it is over
	go func() {
		for {
			in, err := l.Accept()
			if err != nil {
				return
			}
			out, err := net.Dial("tcp", host)
			if err != nil {
				_ = in.Close() //nolint:errcheck // as the server does that is not there
				continue
			}
			end := func() { _, _ = in.Close(), out.Close() } //nolint:errcheck // either may have hung up
			go func() {
				defer end()
				for lines := bufio.NewReader(in); ; n.Add(1) {
					line, err := lines.ReadBytes('\n')
					if _, failed := out.Write(line); err != nil || failed != nil {
						return
					}
				}
			}()
			go func() {
				defer end()
				_, _ = io.Copy(in, out) //nolint:errcheck // until either hangs up
			}()
		}
	}()
	return l.Addr().String()
}

// layMail lays mails into somebody's folder, with flags of a Maildir or - for none: mail ADDRESS FOLDER FLAGS FILE...
func layMail(ts *testscript.TestScript, neg bool, args []string) {
	const fixed = 3
	if len(args) <= fixed {
		ts.Fatalf("usage: mail ADDRESS FOLDER FLAGS FILE...")
	}
	for _, f := range args[fixed:] {
		ts.Check(mailOf(ts).box.Put(args[0], args[1], strings.Trim(args[2], "-"), strings.ReplaceAll(ts.ReadFile(f), "\n", "\r\n")))
	}
}

// listMail writes what lies in somebody's folder into a file, each mail behind its flags; of the folder "taken" what was sent: mails ADDRESS FOLDER FILE.
func listMail(ts *testscript.TestScript, neg bool, args []string) {
	const fixed = 3
	if len(args) != fixed {
		ts.Fatalf("usage: mails ADDRESS FOLDER FILE")
	}
	var b strings.Builder
	if args[1] == "taken" {
		b.WriteString(strings.Join(mailOf(ts).sender.Taken(), "\n"))
	} else {
		all, err := mailOf(ts).box.Flags(args[0], args[1])
		ts.Check(err)
		for raw, flags := range all {
			b.WriteString("flags:" + flags + "\n" + raw + "\n")
		}
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[2]), []byte(b.String()), 0o600))
}

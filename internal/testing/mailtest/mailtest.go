// Package mailtest runs Debian's dovecot on loopback, as a mailbox of tests, and stands in for a server that mail is sent by.
package mailtest

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
)

// Password is that of every user.
const Password = "pass-word"

// Server is a dovecot. Each address is a user with an inbox, drafts and sent mail.
type Server struct {
	Address string // "imap://127.0.0.1:40000"

	dir  string
	cmd  *exec.Cmd
	uid  int
	gid  int
	name atomic.Int64
}

// New starts one in a folder of its own.
func New() (*Server, error) {
	dir, err := os.MkdirTemp("", "dovecot") // of a short path, for sockets, which its processes of other users enter
	if err != nil {
		return nil, err
	}
	s := &Server{dir: dir, uid: os.Getuid(), gid: os.Getgid()}
	me, err := user.Current()
	if err != nil {
		return nil, err
	}
	inner, login := me.Username, me.Username
	if s.uid == 0 { // it opens no mailbox as root
		inner, login = "dovecot", "dovenull"
		if s.uid, s.gid, err = idsOf("nobody"); err != nil {
			return nil, err
		}
	}
	l, err := new(net.ListenConfig).Listen(context.Background(), "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	port := netip.MustParseAddrPort(l.Addr().String()).Port()
	err = errors.Join(l.Close(), os.Chmod(dir, 0o755), s.makeFolder(filepath.Join(dir, "home")), os.WriteFile(filepath.Join(dir, "conf"), []byte(fmt.Sprintf(config, dir, inner, login, s.uid, s.gid, port)), 0o600))
	if err != nil {
		return nil, err
	}
	s.Address = fmt.Sprintf("imap://127.0.0.1:%d", port)
	s.cmd = exec.CommandContext(context.Background(), "dovecot", "-F", "-c", filepath.Join(dir, "conf")) //nolint:gosec // of Debian
	if err := s.cmd.Start(); err != nil {
		return nil, fmt.Errorf("%w: apt install dovecot-imapd", err)
	}
	for end := time.Now().Add(time.Minute); ; <-time.After(50 * time.Millisecond) {
		c, err := new(net.Dialer).DialContext(context.Background(), "tcp", fmt.Sprintf("127.0.0.1:%d", port))
		if err == nil {
			return s, c.Close()
		}
		if time.Now().After(end) {
			log, failed := os.ReadFile(filepath.Join(dir, "log"))
			return nil, errors.Join(err, failed, fmt.Errorf("dovecot does not listen: %s", log), s.Close())
		}
	}
}

func idsOf(name string) (uid, gid int, err error) {
	u, err := user.Lookup(name)
	if err != nil {
		return 0, 0, err
	}
	uid, err = strconv.Atoi(u.Uid)
	if err != nil {
		return 0, 0, err
	}
	gid, err = strconv.Atoi(u.Gid)
	return uid, gid, err
}

func (s *Server) makeFolder(path string) error {
	return errors.Join(os.MkdirAll(path, 0o700), os.Chown(path, s.uid, s.gid))
}

// Close ends it and takes its folder away.
func (s *Server) Close() error {
	err := s.cmd.Process.Signal(os.Interrupt)
	_ = s.cmd.Wait() //nolint:errcheck // it was told to end
	return errors.Join(err, os.RemoveAll(s.dir))
}

func (s *Server) folder(of, folder string) string {
	path := filepath.Join(s.dir, "home", of, "Maildir")
	if folder != "INBOX" {
		path = filepath.Join(path, "."+folder)
	}
	return path
}

// Put lays a mail into somebody's folder; flags are a Maildir's: "S" was read.
func (s *Server) Put(of, folder, flags, raw string) error {
	path := s.folder(of, folder)
	for _, dir := range []string{filepath.Join(s.dir, "home", of), s.folder(of, "INBOX"), path, filepath.Join(path, "cur"), filepath.Join(path, "new"), filepath.Join(path, "tmp")} {
		if err := s.makeFolder(dir); err != nil {
			return err
		}
	}
	name := filepath.Join(path, "cur", fmt.Sprintf("%d.M%dP1.test:2,%s", time.Now().Unix(), s.name.Add(1), flags))
	return errors.Join(os.WriteFile(name, []byte(raw), 0o600), os.Chown(name, s.uid, s.gid))
}

// Flags returns the flags of the mails of a folder, by what they say.
func (s *Server) Flags(of, folder string) (map[string]string, error) {
	out := map[string]string{}
	for _, sub := range []string{"cur", "new"} {
		all, err := os.ReadDir(filepath.Join(s.folder(of, folder), sub))
		if err != nil {
			return nil, err
		}
		for _, f := range all {
			raw, err := os.ReadFile(filepath.Join(s.folder(of, folder), sub, f.Name()))
			if err != nil {
				return nil, err
			}
			_, flags, _ := strings.Cut(f.Name(), ":2,")
			out[string(raw)] = flags
		}
	}
	return out, nil
}

const config = `base_dir = %[1]s/run
state_dir = %[1]s/run
log_path = %[1]s/log
protocols = imap
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
auth_failure_delay = 0
mail_location = maildir:~/Maildir
mail_max_userip_connections = 100
first_valid_uid = 1
default_internal_user = %[2]s
default_login_user = %[3]s
passdb {
  driver = static
  args = password=pass-word
}
userdb {
  driver = static
  args = uid=%[4]d gid=%[5]d home=%[1]s/home/%%u
}
namespace inbox {
  inbox = yes
  mailbox Drafts {
    auto = create
    special_use = \Drafts
  }
  mailbox Sent {
    auto = create
    special_use = \Sent
  }
}
service imap-login {
  chroot =
  inet_listener imap {
    port = %[6]d
  }
  inet_listener imaps {
    port = 0
  }
}
service anvil {
  chroot =
}
service stats {
  chroot =
}
`

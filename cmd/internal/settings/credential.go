package settings

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// readCredential returns a secret that the service manager handed over as a file of that name in
// the folder that CREDENTIALS_DIRECTORY names. An empty or missing file means "not set". A file
// that others on the machine can read is refused: it is no secret any more.
func (r *reader) readCredential(name string) (string, bool) {
	dir := r.env["CREDENTIALS_DIRECTORY"]
	if dir == "" {
		return "", false
	}
	path := filepath.Join(dir, name)
	info, err := os.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return "", false
	}
	switch {
	case err != nil:
		r.reject(name, "", fmt.Sprintf("%s cannot be looked at: %v", path, err))
		return "", false
	case !info.Mode().IsRegular():
		r.reject(name, "", path+" is not a plain file; put the value itself there")
		return "", false
	case info.Mode().Perm()&0o007 != 0:
		r.reject(name, "", path+" can be read by everybody on this machine; run: chmod 600 "+path)
		return "", false
	}
	raw, err := os.ReadFile(path) // the folder is the service manager's
	if err != nil {
		r.reject(name, "", fmt.Sprintf("%s cannot be read by this user: %v", path, err))
		return "", false
	}
	v := strings.TrimSpace(string(raw))
	return v, v != ""
}

// SecretNames lists the settings that are secrets.
func SecretNames() []string {
	return []string{"DISCORD_TOKEN", "OPENROUTER_API_KEY", "BRAVE_API_KEY", "TRANSCRIBE_API_KEY", "LINEAR_WEBHOOK_SECRET"}
}

// checkPrivate refuses a .env file that holds a secret and is open to others or is a link to
// somewhere else.
func (r *reader) checkPrivate(path string) error {
	held := ""
	for _, name := range SecretNames() {
		if r.file[name] != "" {
			held = name
		}
	}
	if held == "" {
		return nil
	}
	info, err := os.Lstat(path)
	if err != nil {
		return &Error{Name: path, Fix: "it cannot be looked at: " + err.Error()}
	}
	if !info.Mode().IsRegular() {
		return &Error{Name: path, Fix: "it holds " + held + " and is a link; put the file itself there"}
	}
	if info.Mode().Perm()&0o077 != 0 {
		return &Error{Name: path, Fix: "it holds " + held + " and others on this machine can read it; run: chmod 600 " + path}
	}
	return nil
}

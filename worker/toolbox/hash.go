package toolbox

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"

	"github.com/frasier-cos/frasier/worker/fence"
)

// Limits of what a program is made of (our choice: the largest server of npm that was tried has 15 000 files of 70 MB, and a Node of its own 130 MB more).
const (
	hashFiles = 50_000
	hashBytes = 600 << 20
)

// seenFiles are the files outside of the system that a program is made of, and its folder.
func seenFiles(command []string, folder string) []string {
	var out []string
	if folder != "" {
		out = append(out, folder)
	}
	for _, word := range command {
		if !filepath.IsAbs(word) || folder != "" && (word == folder || strings.HasPrefix(word, folder+"/")) {
			continue
		}
		if info, err := os.Stat(word); err == nil && info.Mode().IsRegular() && !strings.HasPrefix(word, "/usr/") && !strings.HasPrefix(word, "/bin/") {
			out = append(out, word)
		}
	}
	return out
}

// read are programs that this process has hashed, by how their files stood then.
var read sync.Map //nolint:gochecknoglobals // a cache of what is on the disk: a folder of npm has hundreds of megabytes, and each call looks at it

// HashProgram returns the hash of all files that a program is made of: those that its command names, and all in its folder. Files that stand as they did when this
// process read them (by number, size, and the times of their content and of themselves, which nobody sets back) are not read again.
func HashProgram(command []string, folder string) (string, error) {
	list, err := listProgram(command, folder)
	if err != nil {
		return "", err
	}
	stand := sha256.New()
	for _, f := range list {
		of := &syscall.Stat_t{}
		if now, ok := f.info.Sys().(*syscall.Stat_t); ok {
			of = now
		}
		_, _ = fmt.Fprintln(stand, f.at, f.info.Mode(), f.info.Size(), of.Dev, of.Ino, of.Mtim, of.Ctim) // it never fails
	}
	_, _ = fmt.Fprintf(stand, "%q\n", command) // as above
	key := hex.EncodeToString(stand.Sum(nil))
	if had, ok := read.Load(key); ok {
		if hash, is := had.(string); is {
			return hash, nil
		}
	}
	sum := sha256.New()
	for _, f := range list {
		if err := f.addTo(sum); err != nil {
			return "", fmt.Errorf("read the program's files: %w", err)
		}
	}
	_, _ = fmt.Fprintf(sum, "%q\n", command) // as above
	hash := hex.EncodeToString(sum.Sum(nil))
	read.Store(key, hash)
	return hash, nil
}

// part is one file that a program is made of.
type part struct {
	at   string
	info fs.FileInfo
}

func (p part) addTo(sum io.Writer) error {
	if p.info.Mode()&fs.ModeSymlink != 0 {
		to, err := os.Readlink(p.at)
		_, _ = fmt.Fprintf(sum, "%s -> %s\n", p.at, to) // it never fails
		return err
	}
	f, err := os.Open(p.at)
	if err != nil {
		return err
	}
	_, _ = fmt.Fprintf(sum, "%s %d\n", p.at, p.info.Size()) // it never fails
	_, err = io.Copy(sum, f)
	return errors.Join(err, f.Close())
}

// listProgram lists the files, links as such, and refuses more than anybody would want to be read before each call.
func listProgram(command []string, folder string) ([]part, error) {
	var out []part
	size := int64(0)
	add := func(at string, info fs.FileInfo) error {
		if mode := info.Mode(); !mode.IsRegular() && mode&fs.ModeSymlink == 0 {
			return nil
		}
		size += info.Size()
		if out = append(out, part{at, info}); len(out) > hashFiles || size > hashBytes {
			return fmt.Errorf("a tool server has at most %d files and %d MB; %s has more: name a folder with the server alone", hashFiles, hashBytes>>20, folder)
		}
		return nil
	}
	words := command
	if len(command) > 0 && !filepath.IsAbs(command[0]) {
		if at, err := fence.FindProgram(command[0]); err == nil {
			words = append([]string{at}, command[1:]...)
		}
	}
	for _, at := range append(seenFiles(words, folder), words[:min(1, len(words))]...) {
		if at == folder {
			continue
		}
		info, err := os.Stat(at)
		if err != nil {
			continue // it is a word and no file; the program says so if it misses it
		}
		if err := add(at, info); err != nil {
			return nil, err
		}
	}
	if folder == "" {
		return out, nil
	}
	return out, filepath.WalkDir(folder, func(at string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		return add(at, info)
	})
}

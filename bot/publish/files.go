package publish

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
)

const (
	entryName = ".frasier.json" // in a document's folder: what the list of documents says of it
	siteName  = "site"
	markName  = ".site" // beside the site: which one it is
	folders   = 0o750
)

// A document's line in the list.
type entry struct {
	Project org.ProjectID `json:"project"`
	Title   string        `json:"title"`
	At      time.Time     `json:"at"`
}

// write puts a file where none is. Tests have the disk fill up in it.
var write = func(path string, data []byte) error { //nolint:gochecknoglobals // only tests set it
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o640) // a path of ours
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}

// replaceFolder puts a folder with these files in the place of one of that name. It is
// written beside it first, so that what goes wrong leaves the old one whole.
func replaceFolder(dir, name string, files []org.File) (err error) {
	fresh, old, at := filepath.Join(dir, "."+name+".new"), filepath.Join(dir, "."+name+".old"), filepath.Join(dir, name)
	if err := os.MkdirAll(dir, folders); err != nil {
		return err
	}
	if err := restoreFolder(at, old); err != nil {
		return err
	}
	if err := os.RemoveAll(fresh); err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.RemoveAll(fresh))
		}
	}()
	if err := os.Mkdir(fresh, folders); err != nil {
		return err
	}
	for _, f := range files {
		if !fs.ValidPath(f.Name) {
			return fmt.Errorf("a file may not be called %q", f.Name)
		}
		path := filepath.Join(fresh, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(path), folders); err != nil {
			return err
		}
		if err := write(path, f.Data); err != nil {
			return err
		}
	}
	if err := os.Rename(at, old); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := os.Rename(fresh, at); err != nil {
		return errors.Join(err, restoreFolder(at, old))
	}
	return os.RemoveAll(old)
}

// restoreFolder undoes what a process that died between the two renames left: the old
// folder goes back. When the new one is there, the old one goes.
func restoreFolder(at, old string) error {
	if _, err := os.Lstat(at); errors.Is(err, fs.ErrNotExist) {
		if err := os.Rename(old, at); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	} else if err != nil {
		return err
	}
	return os.RemoveAll(old)
}

func replaceFile(path string, data []byte) error {
	fresh := path + ".new"
	if err := os.Remove(fresh); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := write(fresh, data); err != nil {
		return errors.Join(err, os.Remove(fresh))
	}
	return os.Rename(fresh, path)
}

// readMark is the mark of the site that is there; empty for none.
func (k *Keeper) readMark() (string, error) {
	if err := restoreFolder(filepath.Join(k.Dir, siteName), filepath.Join(k.Dir, "."+siteName+".old")); err != nil {
		return "", fmt.Errorf("put the public site back: %w", err)
	}
	raw, err := os.ReadFile(filepath.Join(k.Dir, markName))
	if _, gone := os.Stat(filepath.Join(k.Dir, siteName)); errors.Is(gone, fs.ErrNotExist) || errors.Is(err, fs.ErrNotExist) {
		if gone == nil {
			return "unknown", nil
		}
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("read which public site is there: %w", err)
	}
	return string(raw), nil
}

func (k *Keeper) keepMark(mark string) error {
	return replaceFile(filepath.Join(k.Dir, markName), []byte(mark))
}

// listPage is the list of documents in the folder.
const listPage = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>Documents · {{.Name}}</title><style>html{font:16px/1.5 system-ui,sans-serif;color-scheme:light dark}body{max-width:48rem;margin:2rem auto;padding:0 1rem}li{margin:.6rem 0}</style></head>
<body><h1>Documents</h1><ul>{{range .Entries}}<li><a href="documents/{{.Folder}}/deliverable.html">{{.Title}}</a> {{.Project}}, {{.At.Format "2 January 2006"}}
(<a href="documents/{{.Folder}}/deliverable.pdf">PDF</a>, <a href="documents/{{.Folder}}/deliverable.md">Markdown</a>, <a href="documents/{{.Folder}}/sources.json">sources</a>, <a href="documents/{{.Folder}}/receipt.json">receipt</a>, <a href="documents/{{.Folder}}/signed-bundle.txt">signed bundle</a>)</li>{{end}}</ul></body></html>
`

type listing struct {
	entry
	Folder string
}

// writeIndex writes the list of the documents that are in the folder. The folder that a
// project had under an older title goes.
func (k *Keeper) writeIndex(id org.ProjectID, name string) error {
	dir := filepath.Join(k.Dir, "documents")
	there, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	var all []listing
	for _, d := range there {
		raw, err := os.ReadFile(filepath.Join(dir, d.Name(), entryName)) // a path of ours
		l := listing{Folder: d.Name()}
		if err != nil || json.Unmarshal(raw, &l.entry) != nil || strings.HasPrefix(d.Name(), ".") {
			continue // not one of ours, or half written by a process that died
		}
		if l.Project == id && l.Folder != name {
			if err := os.RemoveAll(filepath.Join(dir, d.Name())); err != nil {
				return err
			}
			continue
		}
		all = append(all, l)
	}
	slices.SortFunc(all, func(a, b listing) int { return b.At.Compare(a.At) })
	var out bytes.Buffer
	page, err := template.New("").Parse(listPage)
	if err != nil {
		return err
	}
	err = page.Execute(&out, struct {
		Name    string
		Entries []listing
	}{k.Name, all})
	if err != nil {
		return err
	}
	return replaceFile(filepath.Join(k.Dir, "index.html"), out.Bytes())
}

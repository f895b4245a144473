package main

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"html"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
)

// Where Debian keeps Python's packages.
const distPackages = "usr/lib/python3/dist-packages"

// writeWheels makes a simple index. A Debian package without a name of Python's own is part of what depends on it.
func writeWheels(_ context.Context, dir, _ string, from []deb) (int, error) {
	byName := map[string]deb{}
	for _, d := range from {
		byName[d.name] = d
	}
	made := 0
	for _, d := range from {
		infos, err := findInfos(d)
		if err != nil {
			return 0, err
		}
		for _, info := range infos {
			files := map[string][]byte{}
			if err := collect(files, d); err != nil {
				return 0, err
			}
			for _, need := range d.needs {
				part, is := byName[need]
				if own, err := findInfos(part); !is || err != nil || len(own) > 0 {
					continue
				}
				if err := collect(files, part); err != nil {
					return 0, err
				}
			}
			if err := writeWheel(dir, info, files); err != nil {
				return 0, fmt.Errorf("%s: %w", d.name, err)
			}
			made++
		}
	}
	return made, nil
}

func findInfos(d deb) (out []string, err error) {
	entries, err := os.ReadDir(filepath.Join(d.root, distPackages))
	if os.IsNotExist(err) {
		return nil, nil
	}
	for _, e := range entries {
		if n := e.Name(); strings.HasSuffix(n, ".dist-info") || strings.HasSuffix(n, ".egg-info") {
			out = append(out, n)
		}
	}
	return out, err
}

func collect(files map[string][]byte, d deb) error {
	root := filepath.Join(d.root, distPackages)
	if _, err := os.Stat(root); err != nil {
		return nil //nolint:nilerr // it has no modules
	}
	return filepath.WalkDir(root, func(at string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		rel, err := filepath.Rel(root, at)
		if err != nil {
			return err
		}
		info, err := os.Stat(at)
		if os.IsNotExist(err) || err == nil && info.IsDir() {
			return nil // a link to what another package has, or to a folder of its pages
		}
		raw, err := os.ReadFile(at)
		files[rel] = raw
		return err
	})
}

var (
	headName    = lazyregexp.New(`(?m)^Name: *(\S+)`)
	headVersion = lazyregexp.New(`(?m)^Version: *(\S+)`)
	compiled    = lazyregexp.New(`\.cpython-(\d+)-(x86_64|aarch64)-linux-gnu\.so$`)
	separators  = lazyregexp.New(`[-_.]+`)
)

func writeWheel(dir, info string, files map[string][]byte) error {
	head := files[path.Join(info, "METADATA")]
	if head == nil {
		var is bool
		if head, is = files[path.Join(info, "PKG-INFO")]; !is {
			head = files[info] // older ones are a file
		}
		head = addRequires(head, string(files[path.Join(info, "requires.txt")]))
	}
	n, v := headName.FindSubmatch(head), headVersion.FindSubmatch(head)
	if n == nil || v == nil {
		return fmt.Errorf("%s names no name and version", info)
	}
	name, version := separators.ReplaceAllString(string(n[1]), "_"), string(v[1])
	tag := "py3-none-any"
	wheel := map[string][]byte{}
	own := fmt.Sprintf("%s-%s.dist-info", name, version)
	for at, raw := range files {
		top, rest, _ := strings.Cut(at, "/")
		switch {
		case top == info:
			if rest == "entry_points.txt" || rest == "top_level.txt" {
				wheel[path.Join(own, rest)] = raw
			}
		case strings.HasSuffix(top, ".dist-info"), strings.HasSuffix(top, ".egg-info"):
		default:
			wheel[at] = raw
			if m := compiled.FindStringSubmatch(at); m != nil {
				tag = fmt.Sprintf("cp%s-cp%s-linux_%s", m[1], m[1], m[2])
			}
		}
	}
	wheel[path.Join(own, "METADATA")] = head
	wheel[path.Join(own, "WHEEL")] = []byte("Wheel-Version: 1.0\nGenerator: repositories\nRoot-Is-Purelib: " + fmt.Sprint(tag == "py3-none-any") + "\nTag: " + tag + "\n")
	raw, err := packWheel(own, wheel)
	if err != nil {
		return err
	}
	file := fmt.Sprintf("%s-%s-%s.whl", name, version, tag)
	folder := filepath.Join(dir, strings.ToLower(strings.ReplaceAll(name, "_", "-")))
	page := fmt.Sprintf("<!DOCTYPE html><a href=\"%s#sha256=%x\">%s</a>\n", html.EscapeString(file), sha256.Sum256(raw), html.EscapeString(file))
	if err := write(filepath.Join(folder, file), raw); err != nil {
		return err
	}
	return write(filepath.Join(folder, "index.html"), []byte(page))
}

// addRequires puts what an older form names in a file of its own into the head.
func addRequires(head []byte, requires string) []byte {
	text, body, _ := strings.Cut(string(head), "\n\n")
	condition := ""
	for line := range strings.Lines(requires) {
		line = strings.TrimSpace(line)
		switch {
		case line == "":
		case strings.HasPrefix(line, "["):
			extra, marker, _ := strings.Cut(strings.Trim(line, "[]"), ":")
			var all []string
			if marker != "" {
				all = append(all, "("+marker+")")
			}
			if extra != "" {
				text += "\nProvides-Extra: " + extra
				all = append(all, fmt.Sprintf("extra == %q", extra))
			}
			condition = strings.Join(all, " and ")
		case condition != "":
			text += "\nRequires-Dist: " + line + "; " + condition
		default:
			text += "\nRequires-Dist: " + line
		}
	}
	return []byte(text + "\n\n" + body)
}

func packWheel(own string, files map[string][]byte) ([]byte, error) {
	var names []string
	for n := range files {
		names = append(names, n)
	}
	slices.Sort(names)
	record := ""
	for _, n := range names {
		sum := sha256.Sum256(files[n])
		record += fmt.Sprintf("%s,sha256=%s,%d\n", n, base64.RawURLEncoding.EncodeToString(sum[:]), len(files[n]))
	}
	record += path.Join(own, "RECORD") + ",,\n"
	names, files[path.Join(own, "RECORD")] = append(names, path.Join(own, "RECORD")), []byte(record)
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, n := range names {
		w, err := z.Create(n)
		if err == nil {
			_, err = w.Write(files[n])
		}
		if err != nil {
			return nil, fmt.Errorf("pack %s: %w", n, err)
		}
	}
	err := z.Close()
	return b.Bytes(), err
}

package main

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Where Debian keeps Maven's packages, in the form of a repository.
const mavenFolder = "usr/share/maven-repo"

// writeMaven copies that folder together. Its links lead into other folders of the packages.
func writeMaven(_ context.Context, dir, _ string, from []deb) (int, error) {
	roots := make([]string, 0, len(from))
	for _, d := range from {
		roots = append(roots, d.root)
	}
	made := 0
	for _, d := range from {
		base := filepath.Join(d.root, mavenFolder)
		if _, err := os.Stat(base); err != nil {
			continue // it has nothing for Maven
		}
		err := filepath.WalkDir(base, func(at string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() {
				return err
			}
			rel, err := filepath.Rel(base, at)
			if err != nil {
				return err
			}
			raw, err := readLinked(d.root, at, roots)
			if err != nil {
				return err
			}
			if strings.HasSuffix(rel, ".jar") {
				made++
			}
			return write(filepath.Join(dir, rel), raw)
		})
		if err != nil {
			return 0, err
		}
	}
	return made, nil
}

// readLinked follows links inside of the unpacked packages, as they would lie in one system.
func readLinked(root, at string, roots []string) ([]byte, error) {
	for range 8 { // a chain of links is short
		to, err := os.Readlink(at)
		if err != nil {
			return os.ReadFile(at)
		}
		rel, err := filepath.Rel(root, at)
		if err != nil {
			return nil, err
		}
		system := to
		if !filepath.IsAbs(to) {
			system = filepath.Join("/", filepath.Dir(rel), to)
		}
		at = filepath.Join(root, system)
		for _, r := range roots {
			if _, err := os.Lstat(filepath.Join(r, system)); err == nil {
				root, at = r, filepath.Join(r, system)
				break
			}
		}
	}
	return os.ReadFile(at)
}

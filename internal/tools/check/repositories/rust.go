package main

import (
	"archive/tar"
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// Where Debian keeps crates, unpacked.
const crateFolder = "usr/share/cargo/registry"

// What cargo tells of one.
type crate struct {
	Name         string              `json:"name"`
	Version      string              `json:"version"`
	Links        *string             `json:"links"`
	Features     map[string][]string `json:"features"`
	Dependencies []struct {
		Name     string   `json:"name"`
		Req      string   `json:"req"`
		Rename   *string  `json:"rename"`
		Target   *string  `json:"target"`
		Kind     string   `json:"kind"` // empty for what it always needs
		Optional bool     `json:"optional"`
		Features []string `json:"features"`
		Default  bool     `json:"uses_default_features"`
	} `json:"dependencies"`
}

// need is a dependency as an index has it.
type need struct {
	Name     string   `json:"name"`
	Req      string   `json:"req"`
	Features []string `json:"features"`
	Optional bool     `json:"optional"`
	Default  bool     `json:"default_features"`
	Target   *string  `json:"target"`
	Kind     string   `json:"kind"`
	Package  *string  `json:"package,omitempty"`
}

// writeCrates makes a sparse index with a file for each crate.
func writeCrates(ctx context.Context, dir, address string, from []deb) (int, error) {
	lines := map[string][]string{}
	for _, d := range from {
		crates, err := filepath.Glob(filepath.Join(d.root, crateFolder, "*", "Cargo.toml"))
		if err != nil {
			return 0, err
		}
		for _, at := range crates {
			name, line, err := writeCrate(ctx, dir, filepath.Dir(at))
			if err != nil {
				return 0, fmt.Errorf("%s: %w", d.name, err)
			}
			lines[name] = append(lines[name], line)
		}
	}
	made := 0
	for name, all := range lines {
		made += len(all)
		if err := write(filepath.Join(dir, indexPath(name)), []byte(strings.Join(all, "\n")+"\n")); err != nil {
			return 0, err
		}
	}
	config := fmt.Sprintf(`{"dl":"%s/crates"}`, address)
	return made, write(filepath.Join(dir, "config.json"), []byte(config))
}

// Where an index has a crate.
func indexPath(name string) string {
	name = strings.ToLower(name)
	const four = 4
	switch n := len(name); {
	case n < 3:
		return path.Join(fmt.Sprint(n), name)
	case n < four:
		return path.Join("3", name[:1], name)
	}
	return path.Join(name[:2], name[2:4], name)
}

func writeCrate(ctx context.Context, dir, folder string) (name, line string, err error) {
	var told struct {
		Packages []crate `json:"packages"`
	}
	raw, err := exec.CommandContext(ctx, "cargo", "metadata", "--no-deps", "--offline", "--format-version", "1", "--manifest-path", filepath.Join(folder, "Cargo.toml")).Output()
	if err == nil {
		err = json.Unmarshal(raw, &told)
	}
	if err != nil || len(told.Packages) != 1 {
		return "", "", fmt.Errorf("ask cargo what %s is: %w", filepath.Base(folder), err)
	}
	c := told.Packages[0]
	packed, err := packCrate(folder, c.Name+"-"+c.Version)
	if err != nil {
		return "", "", err
	}
	plain, newer := map[string][]string{}, map[string][]string{} // older tools do not know the second
	for f, parts := range c.Features {
		if slices.ContainsFunc(parts, func(p string) bool { return strings.HasPrefix(p, "dep:") || strings.Contains(p, "?/") }) {
			newer[f] = parts
		} else {
			plain[f] = parts
		}
	}
	text, err := json.Marshal(map[string]any{
		"name": c.Name, "vers": c.Version, "deps": c.needs(), "cksum": fmt.Sprintf("%x", sha256.Sum256(packed)), "features": plain, "features2": newer, "yanked": false, "v": 2, "links": c.Links,
	})
	if err != nil {
		return "", "", fmt.Errorf("tell of %s: %w", c.Name, err)
	}
	return c.Name, string(text), write(filepath.Join(dir, "crates", c.Name, c.Version, "download"), packed)
}

func (c crate) needs() []need {
	out := []need{}
	for _, d := range c.Dependencies {
		if d.Kind == "dev" {
			continue
		}
		n := need{Name: d.Name, Req: d.Req, Features: d.Features, Optional: d.Optional, Default: d.Default, Target: d.Target, Kind: cmp.Or(d.Kind, "normal")}
		if d.Rename != nil {
			n.Name, n.Package = *d.Rename, &d.Name
		}
		out = append(out, n)
	}
	return out
}

// packCrate packs the files below a folder's name, without the sums that Debian put beside them.
func packCrate(folder, name string) ([]byte, error) {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	t := tar.NewWriter(z)
	err := filepath.WalkDir(folder, func(at string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() || d.Name() == ".cargo-checksum.json" {
			return err
		}
		rel, err := filepath.Rel(folder, at)
		if err != nil {
			return err
		}
		raw, err := os.ReadFile(at)
		if err != nil {
			return err
		}
		if err := t.WriteHeader(&tar.Header{Name: path.Join(name, rel), Mode: 0o644, Size: int64(len(raw)), Format: tar.FormatUSTAR}); err != nil {
			return err
		}
		_, err = t.Write(raw)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("pack %s: %w", name, err)
	}
	for _, c := range []interface{ Close() error }{t, z} {
		if err := c.Close(); err != nil {
			return nil, fmt.Errorf("pack %s: %w", name, err)
		}
	}
	return b.Bytes(), nil
}

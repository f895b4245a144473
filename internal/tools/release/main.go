// Command release builds what is given to operators: for each platform one
// archive with the three programs, linked statically, and the deploy script;
// a bill of materials; and the checksums of all files. It is not shipped.
//
//	go run ./internal/tools/release -version v0.1.0 -out dist
package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/hex"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	cdx "github.com/CycloneDX/cyclonedx-go"
)

// platform is one target and the C compiler that builds SQLite for it.
type platform struct{ arch, cc string }

func platforms() []platform { return []platform{{"amd64", "gcc"}, {"arm64", "aarch64-linux-gnu-gcc"}} }

// programs are what an archive holds.
func programs() []string { return []string{"bot", "worker", "frasier"} }

func main() {
	version := flag.String("version", "", "the release's version, such as v0.1.0")
	out := flag.String("out", "dist", "the folder for the files")
	only := flag.String("arch", "", "build for one of amd64 and arm64 only")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := release(ctx, *version, *out, *only)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

func release(ctx context.Context, version, out, only string) error {
	if !regexp.MustCompile(`^v\d+\.\d+\.\d+(-[0-9a-z.]+)?$`).MatchString(version) {
		return fmt.Errorf("-version is %q: write one such as v0.1.0", version)
	}
	if err := os.MkdirAll(out, 0o750); err != nil {
		return err
	}
	var made []string
	for _, p := range platforms() {
		if only != "" && only != p.arch {
			continue
		}
		if _, err := exec.LookPath(p.cc); err != nil {
			return fmt.Errorf("building for %s needs %s (Debian: apt-get install gcc-aarch64-linux-gnu)", p.arch, p.cc)
		}
		files, err := platformFiles(ctx, p, version, out)
		if err != nil {
			return fmt.Errorf("build for %s: %w", p.arch, err)
		}
		made = append(made, files...)
	}
	if len(made) == 0 {
		return fmt.Errorf("-arch is %q: write amd64 or arm64", only)
	}
	return checksums(out, made)
}

// platformFiles builds one platform's archive and its bill of materials.
func platformFiles(ctx context.Context, p platform, version, out string) (files []string, err error) {
	dir, err := os.MkdirTemp("", "release")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	if err := build(ctx, p, dir); err != nil {
		return nil, err
	}
	base := fmt.Sprintf("frasier_%s_linux_%s", strings.TrimPrefix(version, "v"), p.arch)
	if err := archive(filepath.Join(out, base+".tar.gz"), base, dir); err != nil {
		return nil, err
	}
	if err := bill(filepath.Join(out, base+".cdx.json"), version, dir); err != nil {
		return nil, err
	}
	return []string{base + ".tar.gz", base + ".cdx.json"}, nil
}

// build compiles the programs. The tags replace the C library's resolver and
// user lookup, and SQLite's loading of extensions, which a static program
// cannot have.
func build(ctx context.Context, p platform, dir string) error {
	for _, name := range programs() {
		cmd := exec.CommandContext(ctx, "go", "build", "-trimpath", "-buildvcs=auto", "-tags", "netgo,osusergo,sqlite_omit_load_extension",
			"-ldflags", "-s -w -linkmode external -extldflags -static", "-o", filepath.Join(dir, name), "./cmd/"+name)
		cmd.Env = append(os.Environ(), "GOOS=linux", "GOARCH="+p.arch, "CGO_ENABLED=1", "CC="+p.cc)
		cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
		if err := cmd.Run(); err != nil {
			return fmt.Errorf("go build %s: %w", name, err)
		}
	}
	return nil
}

// archive packs the programs, the deploy script and the README. Equal contents
// give equal bytes.
func archive(path, base, dir string) error {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	t := tar.NewWriter(z)
	type entry struct {
		name, from string
		mode       int64
	}
	list := []entry{{"deploy.sh", "deploy.sh", 0o755}, {"README.md", "README.md", 0o644}}
	for _, name := range programs() {
		list = append(list, entry{name, filepath.Join(dir, name), 0o755})
	}
	for _, e := range list {
		raw, err := os.ReadFile(e.from)
		if err != nil {
			return err
		}
		h := &tar.Header{Name: base + "/" + e.name, Mode: e.mode, Size: int64(len(raw)), ModTime: time.Unix(0, 0), Format: tar.FormatPAX}
		if err := t.WriteHeader(h); err != nil {
			return err
		}
		if _, err := t.Write(raw); err != nil {
			return err
		}
	}
	if err := errors.Join(t.Close(), z.Close()); err != nil {
		return err
	}
	return os.WriteFile(path, b.Bytes(), 0o644)
}

// bill writes the modules that the programs were built from, as the programs
// themselves record them.
func bill(path, version, dir string) (err error) {
	modules := map[string]*debug.Module{}
	for _, name := range programs() {
		info, err := buildinfo.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return err
		}
		for _, m := range info.Deps {
			for m.Replace != nil {
				m = m.Replace
			}
			modules[m.Path] = m
		}
	}
	var parts []cdx.Component
	for _, m := range modules {
		parts = append(parts, cdx.Component{
			BOMRef: m.Path + "@" + m.Version, Type: cdx.ComponentTypeLibrary, Name: m.Path, Version: m.Version,
			PackageURL: "pkg:golang/" + m.Path + "@" + m.Version,
		})
	}
	slices.SortFunc(parts, func(a, b cdx.Component) int { return strings.Compare(a.Name, b.Name) })
	doc := cdx.NewBOM()
	doc.Metadata = &cdx.Metadata{Component: &cdx.Component{Type: cdx.ComponentTypeApplication, Name: "frasier", Version: version}}
	doc.Components = &parts
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	return cdx.NewBOMEncoder(f, cdx.BOMFileFormatJSON).SetPretty(true).Encode(doc)
}

// checksums writes SHA256SUMS, as sha256sum -c reads it.
func checksums(out string, files []string) error {
	var b strings.Builder
	for _, name := range files {
		f, err := os.Open(filepath.Join(out, name))
		if err != nil {
			return err
		}
		h := sha256.New()
		_, err = io.Copy(h, f)
		if err := errors.Join(err, f.Close()); err != nil {
			return err
		}
		fmt.Fprintf(&b, "%s  %s\n", hex.EncodeToString(h.Sum(nil)), name)
	}
	return os.WriteFile(filepath.Join(out, "SHA256SUMS"), []byte(b.String()), 0o644)
}

// Command release builds what is given to operators: for each platform one
// archive with the three programs, linked statically, and the deploy script;
// a bill of materials; install.sh; and the checksums of all files with their
// signature. It is not shipped.
//
//	FRASIER_RELEASE_KEY=FILE go run ./internal/tools/release -version v0.1.0 -out dist
//
// The private key comes from that file, or the variable holds the key itself; it never stands in the
// repository. Its public half is cmd/internal/update/release.pub, which the programs carry.
package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/ed25519"
	"debug/buildinfo"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"

	cdx "github.com/CycloneDX/cyclonedx-go"

	"github.com/frasier-cos/frasier/internal/tools/release/pack"
)

// platform is one target and the C compiler that builds SQLite for it.
type platform struct{ arch, cc string }

func platforms() []platform { return []platform{{"amd64", "gcc"}, {"arm64", "aarch64-linux-gnu-gcc"}} }

func main() {
	version := flag.String("version", "", "the release's version, such as v0.1.0")
	out := flag.String("out", "dist", "the folder for the files")
	only := flag.String("arch", "", "build for one of amd64 and arm64 only")
	programs := flag.String("programs", "", "only build the programs of -arch into this folder, and sign nothing")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	var err error
	if i := slices.IndexFunc(platforms(), func(p platform) bool { return p.arch == *only }); *programs != "" && i >= 0 {
		err = build(ctx, platforms()[i], *programs)
	} else {
		err = release(ctx, *version, *out, *only)
	}
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

// Where the public half of the key stands.
const publicKey = "cmd/internal/update/release.pub"

// readKey reads the key of releases and holds it against the half that the programs will carry. A
// release that nobody could check is not made.
func readKey(path string) (key ed25519.PrivateKey, public []byte, err error) {
	const how = "make one, once, and keep it where nobody else can read it, outside of the repository:\n" +
		"    openssl genpkey -algorithm ed25519 -out ~/frasier-release.key && chmod 600 ~/frasier-release.key\n" +
		"    openssl pkey -in ~/frasier-release.key -pubout -out " + publicKey + "   # commit this one\n" +
		"then: make release VERSION=v0.1.0 FRASIER_RELEASE_KEY=$HOME/frasier-release.key"
	if path == "" {
		return nil, nil, errors.New("a release is signed, and FRASIER_RELEASE_KEY names no file with the private key. If there is none yet, " + how)
	}
	text, err := []byte(path), error(nil)
	if !strings.HasPrefix(path, "-----BEGIN") {
		text, err = os.ReadFile(path)
	} else {
		path = "the key in FRASIER_RELEASE_KEY"
	}
	if err != nil {
		return nil, nil, fmt.Errorf("the private key cannot be read: %w. FRASIER_RELEASE_KEY names its file; if there is none yet, %s", err, how)
	}
	if key, err = pack.ParsePrivateKey(text); err != nil {
		return nil, nil, fmt.Errorf("%s holds no key that signs releases: %w", path, err)
	}
	if public, err = pack.PublicKey(key); err != nil {
		return nil, nil, err
	}
	if carried, err := os.ReadFile(publicKey); err != nil || !bytes.Equal(bytes.TrimSpace(carried), bytes.TrimSpace(public)) {
		return nil, nil, fmt.Errorf("%s does not hold the public half of %s, so no installed program would take this release. If the key is the right one, write its public half there (openssl pkey -in KEY -pubout -out %s) and commit that", publicKey, path, publicKey)
	}
	return key, public, nil
}

func release(ctx context.Context, version, out, only string) error {
	if !regexp.MustCompile(`^v\d+\.\d+\.\d+(-[0-9a-z.]+)?$`).MatchString(version) {
		return fmt.Errorf("-version is %q: write one such as v0.1.0", version)
	}
	key, public, err := readKey(os.Getenv("FRASIER_RELEASE_KEY"))
	if err != nil {
		return err
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
	if err := pack.WriteInstaller(out, public); err != nil {
		return err
	}
	return pack.SumAndSign(out, append(made, pack.Installer), key)
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
	base := pack.ArchiveBase(version, p.arch)
	if err := pack.WriteArchive(filepath.Join(out, base+pack.Ending), ".", dir, gzip.BestCompression); err != nil {
		return nil, err
	}
	if info, err := buildinfo.ReadFile(filepath.Join(dir, "frasier")); err != nil {
		return nil, err
	} else if info.Main.Version != version {
		return nil, fmt.Errorf("the programs call themselves %s and not %s, which a server would compare: commit all changes, then: git tag %s", info.Main.Version, version, version)
	}
	if err := bill(filepath.Join(out, base+".cdx.json"), version, dir); err != nil {
		return nil, err
	}
	return []string{base + pack.Ending, base + ".cdx.json"}, nil
}

// build compiles the programs. The tags replace the C library's resolver and
// user lookup, and SQLite's loading of extensions, which a static program
// cannot have.
func build(ctx context.Context, p platform, dir string) error {
	for _, name := range pack.Programs() {
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

// bill writes the modules that the programs were built from, as the programs
// themselves record them.
func bill(path, version, dir string) (err error) {
	modules := map[string]*debug.Module{}
	for _, name := range pack.Programs() {
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

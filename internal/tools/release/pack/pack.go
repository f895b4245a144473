// Package pack makes what a release is given out as: an archive for each platform,
// install.sh with the key that releases are checked with, the sums of all files and
// their signature. It is not shipped.
package pack

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/ed25519"
	"crypto/sha256"
	"crypto/x509"
	_ "embed"
	"encoding/hex"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Programs are what an archive holds, beside the files of the repository.
func Programs() []string { return []string{"bot", "worker", "frasier"} }

// The names of the list of sums and of its signature.
const (
	List      = "SHA256SUMS"
	Signature = "SHA256SUMS.sig"
	Installer = "install.sh"
)

//go:embed install.sh
var installer string

// Where the key stands in install.sh.
const keyPlace = "@PUBLIC_KEY@"

// WriteInstaller writes install.sh with the public key, in PEM.
func WriteInstaller(out string, public []byte) error {
	text := strings.Replace(installer, keyPlace, strings.TrimSpace(string(public)), 1)
	path := filepath.Join(out, Installer)
	return errors.Join(os.WriteFile(path, []byte(text), 0o755), os.Chmod(path, 0o755))
}

// WriteArchive packs the programs of a folder, the deploy script, the Containerfile and the README, which
// stand in root, at a level of compress/gzip. Equal contents give equal bytes.
func WriteArchive(path, root, dir string, level int) error {
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, level)
	if err != nil {
		return err
	}
	base := strings.TrimSuffix(filepath.Base(path), Ending)
	t := tar.NewWriter(z)
	type entry struct {
		name, from string
		mode       int64
	}
	var list []entry
	for _, e := range []entry{{"deploy.sh", "", 0o755}, {"Containerfile", "", 0o644}, {"README.md", "", 0o644}} {
		list = append(list, entry{e.name, filepath.Join(root, e.name), e.mode})
	}
	for _, name := range Programs() {
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

// Ending is that of an archive's name.
const Ending = ".tar.gz"

// ArchiveBase names a release's archive for a platform, without its ending.
func ArchiveBase(version, arch string) string {
	return fmt.Sprintf("frasier_%s_linux_%s", strings.TrimPrefix(version, "v"), arch)
}

// SumAndSign writes SHA256SUMS, as sha256sum -c reads it, and its signature.
func SumAndSign(out string, files []string, key ed25519.PrivateKey) error {
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
	list := []byte(b.String())
	return errors.Join(os.WriteFile(filepath.Join(out, List), list, 0o644), os.WriteFile(filepath.Join(out, Signature), ed25519.Sign(key, list), 0o644))
}

// ParsePrivateKey reads a key as "openssl genpkey -algorithm ed25519" writes it.
func ParsePrivateKey(text []byte) (ed25519.PrivateKey, error) {
	block, _ := pem.Decode(text)
	if block == nil {
		return nil, errors.New("it is no PEM file, as \"openssl genpkey -algorithm ed25519\" writes one")
	}
	parsed, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	if err != nil {
		return nil, err
	}
	key, ok := parsed.(ed25519.PrivateKey)
	if !ok {
		return nil, errors.New("it is no ed25519 key")
	}
	return key, nil
}

// PublicKey gives the public half of a key, in PEM.
func PublicKey(key ed25519.PrivateKey) ([]byte, error) {
	public, ok := key.Public().(ed25519.PublicKey)
	if !ok {
		return nil, errors.New("it has no public half")
	}
	raw, err := x509.MarshalPKIXPublicKey(public)
	if err != nil {
		return nil, err
	}
	return pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: raw}), nil
}

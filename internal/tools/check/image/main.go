// Command image shows that the Containerfile gives a container that works: Debian's
// buildah builds it of static programs, and in it a project is done and verified, and
// a model endpoint is reached whose certificate is among those that were copied in.
//
//	image
//
// "make proof" runs it. It needs no network and leaves nothing.
package main

import (
	"context"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"syscall"
)

// Where Debian keeps those of all authorities.
const certificates = "/etc/ssl/certs/ca-certificates.crt"

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Stdout)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "image:", err)
		os.Exit(1)
	}
}

// builder runs buildah with a folder of its own for images and containers.
type builder struct{ dir string }

func (b builder) run(ctx context.Context, args ...string) (string, error) {
	own := []string{"--storage-driver", "vfs", "--root", filepath.Join(b.dir, "images"), "--runroot", filepath.Join(b.dir, "state")}
	out, err := exec.CommandContext(ctx, "buildah", append(own, args...)...).CombinedOutput()
	text := strings.TrimSpace(string(out))
	if err != nil {
		return text, fmt.Errorf("buildah %s: %w\n%s", args[0], err, text)
	}
	return text, nil
}

func run(ctx context.Context, out io.Writer) (err error) {
	if _, err := exec.LookPath("buildah"); err != nil {
		return errors.New("buildah is missing (Debian: apt-get install buildah)")
	}
	dir, err := os.MkdirTemp("", "image")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	asked := atomic.Int64{}
	endpoint := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		asked.Add(1)
		fmt.Fprint(w, `{"data": []}`)
	}))
	defer endpoint.Close()
	folder := filepath.Join(dir, "release")
	if err := fillFolder(ctx, folder, endpoint.Certificate().Raw); err != nil {
		return err
	}
	b := builder{dir}
	if _, err := b.run(ctx, "build", "--isolation", "chroot", "-t", "frasier", folder); err != nil {
		return err
	}
	container, err := b.run(ctx, "from", "frasier")
	if err != nil {
		return err
	}
	defer func() {
		_, gone := b.run(context.WithoutCancel(ctx), "rm", container)
		err = errors.Join(err, gone)
	}()
	inside := func(args ...string) (string, error) {
		given := []string{"run", "--isolation", "chroot", "-v", filepath.Join(dir, "data") + ":/data", "-v", filepath.Join(folder, "examples") + ":/examples:ro"}
		return b.run(ctx, append(append(given, container, "--"), args...)...)
	}
	if err := os.Mkdir(filepath.Join(dir, "data"), 0o700); err != nil {
		return err
	}
	version, err := inside("frasier", "version")
	if err != nil {
		return err
	}
	if _, err := inside("frasier", "run", "/examples/roadmap.md", "-out", "/data/out"); err != nil {
		return err
	}
	if _, err := inside("frasier", "verify"); err != nil {
		return err
	}
	if papers, err := filepath.Glob(filepath.Join(dir, "data/out/*/deliverable.pdf")); err != nil || len(papers) != 1 {
		return fmt.Errorf("the project in the container left %d documents, want 1: %w", len(papers), err)
	}
	if _, err := b.run(ctx, "config", "--env", "FRASIER_LLM_URL="+endpoint.URL, container); err != nil {
		return err
	}
	if said, err := inside("frasier", "doctor", "--all"); asked.Load() == 0 {
		return fmt.Errorf("no request came through TLS: %w\n%s", err, said)
	}
	fmt.Fprintf(out, "%s, in a container of buildah: a project done and verified, an endpoint reached over TLS\n", version)
	return nil
}

// fillFolder makes the folder that an image is built in: what a release unpacks to, and the
// certificates, with one more of an authority.
func fillFolder(ctx context.Context, folder string, authority []byte) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	build := exec.CommandContext(ctx, "go", "run", "./internal/tools/release", "-arch", runtime.GOARCH, "-programs", folder)
	if text, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("build the programs: %w\n%s", err, text)
	}
	known, err := os.ReadFile(certificates)
	if err != nil {
		return fmt.Errorf("read the certificates (Debian: apt-get install ca-certificates): %w", err)
	}
	known = append(known, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: authority})...)
	file, err := os.ReadFile("Containerfile")
	if err != nil {
		return err
	}
	return errors.Join(os.WriteFile(filepath.Join(folder, "Containerfile"), file, 0o644), os.WriteFile(filepath.Join(folder, "ca-certificates.crt"), known, 0o644),
		os.CopyFS(filepath.Join(folder, "examples"), os.DirFS("examples")))
}

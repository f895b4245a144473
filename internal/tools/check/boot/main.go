// Command boot shows that deploy.sh makes a server on which code is changed: it boots a
// Debian in a virtual machine of 1 GB, installs there, has the unit for code merge a
// change, and tries what that unit may not read.
//
//	boot
//
// "make proof" runs it; it needs Debian's packages (mmdebstrap) and qemu, and leaves nothing.
package main

import (
	"bufio"
	"context"
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// Packages of the machine: what systemd needs to boot, and what the docs ask for.
const packages = "systemd,systemd-sysv,dbus,udev,kmod,linux-image-cloud-amd64,initramfs-tools,iproute2,procps,ca-certificates,curl,bubblewrap,git"

// limit is for the whole. The machine is not accelerated, so that it boots wherever the
// programs do: all takes twenty minutes, and three times that beside other work.
const limit = 100 * time.Minute

//go:embed inside.sh trial
var files embed.FS

// unit runs inside.sh once the machine is up.
const unit = `[Unit]
After=multi-user.target

[Service]
Type=oneshot
ExecStart=/root/trial/inside.sh
TimeoutStartSec=infinity

[Install]
WantedBy=default.target
`

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Stdout)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "boot:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, out io.Writer) (err error) {
	for tool, from := range map[string]string{"mmdebstrap": "mmdebstrap", "qemu-system-x86_64": "qemu-system-x86", "mke2fs": "e2fsprogs"} {
		if _, err := exec.LookPath(tool); err != nil {
			return fmt.Errorf("%s is missing (Debian: apt-get install %s)", tool, from)
		}
	}
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	dir, err := os.MkdirTemp("", "boot")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	root := filepath.Join(dir, "root")
	if err := runTool(ctx, "mmdebstrap", "--quiet", "--variant=minbase", "--include="+packages, "bookworm", root); err != nil {
		return err
	}
	if err := furnishMachine(ctx, root); err != nil {
		return err
	}
	disk := filepath.Join(dir, "disk")
	if err := runTool(ctx, "mke2fs", "-q", "-t", "ext4", "-d", root, disk, "3G"); err != nil {
		return err
	}
	return tryMachine(ctx, out, root, disk)
}

// furnishMachine puts the programs, the script and the order on the machine.
func furnishMachine(ctx context.Context, root string) error {
	home := filepath.Join(root, "root", "trial")
	inner, err := fs.Sub(files, "trial")
	if err != nil {
		return err
	}
	if err := os.CopyFS(home, inner); err != nil {
		return err
	}
	script, err := files.ReadFile("inside.sh")
	if err != nil {
		return err
	}
	deploy, err := os.ReadFile("deploy.sh")
	if err != nil {
		return fmt.Errorf("run it in the repository's folder: %w", err)
	}
	at := filepath.Join(root, "etc", "systemd", "system")
	for path, text := range map[string][]byte{
		filepath.Join(home, "inside.sh"): script, filepath.Join(home, "deploy.sh"): deploy, filepath.Join(at, "trial.service"): []byte(unit),
		filepath.Join(at, "serial-getty@ttyS0.service.d", "off.conf"): []byte("[Unit]\nConditionPathExists=/nowhere\n"), // a login there would take the console away
		filepath.Join(root, "etc", "fstab"):                           []byte("/dev/vda / ext4 defaults 0 1\n"),
	} {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil { // of the machine
			return err
		}
		if err := os.WriteFile(path, text, 0o755); err != nil { // programs of the machine
			return err
		}
	}
	wants := filepath.Join(at, "default.target.wants")
	if err := os.MkdirAll(wants, 0o755); err != nil { // of the machine
		return err
	}
	if err := os.Symlink("../trial.service", filepath.Join(wants, "trial.service")); err != nil {
		return err
	}
	return runTool(ctx, "go", "build", "-o", filepath.Join(home, "release")+"/", "./cmd/bot", "./cmd/worker", "./cmd/frasier")
}

// runTool runs a tool and names what it said when it fails.
func runTool(ctx context.Context, name string, args ...string) error {
	if text, err := exec.CommandContext(ctx, name, args...).CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", name, err, text)
	}
	return nil
}

// tryMachine boots the machine and reads from its console how each trial went.
func tryMachine(ctx context.Context, out io.Writer, root, disk string) error {
	kernel, err1 := filepath.Glob(filepath.Join(root, "boot", "vmlinuz-*"))
	initrd, err2 := filepath.Glob(filepath.Join(root, "boot", "initrd.img-*"))
	if err := errors.Join(err1, err2); err != nil || len(kernel) == 0 || len(initrd) == 0 {
		return fmt.Errorf("no kernel was installed: %w", err)
	}
	vm := exec.CommandContext(ctx, "qemu-system-x86_64", "-accel", "tcg,thread=multi", "-cpu", "max", "-m", "1024", "-smp", "2", "-nographic", "-no-reboot", "-nic", "none",
		"-kernel", kernel[0], "-initrd", initrd[0], "-append", "root=/dev/vda rw console=ttyS0 quiet", "-drive", "file="+disk+",format=raw,if=virtio")
	console, err := vm.StdoutPipe()
	if err != nil {
		return err
	}
	if err := vm.Start(); err != nil {
		return err
	}
	trials, failed, ended, begun := 0, 0, false, time.Now()
	for lines := bufio.NewScanner(console); lines.Scan(); {
		line := strings.TrimSpace(lines.Text())
		at := strings.Index(line, "trial: ")
		switch {
		case at < 0:
		case line[at:] == "trial: end":
			ended = true
		default:
			trials++
			if !strings.HasSuffix(line, ": ok") {
				failed++
			}
		}
		fmt.Fprintf(out, "%4d s  %s\n", int(time.Since(begun).Seconds()), line)
	}
	if err := vm.Wait(); err != nil {
		return err
	}
	if !ended || failed > 0 || trials == 0 {
		return fmt.Errorf("%d of %d trials failed, and the script came to its end: %t", failed, trials, ended)
	}
	fmt.Fprintf(out, "%d trials on a server of 1 GB: code merged by frasier-coder@1, doctor green, home and other users' files out of reach\n", trials)
	return nil
}

package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// suite is the Debian whose packages the registries hold: repositories of today want newer ones than the machine may have.
const suite = "trixie"

// debian downloads packages of a suite, whatever suite the machine itself has.
type debian struct {
	dir     string
	options []string
}

func openDebian(ctx context.Context, dir string) (*debian, error) {
	for tool, from := range map[string]string{"apt-get": "apt", "dpkg-deb": "dpkg"} {
		if _, err := exec.LookPath(tool); err != nil {
			return nil, fmt.Errorf("%s is missing (Debian: apt-get install %s)", tool, from)
		}
	}
	said, err := exec.CommandContext(ctx, "apt-get", "indextargets", "--format", "$(REPO_URI)", "Created-By: Packages").Output()
	if err != nil {
		return nil, fmt.Errorf("find Debian's archive: %w", err)
	}
	archive := ""
	for line := range strings.Lines(string(said)) {
		if line = strings.TrimSpace(line); !strings.Contains(line, "security") {
			archive = line
			break
		}
	}
	if archive == "" {
		return nil, errors.New("this machine names no archive of Debian")
	}
	for _, d := range []string{"lists/partial", "cache/archives/partial", "debs"} {
		if err := os.MkdirAll(filepath.Join(dir, d), 0o755); err != nil { // apt reads it as a user of its own
			return nil, err
		}
	}
	list := filepath.Join(dir, "sources.list")
	line := fmt.Sprintf("deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] %s %s main\n", archive, suite)
	if err := os.WriteFile(list, []byte(line), 0o644); err != nil { // as above
		return nil, err
	}
	d := &debian{dir: dir}
	for _, o := range []string{"Dir::Etc::sourcelist=" + list, "Dir::Etc::sourceparts=-", "Dir::State::lists=" + filepath.Join(dir, "lists"), "Dir::State::status=/dev/null", "Dir::Cache=" + filepath.Join(dir, "cache"), "APT::Sandbox::User=root"} {
		d.options = append(d.options, "-o", o)
	}
	_, err = d.run(ctx, "apt-get", "update", "-q")
	return d, err
}

func (d *debian) run(ctx context.Context, tool string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, tool, append(slices.Clone(d.options), args...)...)
	cmd.Dir = filepath.Join(d.dir, "debs")
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		return out, fmt.Errorf("%s %s: %w\n%s", tool, args[0], err, errs.Bytes())
	}
	return out, nil
}

// A deb is a package that was unpacked.
type deb struct {
	name, root string
	needs      []string // names of packages
}

// unpack downloads packages and all that they depend on whose names begin with prefix, and unpacks them.
func (d *debian) unpack(ctx context.Context, prefix string, names []string) ([]deb, error) {
	said, err := d.run(ctx, "apt-cache", append([]string{"depends", "--recurse", "--no-recommends", "--no-suggests", "--no-conflicts", "--no-breaks", "--no-replaces", "--no-enhances"}, names...)...)
	if err != nil {
		return nil, err
	}
	needs := map[string][]string{}
	current := ""
	for lines := bufio.NewScanner(bytes.NewReader(said)); lines.Scan(); {
		line := lines.Text()
		name := strings.TrimSpace(line)
		if _, need, ok := strings.Cut(name, "Depends: "); ok {
			needs[current] = append(needs[current], need)
		} else if line == name {
			current = name
		}
	}
	wanted := reach(names, prefix, needs)
	if _, err := d.run(ctx, "apt-get", append([]string{"download", "-q"}, wanted...)...); err != nil {
		return nil, err
	}
	var out []deb
	for _, name := range wanted {
		files, err := filepath.Glob(filepath.Join(d.dir, "debs", name+"_*.deb"))
		if err != nil || len(files) != 1 {
			return nil, fmt.Errorf("%d files of the package %s came: %w", len(files), name, err)
		}
		root := filepath.Join(d.dir, "root", name)
		if err := os.MkdirAll(root, 0o700); err != nil {
			return nil, err
		}
		if text, err := exec.CommandContext(ctx, "dpkg-deb", "-x", files[0], root).CombinedOutput(); err != nil {
			return nil, fmt.Errorf("unpack %s: %w\n%s", name, err, text)
		}
		out = append(out, deb{name, root, needs[name]})
	}
	return out, nil
}

// reach returns the names and what they need, as far as it begins with a prefix and is a package itself.
func reach(names []string, prefix string, needs map[string][]string) []string {
	var out []string
	for queue := slices.Clone(names); len(queue) > 0; queue = queue[1:] {
		name := queue[0]
		_, known := needs[name]
		if slices.Contains(out, name) || strings.HasPrefix(name, "<") || !known && !slices.Contains(names, name) {
			continue
		}
		out = append(out, name)
		for _, need := range needs[name] {
			if strings.HasPrefix(need, prefix) {
				queue = append(queue, need)
			}
		}
	}
	slices.Sort(out)
	return out
}

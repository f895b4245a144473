package coding

import (
	"time"

	"github.com/frasier-cos/frasier/internal/org"
)

// Toolchain is a compiler or an interpreter with what belongs to it, found on a machine.
type Toolchain struct {
	Name    string   `json:"name"` // "go", "node", "python", "rust", "jvm"
	Version string   `json:"version"`
	Path    string   `json:"path"` // of its program
	Bin     []string `json:"bin"`  // folders with its programs
	Read    []string `json:"read"` // folders that it reads; they hold no credentials
}

// Recipe makes the packages of one part of a repository ready for its checks: fetched by commands that see
// its manifests and lock files and a way to the registries, then built by commands that see no network.
type Recipe struct {
	Ecosystem string   `json:"ecosystem"` // "go", "npm", "pnpm", "yarn", "pip", "cargo"
	Dir       string   `json:"dir,omitempty"`
	Files     []string `json:"files"`           // what fetching sees
	Empty     []string `json:"empty,omitempty"` // files that a tool insists on, and that fetching sees without their content
	Fetch     []string `json:"fetch"`           // lines for a shell, in Dir
	Build     []string `json:"build,omitempty"`
	Whole     bool     `json:"whole,omitempty"` // building sees all files of the repository
	Unlocked  bool     `json:"unlocked,omitempty"`
	Locked    bool     `json:"locked,omitempty"` // its lock file is of another tool, and its versions are kept to all the same
	Needs     []Need   `json:"needs,omitempty"`
	Wants     []string `json:"-"` // what its manifests name that no lock file goes with, as they name it
}

// Need is a toolchain that a repository wants.
type Need struct {
	Name    string `json:"name"`
	Version string `json:"version,omitempty"` // at least; empty for any
	Pinned  bool   `json:"pinned,omitempty"`  // one that begins with it is better than a newer one
}

// Package is one that was fetched.
type Package struct {
	Ecosystem string `json:"ecosystem"`
	Name      string `json:"name"`
	Version   string `json:"version"`
}

// Setup stands ready for a repository's checks: a layer of files that they can read, and write to without changing it.
type Setup struct {
	Key        string      `json:"key"`
	Recipes    []Recipe    `json:"recipes"`
	Toolchains []Toolchain `json:"toolchains,omitempty"`
	Packages   []Package   `json:"packages,omitempty"`
	Made       []string    `json:"made,omitempty"` // below the files of the repository
	Bytes      int64       `json:"bytes"`
	MS         int64       `json:"ms"`
	Own        bool        `json:"own,omitempty"` // the repository's own code wanted it, not a change alone
}

// EnvironmentState tells how far the environment of a repository is.
type EnvironmentState string

// The states: somebody asked for it, it is worked on, it was made and the checks were tried, it could not be made, or somebody called it off.
const (
	EnvironmentDue       EnvironmentState = "due"
	EnvironmentWorking   EnvironmentState = "working"
	EnvironmentTried     EnvironmentState = "tried"
	EnvironmentFailed    EnvironmentState = "failed"
	EnvironmentCancelled EnvironmentState = "cancelled"
)

// Environment tells what a repository's checks have on a machine, and how they end on the code as it is.
type Environment struct {
	Repository string           `json:"repository"` // its id
	Machine    string           `json:"machine"`
	State      EnvironmentState `json:"state"`
	Asked      org.Channel      `json:"-"` // who is told; empty for nobody
	Again      bool             `json:"-"` // what is there is made anew
	Commit     string           `json:"commit,omitempty"`
	Setup      Setup            `json:"setup,omitzero"`
	Checks     []CheckState     `json:"checks,omitempty"`
	Why        string           `json:"why,omitempty"` // why there is no setup, in a sentence
	At         time.Time        `json:"at"`
}

// CheckState says of one check whether the code as it is passes it.
type CheckState struct {
	Name    string   `json:"check"`
	Good    bool     `json:"good"`
	Passed  int      `json:"passed,omitempty"` // tests, where it names them
	Failing []string `json:"failing,omitempty"`
	Why     string   `json:"why,omitempty"` // it could not run, or was ended
	Tail    string   `json:"tail,omitempty"`
	Service string   `json:"service,omitempty"` // a known one that it asks and that is not there
	MS      int64    `json:"ms"`
}

// CheckStates tells how checks ended.
func CheckStates(all []Trial) []CheckState {
	out := make([]CheckState, 0, len(all))
	for _, t := range all {
		s := CheckState{Name: t.Name, Good: t.Good(), Passed: t.Passed, Failing: t.Failing, Why: t.Ended(), MS: t.MS}
		if why := t.NotRun(); why != "" {
			s.Why = why
		}
		if !s.Good {
			s.Tail, s.Service = t.Tail, t.LackingService()
		}
		out = append(out, s)
	}
	return out
}

// NothingPasses reports whether no check and no test ended well.
func NothingPasses(all []CheckState) bool {
	for _, c := range all {
		if c.Good || c.Passed > 0 {
			return false
		}
	}
	return len(all) > 0
}

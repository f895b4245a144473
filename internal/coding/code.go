package coding

import (
	"cmp"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
)

// RepositoryKind tells where a repository comes from.
type RepositoryKind string

// The kinds: a git repository on a machine, a plain folder there, which is
// copied into a repository of Frasier's own, or one that is reached by its address.
const (
	RepositoryPath   RepositoryKind = "path"
	RepositoryFolder RepositoryKind = "folder"
	RepositoryURL    RepositoryKind = "url"
)

// The files that hold what a project changed: all of it as one patch, and its branch as
// git fetches it.
const (
	PatchFile  = "changes.patch"
	BundleFile = "changes.bundle"
)

// Repository is code that Frasier may work on. What is worked on is a copy
// of its own; the source is only read.
type Repository struct {
	ID      string         `json:"id"`
	Name    string         `json:"name"`
	Kind    RepositoryKind `json:"kind"`
	Source  string         `json:"source"`
	Machine string         `json:"machine"` // where the source is; empty for an address, which every machine reaches
	Ref     string         `json:"ref"`     // the branch that work starts from
	Checks  []string       `json:"checks"`  // commands that must end well; none: unchecked
	Policy  CodePolicy     `json:"policy"`
	AddedAt time.Time      `json:"added_at"`
}

// On reports whether work on a repository can be done on a machine.
func (r Repository) On(machine string) bool { return r.Machine == "" || r.Machine == machine }

// Request is an address that somebody named in a chat, until a worker has looked at it.
type Request struct {
	Source  string
	Name    string // that it is to have; empty for its address's
	Channel org.Channel
	At      time.Time
}

// CodeOrder is the context of a step that changes code.
type CodeOrder struct {
	Repository Repository
	Branch     string     // of the project, where its changes follow each other
	PushAs     string     // the branch at the address that they go on; empty for that of the project
	Joins      string     // the branch of the address that the change brings the one below it together with, which is the repository's here; empty for none
	Patches    []string   // names of the founder's files that hold the change
	Given      []org.File // those that came with his message
	Merged     []Commit   // the project's changes so far, oldest first
	From       *Origin    // the branch of ours that the first of them starts on; nil for the repository's own
	Chosen     string     // who chose that, as a Sourced says it; empty for nobody
	Allowed    *Offer     // the change that a founder let through; nil for none
	Packages   []Package  // those that he said may be fetched for the step
	Seen       []string   // lines of earlier changes that he saw and let through
	Isolation  Isolation  // what the founder said of the step; empty for nothing
	Kind       Sourced[ChangeKind]
	Push       *Push // of the branch to the repository's address; nil for one that stays here
	Apart      bool  // each change has a branch of its own there
	// Placed decides how the step is carried out; nil until it begins.
	Placed *Placement
	// Reading is the pull request that the step reads instead of changing something; nil for a change.
	Reading *Reading
	// Rivals make it against each other; none where one makes it.
	Rivals []Rival
}

// Offer is a change that waits for a founder's yes, or has it: his yes covers that
// patch and no other.
type Offer struct {
	Base  string // the commit that it was made on
	Patch []byte
	Said  string // by whoever made it
	Hunk  string // the lines that the question is about
	Again bool   // it can be made anew: a model wrote it
	Note  string // what whoever writes it anew is told
	// Packages are those that the question is about; none where it is about the change itself. His yes covers them, and no more.
	Packages []Package
}

// Base is the commit that the step's work starts from; empty when nothing of
// the project is merged yet.
func (o CodeOrder) Base() string {
	if len(o.Merged) == 0 {
		return ""
	}
	return o.Merged[len(o.Merged)-1].ID
}

// Join has the order bring the branch below it together with another of the address, which is the one that it starts from then.
func (o *CodeOrder) Join(branch string) {
	if branch != "" {
		o.Joins, o.Repository.Ref = branch, branch
	}
}

// Began is the commit that the project's branch begins at, where nothing of it is merged yet and its change was made on another one.
func (o CodeOrder) Began(made string) string {
	if o.Joins != "" && o.From != nil {
		return o.From.Head()
	}
	return made
}

// FileChange is one file of a change.
type FileChange struct {
	Path    string `json:"path"`
	OldMode string `json:"old_mode"` // as git writes it; "000000" for none
	NewMode string `json:"new_mode"`
	Binary  bool   `json:"binary,omitempty"`
	Test    bool   `json:"test,omitempty"` // the founder said that it is one
	Before  string `json:"-"`              // its text; of binary and very long files, empty
	After   string `json:"-"`
	Size    int    `json:"size"` // after
	Added   int    `json:"added"`
	Deleted int    `json:"deleted"`
}

// Gone reports whether the change deletes the file.
func (f FileChange) Gone() bool { return f.NewMode == noMode }

// Fresh reports whether the change makes the file.
func (f FileChange) Fresh() bool { return f.OldMode == noMode }

const noMode = "000000"

// GuardFinding is something about a change that only a person may let through, or
// that nobody may.
type GuardFinding struct {
	Rule    string `json:"rule"`    // C4 to C19
	Path    string `json:"path"`    //
	Line    int    `json:"line"`    // of the file after the change; 0 for the whole file
	Text    string `json:"text"`    // a sentence
	Refused bool   `json:"refused"` // nobody may let it through
}

// Change is the outcome of a step on its base: a patch, and the id of the tree that it gives.
// Everything else about it can be made of these again.
type Change struct {
	Base     string         `json:"base"` // commit
	Tree     string         `json:"tree"`
	Patch    []byte         `json:"patch"`
	Files    []FileChange   `json:"files"`
	Red      string         `json:"red"` // which tests failed without it, in words
	Findings []GuardFinding `json:"findings"`
	Merged   *Commit        `json:"merged,omitempty"`
	Said     string         `json:"said"`           // by whoever made it
	Kind     ChangeKind     `json:"kind,omitempty"` // whose rules it meets; empty for those of an older version
}

// Lines counts the lines that a change adds and deletes.
func (c Change) Lines() (added, deleted int) {
	for _, f := range c.Files {
		added, deleted = added+f.Added, deleted+f.Deleted
	}
	return added, deleted
}

// Commit is one change of a project's branch. Git makes the same id of it
// wherever it is made again.
type Commit struct {
	N       int        `json:"n"`
	Step    org.StepID `json:"step"`
	Parent  string     `json:"parent"`
	Tree    string     `json:"tree"`
	ID      string     `json:"commit"`
	Patch   []byte     `json:"-"`               // from the tree of Below to this one
	Joins   string     `json:"joins,omitempty"` // the second parent, of another branch; empty for none
	Message string     `json:"message"`
	At      time.Time  `json:"at"` // whole seconds
}

// Below is the commit that the change was made on, and that its patch is for.
func (c Commit) Below() string { return cmp.Or(c.Joins, c.Parent) }

// Phase of a trial: on the base, on the base with the change's tests, on the
// change, on the change with the tests that were there put back as they were, on the base with the packages of the change, on the change
// merged with the changes before it.
const (
	TrialBefore = "before"
	TrialRed    = "red"
	TrialGreen  = "green"
	TrialOld    = "old" // counts against a change and shows nothing for it, so it is not stored
	TrialMerged = "merged"
	TrialRemark = "remark" // the change stands there as a remark only; not stored
	TrialProbe  = "probe"  // with a test that must fail; not stored
	TrialLines  = "lines"  // says which lines tests run, and nothing of how they end, so it is not stored
	// TrialPackages shows what the packages alone do to the code, and is not stored either.
	TrialPackages = "packages"
)

// Trial is one check run by Frasier itself on one tree.
type Trial struct {
	Phase   string    `json:"phase"`
	N       int       `json:"n"`
	Name    string    `json:"check"`          // the command as the repository names it
	Only    string    `json:"only,omitempty"` // what of it was run, while it is written; empty for all. Not stored
	Tree    string    `json:"tree"`
	Exit    int       `json:"exit"`
	Reason  string    `json:"reason,omitempty"` // why it ended when not by itself
	Passing []string  `json:"passing,omitempty"`
	Passed  int       `json:"passed"`
	Skipped int       `json:"skipped"`
	Failing []string  `json:"failing"`
	Files   []string  `json:"files,omitempty"` // with tests, as the runner names them; not stored
	Missing []string  `json:"missing"`         // passed on the base, and are not there any more
	Tail    string    `json:"tail"`
	MS      int64     `json:"ms"`
	Runs    int       `json:"runs,omitempty"`   // of all turns that it had; 0 where an older version kept one. Not stored
	AllMS   int64     `json:"all_ms,omitempty"` // that they took together. Not stored
	Flaky   bool      `json:"flaky,omitempty"`  // ran twice, with two results
	At      time.Time `json:"at"`
	Round   int       `json:"round"`
	// Lines says which lines of the files of a change tests run; of all phases but that of lines, and where nothing tells, none. Not stored.
	Lines    map[string]RunLines `json:"lines,omitempty"`
	Canaries []string            `json:"canaries,omitempty"` // parts of names of tests that must fail. Not stored
	Services []ServiceRun        `json:"services,omitempty"` // that it started for itself
}

// KeptTrials are those that are stored, of how a change was tried.
func KeptTrials(all []Trial) []Trial {
	return slices.DeleteFunc(slices.Clone(all), func(t Trial) bool {
		return slices.Contains([]string{TrialOld, TrialRemark, TrialProbe, TrialLines, TrialPackages}, t.Phase)
	})
}

// Good reports whether the check ended well.
func (t Trial) Good() bool { return t.Exit == 0 && t.Reason == "" && len(t.Failing) == 0 }

// StepChange is the change of one step, with how it was tried.
type StepChange struct {
	Step           org.Step
	Order          CodeOrder
	Base, Tree     string // empty until it is completed
	Patch          []byte
	Files          int
	Added, Deleted int
	Red            string
	Findings       []GuardFinding // what the founder let through
	Merged         *Commit        // nil until it is merged
	Answer         *Answer        // why there is none though it is completed; nil for a change
	Trials         []Trial        // of all rounds, in order
	Placed         *Placement     // how it is carried out; nil until it begins
	Proven         ChangeKind     // whose rules it met; empty until it is completed, and where an older version completed it
	Remote         *RemoteAsk     // what was handed in from elsewhere last; nil for nothing
	Arrival        *Arrival       // in the founder's own folder; nil for a change that stays out of it
}

// Kind returns what the change was ordered or planned as.
func (c StepChange) Kind() Sourced[ChangeKind] {
	if c.Placed != nil {
		return c.Placed.Kind
	}
	return c.Order.Kind
}

// Named is the kind that somebody named; empty for one that nobody did.
func (c StepChange) Named() ChangeKind {
	if k := c.Kind(); k.From != FromDoubt && k.From != FromDefault {
		return k.Value
	}
	return ""
}

// CodeRun is a step that changes code and has not ended.
type CodeRun struct {
	Change     StepChange // the step and its trials
	Repository string
	Turns      int // of whoever writes it, in this round
}

// TrialsOf returns the trials of a phase on a tree; an empty tree is any.
func TrialsOf(all []Trial, phase, tree string) []Trial {
	var out []Trial
	for _, t := range all {
		if t.Phase == phase && (tree == "" || t.Tree == tree) {
			out = append(out, t)
		}
	}
	return out
}

// LastTrials are the trials of a phase on a tree, the last of each check; an empty tree is any.
func (c StepChange) LastTrials(phase, tree string) []Trial {
	var out []Trial
	for _, t := range TrialsOf(c.Trials, phase, tree) {
		if i := slices.IndexFunc(out, func(x Trial) bool { return x.Name == t.Name }); i >= 0 {
			out[i] = t
		} else {
			out = append(out, t)
		}
	}
	return out
}

// FinalTrials are the trials of what a merged change left: with those before it, else alone.
func (c StepChange) FinalTrials() []Trial {
	if all := c.LastTrials(TrialMerged, c.Merged.Tree); len(all) > 0 {
		return all
	}
	return c.LastTrials(TrialGreen, c.Tree)
}

// Proving are the tests that failed on the old code because of what a merged change is about, each with its check: those that failed there
// before it came, or still fail, show nothing.
func (c StepChange) Proving() (out []string) {
	if c.Red == "" || c.Merged == nil {
		return nil
	}
	failing := func(all []Trial, check string) []string {
		if i := slices.IndexFunc(all, func(t Trial) bool { return t.Name == check }); i >= 0 {
			return all[i].Failing
		}
		return nil
	}
	before, now := c.LastTrials(TrialBefore, ""), c.FinalTrials()
	for _, t := range c.LastTrials(TrialRed, "") {
		for _, name := range t.Failing {
			if !slices.Contains(failing(before, t.Name), name) && !slices.Contains(failing(now, t.Name), name) {
				out = append(out, t.Name+"\x00"+name)
			}
		}
	}
	return out
}

// IsProse reports whether a path is one of words for people, which no test judges.
func IsProse(name string) bool {
	base := strings.ToLower(path.Base(name))
	stem, ext := strings.TrimSuffix(base, path.Ext(base)), path.Ext(base)
	switch ext {
	case ".md", ".rst", ".adoc":
		return true
	case ".txt", "": // CMakeLists.txt and requirements.txt run
		return slices.Contains([]string{"readme", "changelog", "changes", "news", "history", "authors", "notice", "todo"}, stem)
	}
	return false
}

// OnlyProse reports whether a change touches nothing that runs: no behaviour is
// claimed, so none is proven.
func (c Change) OnlyProse() bool {
	return len(c.Files) > 0 && !slices.ContainsFunc(c.Files, func(f FileChange) bool { return !IsProse(f.Path) })
}

// BranchName is the branch of a project in its repository.
func BranchName(p org.ProjectID, title string) string {
	const atMost = 40
	words := strings.FieldsFunc(strings.ToLower(title), func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') })
	slug := strings.Join(words, "-")
	return strings.TrimRight(OwnBranches+string(p)+"-"+slug[:min(len(slug), atMost)], "-")
}

// MeantRepository is the one of the known repositories that an order is about:
// the one that was named for it, else one whose name is a word of the founder's
// text, else the only one there is. Empty when none is, or two may be meant.
func MeantRepository(named, text string, known []string) string {
	if named != "" {
		return named
	}
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return r != '-' && r != '_' && r != '.' && (r < '0' || r > '9') && (r < 'a' || r > 'z')
	})
	var found []string
	for _, name := range known {
		if slices.ContainsFunc(words, func(w string) bool { return strings.Trim(w, ".") == strings.ToLower(name) }) {
			found = append(found, name)
		}
	}
	if len(found) == 0 {
		found = known
	}
	if len(found) == 1 {
		return found[0]
	}
	return ""
}

// DetectedChecks returns the commands that check a repository, as far as its top folder says.
// Empty when it says nothing.
func DetectedChecks(top []string) []string {
	has := func(name string) bool { return slices.Contains(top, name) }
	switch {
	case has("go.mod"):
		return []string{"go build ./...", "go vet ./...", "go test ./..."}
	case has("Cargo.toml"):
		return []string{"cargo test"}
	case has("pyproject.toml"), has("pytest.ini"):
		return []string{"pytest -q -rA"}
	case has("package.json"):
		return []string{"npm test"}
	case has("Makefile"):
		return []string{"make test"}
	}
	return nil
}

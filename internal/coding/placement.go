package coding

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
)

// CodePolicy holds for all work on a repository.
type CodePolicy struct {
	Isolation Isolation `json:"isolation,omitempty"`  // empty: nobody said
	Bare      bool      `json:"bare,omitempty"`       // the source has no folder in which somebody works
	Minutes   int       `json:"minutes,omitempty"`    // that one check may take; 0 for CheckLimit
	Push      bool      `json:"push,omitempty"`       // a project's branch is pushed when it has ended
	Onto      bool      `json:"onto,omitempty"`       // ... onto the branch that work starts from, instead of one of ours
	Coder     CoderKind `json:"coder,omitempty"`      // who writes changes; empty and CoderAuto: a model that Frasier drives itself
	Found     []string  `json:"found,omitempty"`      // what nobody named and was found in the repository: FoundRef, FoundChecks
	Services  []Service `json:"services,omitempty"`   // that checks and the smoke test use
	Smoke     string    `json:"smoke,omitempty"`      // what a merged change is asked, as ParseSmoke reads it
	NoSetup   bool      `json:"no_setup,omitempty"`   // nothing is fetched for its checks
	RedBase   bool      `json:"red_base,omitempty"`   // work may begin on code on which nothing passes
	Hooks     []Hook    `json:"hooks,omitempty"`      // one for an event at the most
	Level     Level     `json:"level,omitempty"`      // empty: changes may be made
	Pull      PullMode  `json:"pull,omitempty"`       // empty: no pull request is opened
	PullBase  string    `json:"pull_base,omitempty"`  // the branch that it is to go into; empty for the one that work starts from
	PullWords bool      `json:"pull_words,omitempty"` // the founder's words stand in it
	PullPlain bool      `json:"pull_plain,omitempty"` // the repository's template does not
	PullSteps bool      `json:"pull_steps,omitempty"` // each change becomes one of its own, on the one before it
	Tests     []string  `json:"tests,omitempty"`      // patterns of files that are tests, besides those that are by their names

	Label    string        `json:"label,omitempty"`     // that orders an issue; empty for DefaultLabel
	Orderers []int64       `json:"orderers,omitempty"`  // numbers of accounts at the forge that may order by issues and comments
	Cleanup  CleanupPolicy `json:"cleanup,omitzero"`    // what a project leaves
	IssueCap org.NanoUSD   `json:"issue_cap,omitempty"` // what one issue may cost; 0 for no bound of its own
}

// What of a repository may be found in it.
const (
	FoundRef    = "ref"
	FoundChecks = "checks"
)

// CoderKind tells who makes a change.
type CoderKind string

// The coders: what the founder gave is applied, a model writes it, or the very change is made
// again that he let through.
const (
	CoderGiven    CoderKind = "given"
	CoderEmbedded CoderKind = "embedded"
	CoderAllowed  CoderKind = "allowed"

	CoderClaude   CoderKind = "claude"
	CoderCodex    CoderKind = "codex"
	CoderOpenCode CoderKind = "opencode"
	CoderRemote   CoderKind = "remote" // a program elsewhere, over the API
	CoderAuto     CoderKind = "auto"   // whichever this version prefers
)

// ParseCoder returns the coder that a founder names for a repository; false for none that he may choose.
func ParseCoder(name string) (CoderKind, bool) {
	k := CoderKind(name)
	return k, slices.Contains([]CoderKind{CoderAuto, CoderEmbedded, CoderClaude, CoderCodex, CoderOpenCode, CoderRemote}, k)
}

// Sourced is a value with where it came from.
type Sourced[T any] struct {
	Value T      `json:"value"`
	From  string `json:"from"`
}

// Where a value comes from, the strongest first.
const (
	FromYes     = "your yes"
	FromStep    = "what you said of the step"
	FromOrder   = "the order"
	FromMerged  = "the changes merged before"
	FromRepo    = "the repository's settings"
	FromFiles   = "found in the repository"
	FromOffice  = "what is set up here"
	FromDefault = "default"
	FromPlan    = "the plan"
	FromDoubt   = "nobody named it"
)

// Placement tells how a step that changes code is carried out. It is decided before anything is
// made, by Place alone, and kept whole.
type Placement struct {
	Handle string             `json:"handle"` // the work's name for people
	Coder  Sourced[CoderKind] `json:"coder"`
	Tier   Sourced[org.Tier]  `json:"tier"` // of the model that writes; empty where none does
	Ref    Sourced[string]    `json:"ref"`  // the repository's branch
	Base   Sourced[string]    `json:"base"` // the commit that the change starts from
	// On is the branch that this is of: the repository's, or one of ours. Empty where an older version decided, and where the project merged something before.
	On     Sourced[string] `json:"on,omitzero"`
	Moved  string          `json:"moved,omitempty"` // a sentence why that is not what the founder chose; empty where it is
	Branch Sourced[string] `json:"branch"`
	// Isolated says whether the change stays out of the founder's own folder; empty where an older version decided, and it stays out.
	Isolated Sourced[Isolation]     `json:"isolated"`
	Push     Sourced[bool]          `json:"push"`          // the project's branch, when that has ended
	Onto     Sourced[string]        `json:"onto,omitzero"` // the founder's own branch that it is pushed onto; from nowhere where it has one of ours there
	Checks   Sourced[[]string]      `json:"checks"`
	Fence    Sourced[string]        `json:"fence"`
	Network  Sourced[string]        `json:"network"`
	Turns    Sourced[int]           `json:"turns"`         // of a model in one round
	Tries    Sourced[int]           `json:"tries"`         // of its change in one round
	Limit    Sourced[time.Duration] `json:"limit"`         // of one check
	Kind     Sourced[ChangeKind]    `json:"kind,omitzero"` // empty where an older version planned the step
	// Smoke, Services and Hooks come from nowhere where an older version decided, and are the repository's own then.
	Smoke    Sourced[string]    `json:"smoke,omitzero"` // what a merged change is asked; empty for nothing, or where no service has a port
	Services Sourced[[]Service] `json:"services,omitzero"`
	Hooks    Sourced[[]Hook]    `json:"hooks,omitzero"`
	// Pull and what belongs to it come from nowhere where no pull request is opened, or an older version decided.
	Pull         Sourced[PullMode] `json:"pull,omitzero"`
	PullBase     Sourced[string]   `json:"pull_base,omitzero"`
	PullWords    Sourced[bool]     `json:"pull_words,omitzero"`
	PullTemplate Sourced[bool]     `json:"pull_template,omitzero"`
	PullSteps    Sourced[bool]     `json:"pull_steps,omitzero"`
	// Cleanup comes from nowhere where an older version decided.
	Cleanup Sourced[CleanupPolicy] `json:"cleanup,omitzero"`
}

// PlaceFacts holds the facts that decide a placement.
type PlaceFacts struct {
	Tier  org.Tier // of the step
	Found org.Tier // what whoever looked for the cause of two rejections asks for; empty for no other
	Order CodeOrder
	Tip   string // the commit that the project's changes start from
	Moved string // why that is not of the branch that the founder chose; empty where it is
	Model bool   // one can be asked here
}

// Place decides how a step that changes code is carried out. What is said nearer to the
// step wins: the order, what is merged, the repository's settings, what is found there, and
// what holds for all.
func Place(f PlaceFacts) Placement {
	o, r := f.Order, f.Order.Repository
	p := Placement{
		Ref:      Sourced[string]{r.Ref, findOrigin(r, FoundRef)},
		Base:     findFirst(Sourced[string]{o.Base(), FromMerged}, Sourced[string]{f.Tip, "the branch " + f.startsOn()}),
		Branch:   Sourced[string]{o.Branch, FromDefault},
		Isolated: o.Isolated(),
		Push:     o.Pushed(),
		Checks:   Sourced[[]string]{r.Checks, findOrigin(r, FoundChecks)},
		Fence:    Sourced[string]{"strong", FromDefault},
		Network:  Sourced[string]{"none", FromDefault},
		Kind:     o.Kind,
		Smoke:    Sourced[string]{r.Policy.askedSmoke(), FromRepo},
		Services: Sourced[[]Service]{r.Policy.Services, FromRepo},
		Hooks:    Sourced[[]Hook]{r.Policy.Hooks, FromRepo},
		Limit:    findFirst(Sourced[time.Duration]{time.Duration(r.Policy.Minutes) * time.Minute, FromRepo}, Sourced[time.Duration]{org.CheckLimit, FromDefault}),
	}
	if onto := o.Onto(); p.Push.Value && onto != "" {
		p.Onto = Sourced[string]{onto, FromRepo}
	}
	p.placePull(r)
	p.Cleanup = Sourced[CleanupPolicy]{r.Policy.Cleanup, FromRepo}
	if p.Cleanup.Value == (CleanupPolicy{}) {
		p.Cleanup.From = FromDefault
	}
	if p.Kind.From == FromDoubt && len(o.Patches) == 0 { // a model could choose its files by what they must show
		p.Kind.From = FromDefault
	}
	if o.Base() == "" {
		p.On = Sourced[string]{f.startsOn(), cmp.Or(o.Chosen, FromDefault)}
		if f.Moved != "" {
			p.On.From, p.Moved = FromDefault, f.Moved
		}
	}
	switch {
	case o.Allowed != nil: // the yes covers that change as it was made, and merging brings it up to date
		p.Coder = Sourced[CoderKind]{CoderAllowed, FromYes}
		p.Base = Sourced[string]{o.Allowed.Base, FromYes}
	case len(o.Patches) > 0:
		p.Coder = Sourced[CoderKind]{CoderGiven, FromOrder}
	case r.Policy.Coder == CoderRemote: // whoever writes it has a model of its own, or none
		p.Coder = Sourced[CoderKind]{CoderRemote, FromRepo}
		p.Tries = Sourced[int]{org.CodeTries, FromDefault}
	case !f.Model:
		p.Coder = Sourced[CoderKind]{CoderGiven, FromOffice}
	default:
		p.Coder = Sourced[CoderKind]{CoderEmbedded, FromDefault}
		p.Tier = findFirst(Sourced[org.Tier]{f.Found, "the cause that was found"}, Sourced[org.Tier]{f.Tier, FromPlan})
		if k := r.Policy.Coder; k != "" && k != CoderAuto {
			p.Coder = Sourced[CoderKind]{k, FromRepo}
		}
		p.Turns, p.Tries = Sourced[int]{org.CodeTurns, FromDefault}, Sourced[int]{org.CodeTries, FromDefault}
	}
	return p
}

// startsOn names the branch on which the first change of a project starts.
func (f PlaceFacts) startsOn() string {
	if o := f.Order.From; o != nil && f.Moved == "" {
		return o.Branch
	}
	return f.Order.Repository.Ref
}

// Apart is the branch of ours on which the work starts; empty for the repository's own.
func (p Placement) Apart() string {
	if p.On.Value == p.Ref.Value {
		return ""
	}
	return p.On.Value
}

func findFirst[T comparable](all ...Sourced[T]) Sourced[T] {
	var none T
	for _, s := range all {
		if s.Value != none {
			return s
		}
	}
	return Sourced[T]{}
}

func findOrigin(r Repository, what string) string {
	for _, f := range r.Policy.Found {
		if f == what {
			return FromFiles
		}
	}
	return FromRepo
}

// Apply puts what was decided into an order, so that all that follows is done by it.
func (p Placement) Apply(o *CodeOrder) {
	o.Repository.Checks, o.Repository.Ref, o.Branch = p.Checks.Value, p.Ref.Value, p.Branch.Value
	if p.Smoke.From != "" {
		o.Repository.Policy.Smoke, o.Repository.Policy.Services, o.Repository.Policy.Hooks = p.Smoke.Value, p.Services.Value, p.Hooks.Value
	}
}

// SameTrying reports whether a repository's settings would have changes tried as was decided.
func (p Placement) SameTrying(r Repository) bool {
	if p.Smoke.From != "" && fmt.Sprint(p.Smoke.Value, p.Services.Value, p.Hooks.Value) != fmt.Sprint(r.Policy.askedSmoke(), r.Policy.Services, r.Policy.Hooks) {
		return false
	}
	return slices.Equal(p.Checks.Value, r.Checks)
}

// Alike reports whether two placements differ in no more than the commit that they start from.
func (p Placement) Alike(o Placement) bool {
	p.On, p.Moved, o.On, o.Moved = Sourced[string]{}, "", Sourced[string]{}, ""
	p.Base, o.Base = Sourced[string]{}, Sourced[string]{}
	return fmt.Sprintf("%+v", p) == fmt.Sprintf("%+v", o)
}

// ListPolicies lists how work on a repository is carried out where neither its order nor its step says otherwise, each with its source.
func (r Repository) ListPolicies() []PlacedLine {
	return Place(PlaceFacts{Order: CodeOrder{Repository: r}, Model: true}).Lines()
}

// PlacedLine is one value of a placement in words.
type PlacedLine struct{ Name, Value, From string }

// Lines returns the values that are set, in words.
func (p Placement) Lines() []PlacedLine {
	const digits = 12
	makers := map[CoderKind]string{CoderGiven: "applies what was given", CoderEmbedded: "a model writes it", CoderAllowed: "the change that you let through", CoderRemote: "a program elsewhere makes it"}
	maker := makers[p.Coder.Value]
	if maker == "" {
		maker = "the agent " + string(p.Coder.Value) + " writes it"
	}
	count := func(n int) string {
		if n == 0 {
			return ""
		}
		return strconv.Itoa(n)
	}
	limit := p.Limit.Value.String()
	if p.Limit.Value%time.Minute == 0 {
		limit = fmt.Sprintf("%d min", int(p.Limit.Value.Minutes()))
	}
	where := "in a copy of mine alone"
	if p.Isolated.Value == NotIsolated {
		where = "in a copy of mine, and once it is merged in your folder too"
	}
	pushed := ""
	if p.Push.Value {
		pushed = "when the project has ended"
		if p.Onto.Value != "" {
			pushed += ", onto " + p.Onto.Value + " itself"
		}
	}
	var out []PlacedLine
	for _, l := range append([]PlacedLine{
		{"name", p.Handle, FromDefault},
		{"kind", p.describeKind(), p.Kind.From},
		{"coder", maker, p.Coder.From},
		{"model's tier", string(p.Tier.Value), p.Tier.From},
		{"where", where, cmp.Or(p.Isolated.From, FromDefault)},
		{"starts from", p.Base.Value[:min(digits, len(p.Base.Value))], p.Base.From},
		{"starts on", p.On.Value, p.On.From},
		{"instead of your choice", p.Moved, FromDefault},
		{"repository's branch", p.Ref.Value, p.Ref.From},
		{"branch", p.Branch.Value, p.Branch.From},
		{"pushed", pushed, p.Push.From},
		{"checks", cmp.Or(strings.Join(p.Checks.Value, "; "), "none"), p.Checks.From},
		{"beside the checks", strings.Join(listDescribed(p.Services.Value), ", "), p.Services.From},
		{"smoke test", p.Smoke.Value, p.Smoke.From},
		{"hooks", strings.TrimSuffix(strings.TrimPrefix(CodePolicy{Hooks: p.Hooks.Value}.DescribeHooks(), "Hooks: "), "."), p.Hooks.From},
		{"fence", p.Fence.Value, p.Fence.From},
		{"network", p.Network.Value, p.Network.From},
		{"turns in a round", count(p.Turns.Value), p.Turns.From},
		{"tries in a round", count(p.Tries.Value), p.Tries.From},
		{"limit of a check", limit, p.Limit.From},
	}, append(p.pullLines(), p.cleanupLine())...) {
		if l.Value != "" {
			out = append(out, l)
		}
	}
	return out
}

func (p Placement) cleanupLine() PlacedLine {
	if p.Cleanup.From == "" {
		return PlacedLine{}
	}
	return PlacedLine{"put away", cmp.Or(p.Cleanup.Value.String(), "nothing"), p.Cleanup.From}
}

func (p Placement) describeKind() string {
	if p.Kind.From == FromDoubt {
		return "what its files say, a feature in doubt"
	}
	return p.Kind.Value.String()
}

// Handle names a step's work for people: an adjective and an animal, the n-th choice for it, from
// 0.
func Handle(id org.StepID, n int) string {
	h := fnv.New32a()
	h.Write([]byte(id))
	sum := h.Sum32()
	name := adjectives[sum%uint32(len(adjectives))] + "-" + animals[sum/uint32(len(adjectives))%uint32(len(animals))] // two short lists
	if n > 0 {
		name += fmt.Sprintf("-%d", n+1)
	}
	return name
}

//nolint:gochecknoglobals // constant lists
var (
	adjectives = []string{
		"able", "amber", "brave", "brisk", "calm", "clear", "clever", "deft", "eager", "early", "fair", "fleet", "fond", "gentle", "glad", "golden",
		"happy", "honest", "keen", "kind", "lively", "merry", "mild", "neat", "nimble", "quick", "quiet", "ready", "steady", "sunny", "warm", "wise",
	}
	animals = []string{
		"badger", "beaver", "bison", "crane", "curlew", "dolphin", "falcon", "finch", "gecko", "heron", "ibis", "jackdaw", "kestrel", "lark", "lynx", "marten",
		"mole", "newt", "osprey", "otter", "owl", "plover", "puffin", "raven", "robin", "seal", "stoat", "swift", "tapir", "thrush", "vole", "wren",
	}
)

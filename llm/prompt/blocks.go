package prompt

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"text/template"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/llm"
)

// Blocks renders the prompt of one call. Blocks without text are left out. The
// bytes before B7 depend on the facts in d alone: not on their order where
// order means nothing, and not on the clock. It is an error when the stage is
// unknown or the contract is another stage's.
func (s *Set) Blocks(d Data) ([]llm.Block, error) {
	if err := d.ensureNonce(); err != nil {
		return nil, fmt.Errorf("render prompt %s: %w", d.Stage, err)
	}
	contract, err := s.renderContract(d)
	if err != nil {
		return nil, fmt.Errorf("render prompt %s: %w", d.Stage, err)
	}
	base, part, err := s.renderConstitution(d)
	if err != nil {
		return nil, fmt.Errorf("render prompt %s: %w", d.Stage, err)
	}
	row := org.StageOf(d.Stage)
	stable, changing := splitPage(contract)
	cite := d.Tier.Rank() >= org.T2.Rank()
	b0 := llm.Block{Name: "B0", Text: base}
	b9 := llm.Block{Name: "B9", Text: part}
	b1 := llm.Block{Name: "B1", Text: joinTexts(s.renderProject(d.Project), renderRequest(d.Project, d.Task, d.Nonce)), Cache: cite}
	b2 := llm.Block{Name: "B2", Text: personaBlock(d.Persona)}
	b3 := llm.Block{Name: "B3", Text: renderTask(d.Task, row, d.Nonce)}
	b4 := llm.Block{Name: "B4", Text: renderSources(d.Evidence, d.Nonce), Cache: cite && row.Again, Units: listUnits(d.Evidence, d.Nonce)}
	b5 := llm.Block{Name: "B5", Text: renderWork(d.Working, row, d.Nonce)}
	grown, changing := splitGrowing(row, changing, cite)
	b6 := llm.Block{Name: "B6", Text: stable, Cache: cite && len(grown) > 0}
	b8 := llm.Block{Name: "B8", Text: joinTexts(changing, skillBlock(d.Skill), renderChanges(d.Task, row, d.Nonce))}
	b7 := llm.Block{Name: "B7", Text: renderClock(d.Volatile, s.Where())}
	// What a project shares comes first, then what the calls of a step share, the
	// page of one stage last: a cache serves what it has seen from the beginning.
	results := resultBlocks(getUpstream(d.Task), org.UpstreamTokens, d.Nonce, cite && row.Again)
	order := slices.Concat([]llm.Block{b0, b1, b9}, results, []llm.Block{b3, b2, b4, b6}) // each step has sources of its own
	if d.Evidence == nil || d.Evidence.Inquiry.Whole {
		order = slices.Concat([]llm.Block{b0, b1, b4, b9}, results, []llm.Block{b2, b3, b6}) // all have the same
	}
	switch {
	case row.Code: // its page is long, and the same for all changes; what belongs to one comes behind it
		b1.Cache = false
		order = slices.Concat([]llm.Block{b0, b9, b6, b1}, results, []llm.Block{b2, b3, b4, b5}, grown, []llm.Block{b8, b7})
	case row.Whole:
		order = slices.Insert(order, 2, b5)
		order = append(order, b8, b7)
	case row.Part == org.PartJudge: // the list stays as it is when the text changes
		order = append(order, b8, b5, b7)
	default:
		order = append(slices.Concat(order, []llm.Block{b5}, grown), b8, b7)
	}
	out := make([]llm.Block, 0, len(order))
	for _, b := range order {
		if b.Text != "" {
			out = append(out, b)
		}
	}
	if s.Facts {
		if out[0].Facts, err = json.Marshal(d); err != nil { //nolint:musttag // only tests read it, by the names of the fields
			return nil, fmt.Errorf("render prompt %s: facts: %w", d.Stage, err)
		}
	}
	return out, nil
}

// BlocksWithTools renders a prompt for a model that is offered tools. What it reads where it takes none is the
// contract without.
func (s *Set) BlocksWithTools(d Data, without any) ([]llm.Block, error) {
	if err := d.ensureNonce(); err != nil {
		return nil, fmt.Errorf("render prompt %s: %w", d.Stage, err)
	}
	out, err := s.Blocks(d)
	if err != nil {
		return nil, err
	}
	d.Contract = without
	other, err := s.Blocks(d)
	if err != nil {
		return nil, err
	}
	for i := range out {
		if len(other) == len(out) && other[i].Text != out[i].Text {
			out[i].Untooled = other[i].Text
		}
	}
	return out, nil
}

func getUpstream(t *Task) []work.Upstream {
	if t == nil {
		return nil
	}
	return t.Upstream
}

// Sight renders the prompt that asks for the number in a picture.
func (s *Set) Sight() ([]llm.Block, error) {
	return s.Blocks(Data{Stage: org.StageSight, Tier: org.T1, Contract: SightContract{}})
}

// Repair renders the prompt that asks for an object again. It has the form of
// llm.Client's field of the same name.
func (s *Set) Repair(stage, invalid string, faults []string) ([]llm.Block, error) {
	return s.Blocks(Data{Stage: org.StageRepair, Tier: org.T1, Contract: RepairContract{Stage: stage, Schema: s.compact[stage], Invalid: invalid, Faults: faults}})
}

// Hash returns a digest of blocks that is the same for the same facts: B7 does
// not count. A checkpoint's input hash is made of it.
func Hash(blocks []llm.Block) string {
	h := sha256.New()
	for _, b := range blocks {
		if b.Name != "B7" {
			h.Write([]byte(b.Name + "\x00" + b.Text + "\x00"))
		}
	}
	return hex.EncodeToString(h.Sum(nil))
}

// Every call reads the base (B0), and its kind the part (B9). Each is the same for all calls that
// have it, so that a cache serves it.
func (s *Set) renderConstitution(d Data) (base, part string, err error) {
	if base, err = s.renderPage(baseFile, d, nil); err != nil {
		return "", "", err
	}
	if name := org.StageOf(d.Stage).Part; name != "" {
		part, err = s.renderPage("constitution/"+name+".md", d, nil)
	}
	return base, part, err
}

const baseFile = "constitution/base.md"

// What is the same for every call of the stage stands above a line of four dashes. A page without
// one may change whole.
func splitPage(page string) (stable, changing string) {
	stable, changing, found := strings.Cut(page, "\n----\n")
	if !found && !strings.HasSuffix(page, "\n----") {
		return page, ""
	}
	return closeGaps(strings.TrimSuffix(stable, "\n----")), closeGaps(changing)
}

// A page that grows from call to call has more lines of four dashes below the first. What stands between two stays as
// it was: each is a block of its own, and a cache serves all up to the first and up to the last of them.
func splitGrowing(row org.Stage, page string, mark bool) (grown []llm.Block, rest string) {
	if !row.Code {
		return nil, page
	}
	parts := strings.Split(page, "\n----\n")
	last := len(parts) - 1
	for i, p := range parts[:last] {
		grown = append(grown, llm.Block{Name: "B8", Text: closeGaps(p), Cache: mark && (i == 0 || i == last-1)})
	}
	return grown, closeGaps(parts[last])
}

func joinTexts(texts ...string) string {
	return strings.Join(slices.DeleteFunc(texts, func(t string) bool { return t == "" }), "\n\n")
}

// Templates see a page.
type page struct {
	Stage    string
	Identity Identity
	Nonce    string
	C        any // the stage's contract
	Project  *Project
	Limits   limits
	Schema   string // compact, for pages of a founder's folder that show it; a call sends it in any case
	Manifest string
	Mark     string // the datamark
}

// Templates use org's numbers by these names.
type limits struct {
	Queries, Fetches, URLsPerQuery, GapCycles, Entities, Steps, Depth, InitialQueries, PromoteSteps, PromoteProjects int
	PartWords, DeepWords, OpeningWords, GapLines, GapWords                                                           int
	Confidence                                                                                                       string
}

func pageLimits() limits {
	return limits{
		Queries: org.MaxQueries, Fetches: org.MaxFetches, URLsPerQuery: org.URLsPerQuery, GapCycles: org.MaxGapCycles,
		Entities: org.EntitiesPerStep, Steps: org.MaxSteps, Depth: org.MaxDepth, InitialQueries: org.InitialQueries,
		PromoteSteps: org.PromoteSteps, PromoteProjects: org.PromoteProjects,
		PartWords: org.PartWords(org.DepthStandard, false), DeepWords: org.PartWords(org.DepthDeep, false), OpeningWords: org.OpeningWords, GapLines: org.GapLines, GapWords: org.GapWords,
		Confidence: fmt.Sprintf("%.2f", org.ConfidenceFloor),
	}
}

func (s *Set) renderContract(d Data) (string, error) {
	name, empty, c := "stage/"+d.Stage+".md", emptyContract(d.Stage), d.Contract
	if s.pages[name] == nil {
		return "", errNoStage
	}
	if c == nil {
		c = empty
	}
	if v := reflect.ValueOf(c); v.Kind() == reflect.Pointer && !v.IsNil() {
		c = v.Elem().Interface()
	}
	if reflect.TypeOf(c) != reflect.TypeOf(empty) {
		return "", fmt.Errorf("the contract is a %T, not a %T", c, empty)
	}
	return s.renderPage(name, d, c)
}

func (s *Set) renderPage(name string, d Data, contract any) (string, error) {
	t := s.pages[name]
	if t == nil {
		return "", fmt.Errorf("no prompt is called %q", name)
	}
	p := page{
		Stage: d.Stage, Identity: s.Identity.orDefault(), Nonce: d.Nonce, C: contract, Project: d.Project, Limits: pageLimits(),
		Manifest: Manifest(Office{}), Mark: Datamark, Schema: s.compact[d.Stage],
	}
	var b strings.Builder
	if err := t.Execute(&b, p); err != nil {
		return "", err
	}
	return closeGaps(b.String()), nil
}

func closeGaps(t string) string {
	for strings.Contains(t, "\n\n\n") {
		t = strings.ReplaceAll(t, "\n\n\n", "\n\n")
	}
	return strings.TrimSpace(t)
}

// Pages that a folder replaced are tried; the others were tried by Check before they were built
// in.
func (s *Set) parsePages() error {
	var names []string
	for _, n := range s.Names() {
		if strings.HasPrefix(n, "stage/") && !isSchema(n) || strings.HasPrefix(n, "constitution/") {
			names = append(names, n)
		}
	}
	for _, n := range names {
		t, err := template.New(n).Option("missingkey=error").Funcs(s.listFuncs()).Parse(s.texts[n])
		if err != nil {
			return fmt.Errorf("parse prompt %s: %w", n, err)
		}
		s.pages[n] = t
		if !s.replaced[n] {
			continue
		}
		if err := s.tryPage(n); err != nil {
			return fmt.Errorf("try prompt %s: %w", n, err)
		}
	}
	return nil
}

// The page is tried with nothing and with everything filled in.
func (s *Set) tryPage(name string) error {
	d := Data{Nonce: "0", Stage: strings.TrimSuffix(strings.TrimPrefix(name, "stage/"), ".md")}
	if strings.HasPrefix(name, "constitution/") {
		_, err := s.renderPage(name, d, nil)
		return err
	}
	empty := emptyContract(d.Stage)
	for _, c := range []any{empty, buildSample(empty)} {
		d.Contract = c
		if _, err := s.renderContract(d); err != nil {
			return err
		}
	}
	return nil
}

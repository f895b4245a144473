package prompt

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/llm"
)

// Checked is the outcome of Check for one prompt.
type Checked struct {
	Name     string   `json:"name"` // of the file
	Tokens   int      `json:"tokens"`
	Replaced bool     `json:"replaced"` // by a file of the founder's folder
	Faults   []string `json:"faults"`   // empty when it may be used
}

// Writers are told to do the work itself, not to write about it.
const framed = "Write the thing itself"

// Readers of these stages begin many things: their prompts say that few things done fully are
// wanted.
func listSprawlingStages() []string {
	return []string{org.StagePlan, org.StageDebug, org.StageUpskill, org.StageCurate}
}

// Check renders every prompt with nothing and with everything filled in, and
// again with another clock, and says of each what is wrong with it: what Load
// already refuses never comes here.
func (s *Set) Check() []Checked {
	var out []Checked
	for _, name := range s.Names() {
		if isSchema(name) {
			continue
		}
		c := Checked{Name: name, Replaced: s.replaced[name], Tokens: len(s.texts[name]) / org.CharsPerToken}
		stage, ok := strings.CutPrefix(strings.TrimSuffix(name, ".md"), "stage/")
		switch {
		case ok:
			c.Tokens, c.Faults = s.checkStage(stage)
			fallthrough
		case strings.HasPrefix(name, "constitution/"):
			if err := s.tryPage(name); err != nil {
				c.Faults = append(c.Faults, err.Error())
			}
			if name == "constitution/"+org.PartWriter+".md" && !strings.Contains(s.texts[name], framed) {
				c.Faults = append(c.Faults, fmt.Sprintf("it does not say %q", framed))
			}
		}
		if strings.TrimSpace(s.texts[name]) == "" {
			c.Faults = append(c.Faults, "it is empty")
		}
		out = append(out, c)
	}
	return out
}

func (s *Set) checkStage(stage string) (tokens int, faults []string) {
	render := func(day int64) []llm.Block {
		b, err := s.Blocks(Data{
			Stage: stage, Tier: org.T2, Nonce: "0", Contract: buildSample(emptyContract(stage)), Persona: "x", Working: "x",
			Project: &Project{Title: "x", Objective: "x"}, Task: &Task{Title: "x", Goal: "x"}, Volatile: Volatile{Day: time.Unix(day, 0)},
		})
		if err != nil {
			faults = append(faults, err.Error())
		}
		return b
	}
	const otherDay = 1 << 30
	first, later := render(0), render(otherDay)
	if Hash(first) != Hash(later) {
		faults = append(faults, "what stands before its last block changes with the clock")
	}
	for _, b := range first {
		tokens += len(b.Text) / org.CharsPerToken
	}
	body := s.texts["stage/"+stage+".md"]
	if !strings.HasPrefix(body, "## Stage: "+stage) {
		faults = append(faults, "its first line does not name its stage")
	}
	if s.schemas[stage] != nil && !strings.Contains(body, "Good: {") && !strings.Contains(body, "Good step: {") {
		faults = append(faults, "it shows no example of its reply")
	}
	if slices.Contains(listSprawlingStages(), stage) && !strings.Contains(body, "Few things done fully") {
		faults = append(faults, "it does not ask for few things done fully")
	}
	return tokens, faults
}

// Endpoints keep prefixes in units of cacheBlock tokens, and none shorter than cacheLeast.
const (
	cacheBlock = 128
	cacheLeast = 1024
)

// Share returns how much of the calls' prompts stands at the beginning of an earlier call already,
// from 0 to 1: what a cache of prefixes can save. It counts whole blocks, and nothing below the
// shortest prefix that is kept.
func Share(calls [][]llm.Block) float64 {
	known := map[string]bool{}
	all, hit := 0, 0
	for _, blocks := range calls {
		var b strings.Builder
		for _, x := range blocks {
			b.WriteString(x.Text + "\n\n")
		}
		text := b.String()
		const unit = cacheBlock * org.CharsPerToken
		found := 0
		for n := unit; n <= len(text); n += unit {
			if known[text[:n]] {
				found = n
			}
			known[text[:n]] = true
		}
		all += len(text)
		if found >= cacheLeast*org.CharsPerToken {
			hit += found
		}
	}
	if all == 0 {
		return 0
	}
	return float64(hit) / float64(all)
}

// StepShare returns Share for the calls of two steps of one project on a tier, each with a full
// pack of evidence: the draft and its revision on the upper tiers, the critic, the comparison and
// a reviewer on the lowest.
func (s *Set) StepShare(tier org.Tier) (float64, error) {
	stages := []string{org.StageCritique, org.StageCompare, org.StageQA}
	if tier.Rank() >= org.T2.Rank() {
		stages = []string{org.StageSynthesize, org.StageRevise}
	}
	var calls [][]llm.Block
	for step := range 2 {
		pack := &work.Evidence{}
		for n := range 40 {
			pack.Passages = append(pack.Passages, work.Passage{
				ID: fmt.Sprintf("S%d:p%d", n%12+1, n), Site: "example.org",
				Text: fmt.Sprintf("%d.%d ", step, n) + strings.Repeat("What a page says about the matter, in a sentence of its own. ", 20),
			})
		}
		for n, stage := range stages {
			b, err := s.Blocks(Data{
				Stage: stage, Tier: tier, Nonce: "0", Contract: emptyContract(stage), Persona: "You are the analyst.", Evidence: pack,
				Project: &Project{Title: "Prices", Objective: strings.Repeat("Know what they cost. ", 60)},
				Task:    &Task{Title: fmt.Sprintf("Step %d", step), Goal: strings.Repeat("Find the prices. ", 80)},
				Working: strings.Repeat(fmt.Sprintf("Draft %d says this. ", n), 400), Volatile: Volatile{Day: time.Unix(0, 0)},
			})
			if err != nil {
				return 0, err
			}
			calls = append(calls, b)
		}
	}
	return Share(calls), nil
}

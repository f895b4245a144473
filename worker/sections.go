package worker

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/llm/prompt"
	"github.com/frasier-cos/frasier/worker/rubric"
)

// wordsAsked matches a length that a task asks for: "2,500 words",
// "a 3000-word guide".
var wordsAsked = lazyregexp.New(`(?i)\b(\d{1,2}[,.]?\d{3}|\d{3})(?:\s*(?:-|to)\s*(\d{1,2}[,.]?\d{3}))?[\s-]+words?\b`)

// askedLength returns how many words a step asks for in its title, goal or
// acceptance, or what fits one page; 0 when it names no length. The longest one counts.
func askedLength(s org.Step) int {
	texts := []string{s.Title, s.Goal}
	for _, a := range s.Acceptance {
		texts = append(texts, a.Text)
	}
	most := 0
	for _, t := range texts {
		for _, m := range wordsAsked.FindAllStringSubmatch(t, -1) {
			for _, digits := range m[1:] {
				n, err := strconv.Atoi(strings.NewReplacer(",", "", ".", "").Replace(digits))
				if err == nil {
					most = max(most, n)
				}
			}
		}
	}
	if most == 0 && org.OnePage(s.Title) {
		return org.PageWords
	}
	return most
}

// aimedLength returns the length that an author is told, 0 where a criterion bounds it: an aim beside a
// bound is two lengths for one piece.
func aimedLength(s org.Step, words int) int {
	if boundsWords(s) {
		return 0
	}
	return words
}

type outline struct {
	Sections []outlineSection `json:"sections"`
}

type outlineSection struct {
	Says     string   `json:"says"`
	Title    string   `json:"title"`
	Passages []string `json:"passages"`
	Meets    []string `json:"meets"`
	Words    int      `json:"words"`
}

// inSections writes a long piece: its outline first, then each section from
// its own passages, knowing how the ones before it begin. Each call's result
// is saved, so that a restart repeats one call at most. A reply of no use ends
// it with an error that llm.Content recognises; the caller then writes the
// piece at once.
func (r *documentRun) inSections(ctx context.Context, ev work.Evidence, words int) (draftReply, error) {
	plan, err := stage(ctx, r, org.StageOutline, 0, func(ctx context.Context) (outline, error) {
		return r.askOutline(ctx, ev, words)
	})
	if err != nil {
		return draftReply{}, fmt.Errorf("outline step %s: %w", r.step.ID, err)
	}
	var parts []draftReply
	var before []prompt.Section
	for i, p := range plan.Sections {
		w, err := stage(ctx, r, org.StageSection, i, func(ctx context.Context) (draftReply, error) {
			own := evidenceFor(ev, p, i == len(plan.Sections)-1)
			return r.askForDraft(ctx, org.StageSection, i, own, prompt.Data{Contract: prompt.SectionContract{
				Checklist: rubric.ForAuthor(r.step, ev.Inquiry.Checklist), N: i + 1, Of: len(plan.Sections), Title: p.Title, Says: p.Says, Meets: listMet(r.step, p),
				Words: p.Words, Before: before, Unsought: ev.Unsought,
			}})
		})
		if err != nil {
			return draftReply{}, fmt.Errorf("write section %d of step %s: %w", i+1, r.step.ID, err)
		}
		parts = append(parts, w)
		before = append(before, prompt.Section{Key: strconv.Itoa(i + 1), Title: p.Title, Gist: firstSentence(w.Reply)})
	}
	return joinSections(plan, parts), nil
}

// askOutline asks for the sections. At most MaxSections count, and their lengths
// are made to fit the whole.
func (r *documentRun) askOutline(ctx context.Context, ev work.Evidence, words int) (outline, error) {
	ctx, cancel := context.WithTimeout(ctx, cmp.Or(r.Unhurried, org.SynthesizeLimit))
	defer cancel()
	out, err := consult[outline](ctx, r, org.StageOutline, 0, prompt.Data{
		Persona: r.about.Agent.Persona, Evidence: &ev,
		Contract: prompt.OutlineContract{Checklist: rubric.ForAuthor(r.step, ev.Inquiry.Checklist), Words: words},
	})
	if err != nil {
		return outline{}, err
	}
	out.Sections = out.Sections[:min(len(out.Sections), org.MaxSections)]
	total := 0
	for _, p := range out.Sections {
		total += max(p.Words, 1)
	}
	for i := range out.Sections {
		out.Sections[i].Words = max(out.Sections[i].Words, 1) * words / max(total, 1)
	}
	return out, nil
}

// evidenceFor narrows evidence to a section's passages; a section that names
// none that exist gets all. What could not be established goes to the last.
func evidenceFor(ev work.Evidence, p outlineSection, last bool) work.Evidence {
	own := ev
	own.Passages = slices.DeleteFunc(slices.Clone(ev.Passages), func(x work.Passage) bool { return !slices.Contains(p.Passages, x.ID) })
	if len(own.Passages) == 0 {
		own.Passages = ev.Passages
	} else {
		own.Findings = slices.DeleteFunc(slices.Clone(ev.Findings), func(f work.Finding) bool {
			return !slices.ContainsFunc(f.Passages, func(id string) bool { return slices.Contains(p.Passages, id) })
		})
	}
	if !last {
		own.Gaps = nil
	}
	return own
}

func listMet(s org.Step, p outlineSection) []org.Criterion {
	return slices.DeleteFunc(slices.Clone(s.Acceptance), func(c org.Criterion) bool { return !slices.Contains(p.Meets, c.ID) })
}

// firstSentence shortens the first sentence of a section.
func firstSentence(reply string) string {
	const atMost = 160
	text, _ := splitEvidence(reply)
	text = strings.Join(strings.Fields(text), " ")
	if i := strings.Index(text, ". "); i >= 0 {
		text = text[:i+1]
	}
	if runes := []rune(text); len(runes) > atMost {
		text = string(runes[:atMost])
	}
	return text
}

var evidenceFence = lazyregexp.New("(?ms)^```evidence\\s*$\n(.*?)(?:^```\\s*$|\\z)")

// splitEvidence splits a section into its text and the lines of its evidence block.
func splitEvidence(reply string) (text, lines string) {
	for _, m := range evidenceFence.FindAllStringSubmatch(reply, -1) {
		lines += strings.TrimSpace(m[1]) + "\n"
	}
	return strings.TrimSpace(evidenceFence.ReplaceAllString(reply, "")), strings.TrimSpace(lines)
}

// joinSections puts the sections under their headings and their evidence into one
// block at the end, as a piece written at once has it.
func joinSections(plan outline, parts []draftReply) draftReply {
	var body, lines strings.Builder
	out := draftReply{}
	for i, w := range parts {
		text, own := splitEvidence(w.Reply)
		title := strings.Join(strings.Fields(plan.Sections[i].Title), " ")
		if i == 0 {
			// The piece begins with its answer: the first paragraph stands
			// before the first heading.
			first, rest, _ := strings.Cut(removeHeading(text, title), "\n\n")
			body.WriteString(first + "\n\n")
			text = strings.TrimSpace(rest)
			if text == "" {
				title = ""
			}
		}
		if title != "" {
			body.WriteString("## " + title + "\n\n" + removeHeading(text, title) + "\n\n")
		}
		if own != "" {
			lines.WriteString(own + "\n")
		}
		out.Model, out.Family, out.Served = w.Model, w.Family, lowerOf(out.Served, w.Served)
		out.Downgraded, out.Cut = out.Downgraded || w.Downgraded, out.Cut || w.Cut
	}
	out.Reply = strings.TrimSpace(body.String())
	if lines.Len() > 0 {
		out.Reply += "\n\n```evidence\n" + lines.String() + "```\n"
	}
	return out
}

// removeHeading takes off a heading that repeats the section's title.
func removeHeading(text, title string) string {
	first, rest, _ := strings.Cut(text, "\n")
	if strings.HasPrefix(first, "#") && prose.Fold(strings.TrimLeft(first, "# ")) == prose.Fold(title) {
		return strings.TrimSpace(rest)
	}
	return text
}

// lowerOf takes the empty tier for none.
func lowerOf(a, b org.Tier) org.Tier {
	if a == "" || b.Rank() < a.Rank() {
		return b
	}
	return a
}

package worker

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/quote"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/llm/prompt"
	"github.com/frasier-cos/frasier/worker/check"
	"github.com/frasier-cos/frasier/worker/review"
)

// order is one thing that a revision is to do, with the findings that ask for it: code
// and critic may have found the same.
type order struct {
	prompt.Defect
	asked []string // as answers name them
}

func listSingleFindings(d prompt.Defect) order {
	return order{d, []string{d.Problem + instructed + d.Instruction}}
}

// listDefects lists what a revision settles, each once: what code and critic found, and the items that
// are not met where the critic did not say what to write.
func listDefects(v version) []order {
	var out []order
	add := func(d prompt.Defect, asked ...string) {
		same := func(o order) bool {
			return prose.Overlap(o.Problem+" "+o.Instruction, d.Problem+" "+d.Instruction) >= sameFinding
		}
		if !slices.ContainsFunc(out, same) {
			o := listSingleFindings(d)
			o.asked = append(o.asked, asked...)
			out = append(out, o)
		}
	}
	fixes := *fixesOf(&v)
	told := false
	for i, d := range fixes {
		told = told || d.Check == review.FromCritic
		if foundTwice(fixes, i) >= 0 {
			continue
		}
		x := prompt.Defect{Para: d.Para, Problem: d.Text, Instruction: d.Fix, Passage: d.Passage}
		var asked []string
		for j, o := range fixes {
			if foundTwice(fixes, j) != i {
				continue
			}
			asked = append(asked, o.Text+instructed+o.Fix)
			x.Passage = cmp.Or(x.Passage, o.Passage)
			if o.Hard {
				x.Instruction += " Code insists: " + o.Fix
			}
		}
		add(x, asked...)
	}
	for _, u := range v.Critique.Unmet {
		if !told {
			add(prompt.Defect{Problem: "Not met: " + u, Instruction: "Meet it from what is here; where the text does meet it, answer with the words that do."})
		}
	}
	for _, x := range v.Critique.Add {
		add(prompt.Defect{Problem: x, Instruction: "Nobody asked for it, and the founder needs it: take it up where a sentence or two do it and the passages or a sum bear it; where the piece is no place for it, name it under \"## Not established\"."})
	}
	for _, m := range v.Lost {
		add(prompt.Defect{Problem: "A replacement of the revision before was not made, since its old words stand not just once in the text: " + m, Instruction: "Where the text still needs it, make it with words that stand there once."})
	}
	return out
}

func asDefects(list []order) []prompt.Defect {
	out := make([]prompt.Defect, 0, len(list))
	for _, o := range list {
		out = append(out, o.Defect)
	}
	return out
}

// foundTwice returns the place of the critic's finding that says what one of code says too, of the
// same paragraph; -1 for none.
func foundTwice(fixes []check.Defect, i int) int {
	const same = 0.6
	d := fixes[i]
	if d.Check == review.FromCritic || d.Check == review.Contradiction {
		return -1
	}
	known := prose.Set(prose.Words(d.Text + " " + d.Fix))
	return slices.IndexFunc(fixes, func(f check.Defect) bool {
		if f.Check != review.FromCritic || f.Para != d.Para || d.Para == 0 {
			return false
		}
		said := f.Text + " " + f.Fix
		if d.About != "" && check.Holds(said, d.About) {
			return true
		}
		words := slices.DeleteFunc(prose.Words(said), prose.StopWord)
		hits := len(words) - len(slices.DeleteFunc(slices.Clone(words), func(w string) bool { return known[w] }))
		return float64(hits) >= same*float64(len(words))
	})
}

// pairAnswers returns an author's answers with the findings that they are about.
func pairAnswers(list []order, answers []check.Answer) []string {
	var out []string
	for _, a := range answers {
		n, err := strconv.Atoi(strings.TrimLeft(strings.TrimSpace(a.Finding), "Dd"))
		if err != nil || n < 0 || n >= len(list) {
			continue
		}
		for _, asked := range list[n].asked {
			out = append(out, asked+answerMark+strings.TrimSpace(a.Why))
		}
	}
	return out
}

// What stands in an answer between the finding, what it asks for, and what its author
// says to it. Answers of before have no order.
const (
	instructed = " Do: "
	answerMark = " (its author keeps it: "
)

func readAnswer(a string) (problem, do, why string) {
	asked, why, _ := strings.Cut(a, answerMark)
	problem, do, _ = strings.Cut(asked, instructed)
	return problem, do, why
}

// isAboutCode reports whether an answer is about a finding of code: of several in one
// sentence, about this number or name.
func isAboutCode(problem, do string, d check.Defect) bool {
	head := func(text string) string { before, _, _ := strings.Cut(text, ":"); return before }
	return prose.Overlap(problem, d.Text) >= sameFinding && (d.About == "" || do == "" || head(do) == head(d.Fix))
}

// keepIfAnswered returns a finding as it is when its author answered it: code insists
// no longer, and who judges the draft is told both.
func keepIfAnswered(d check.Defect, all []string) check.Defect {
	for _, a := range all {
		problem, do, why := readAnswer(a)
		if d.Check != "A10" && isAboutCode(problem, do, d) && !strings.Contains(d.Fix, answerMark) {
			d.Hard = false
			d.Fix += answerMark + why + ")"
		}
	}
	return d
}

// isSettled reports whether an author answered a finding of code with words that show it
// to be false: they stand in a passage that the sentence cites, and hold the number or
// the name that was said to stand nowhere.
func isSettled(d check.Defect, all []string, passages []work.Passage) bool {
	if d.About == "" {
		return false
	}
	cited := check.Markers(d.Text)
	return slices.ContainsFunc(all, func(a string) bool {
		problem, do, _ := readAnswer(a)
		return isAboutCode(problem, do, d) && slices.ContainsFunc(listProofs([]string{a}, passages), func(p check.Proof) bool {
			return slices.Contains(cited, p.Passage) && check.Holds(p.Quote, d.About)
		})
	})
}

// listProofs returns what an author's answers quote from the passages that they name. What is proved
// once holds in every later round, also for its sentence in other words.
func listProofs(all []string, passages []work.Passage) []check.Proof {
	var out []check.Proof
	for _, a := range all {
		problem, _, why := readAnswer(a)
		named := passageID.FindAllString(why, -1)
		for _, p := range passages {
			if !slices.Contains(named, p.ID) {
				continue
			}
			in := quote.NewIndex(p.Text)
			for _, q := range findQuotations(why) {
				if _, found := in.Find(q); found && check.Letters(q) >= check.LeastQuote {
					out = append(out, check.Proof{Sentence: problem, Passage: p.ID, Quote: q})
				}
			}
		}
	}
	return out
}

var (
	passageID = lazyregexp.New(`S[0-9]+:p[0-9]+`)
	quoteMark = lazyregexp.New(`['"“”„«»‘’‚‹›]`)
)

// findQuotations returns what an answer may have meant as a quotation: what stands between any two of
// its quotation marks, since an apostrophe is none, or behind its colon.
func findQuotations(why string) []string {
	const mostMarks = 16
	at := quoteMark.FindAllStringIndex(why, mostMarks)
	var out []string
	for i := range at {
		for j := i + 1; j < len(at); j++ {
			out = append(out, why[at[i][1]:at[j][0]])
		}
	}
	if _, said, ok := strings.Cut(why, ": "); ok {
		out = append(out, strings.TrimSpace(said))
	}
	return out
}

// tellAnswers returns the answers of an author to what others than code found, or code finds no
// more: who judges the draft is told them, as the author was promised.
func (v version) tellAnswers() []string {
	var out []string
	for _, a := range v.Answers {
		problem, do, why := readAnswer(a)
		again := func(d check.Defect) bool { return isAboutCode(problem, do, d) }
		line := strings.TrimSpace(problem) + answerMark + why + ")"
		if !slices.ContainsFunc(v.Audit.MustFix, again) && !slices.Contains(out, line) {
			out = append(out, line)
		}
	}
	return out
}

// takeAnswer takes over what a revision answered that changed nothing, or only what it decides
// for others.
func (v *version) takeAnswer(next version) {
	v.Answers, v.Audit, v.Reply, v.Draft = next.Answers, next.Audit, next.Reply, next.Draft
	if !v.Scored {
		return
	}
	judged := slices.DeleteFunc(slices.Clone(v.Critique.Fixes), func(d check.Defect) bool { return d.Check != review.FromCritic && d.Check != review.Contradiction })
	v.Critique.Fixes, v.Critique.MustFix = slices.Concat(v.Audit.MustFix, judged), len(v.Audit.MustFix)
	for _, d := range judged {
		if d.Check == review.Contradiction {
			v.Critique.MustFix++
		}
	}
}

// sameFinding is the share of words from which two findings are one.
const sameFinding = 0.9

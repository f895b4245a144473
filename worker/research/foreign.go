package research

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/work"
)

// Bounds of what is taken of the founder's folder without a common word.
const (
	foreignAtMost = 12   // papers in languages that nothing is asked in, in one step
	foreignLooked = 500  // papers of the folder whose language is looked at
	foreignBytes  = 8000 // of each: of what is compared with the questions
	kinLetters    = 5    // that begin two words of one origin: "inspection", "inspeção"
	shortPaper    = 1500 // tokens of a paper that is handed over whole once it was found
	unopenedShown = 40   // papers that were not opened, by name
)

// No word of a question stands in papers of other languages, so no search finds them.
func (g *gathering) addForeignPapers(ctx context.Context, asked []string) error {
	urls, err := recallAnswer(g.out, "the folder in other languages: "+strings.Join(asked, "; "), func() ([]string, error) {
		return g.Corpus.findForeign(ctx, asked, foreignAtMost)
	})
	if errors.Is(err, org.ErrForgotten) {
		return nil // a search from before this was looked at
	}
	if err != nil {
		return err
	}
	for _, u := range urls {
		doc, err := g.recallDocument(u, func() (work.Document, error) { return g.Corpus.Document(ctx, u) })
		if err == nil {
			err = g.saveDocument(ctx, doc)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Those come first that share most names, numbers and words of one origin with what is asked.
func (c *Corpus) findForeign(ctx context.Context, asked []string, most int) ([]string, error) {
	spoken := map[string]bool{prose.Language(strings.Join(asked, "\n")): true}
	for _, a := range asked {
		spoken[prose.Language(a)] = true
	}
	spoken[""] = true // one whose language does not tell is none to be sure of
	wanted := collectKin(strings.Join(asked, " "))
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := c.updateIndex(ctx); err != nil {
		return nil, err
	}
	type paper struct {
		url    string
		common int
	}
	var found []paper
	for _, r := range c.pack.records[:min(len(c.pack.records), foreignLooked)] {
		if r.Text == 0 {
			continue
		}
		text, err := c.pack.readText(r, min(r.Text, foreignBytes))
		if err != nil {
			return nil, c.resetIndex(err)
		}
		if spoken[prose.Language(text)] {
			continue
		}
		p := paper{url: fileScheme + r.Name}
		for w := range collectKin(r.Title + " " + text) {
			if wanted[w] {
				p.common++
			}
		}
		found = append(found, p)
	}
	slices.SortStableFunc(found, func(a, b paper) int { return cmp.Compare(b.common, a.common) })
	var out []string
	for _, p := range found[:min(len(found), most)] {
		out = append(out, p.url)
	}
	return out, nil
}

// Words of one origin begin alike in several languages.
func collectKin(text string) map[string]bool {
	out := map[string]bool{}
	for _, w := range prose.Words(stripAccents(text)) {
		if r := []rune(w); !isStopWord(w) && len(r) >= kinLetters {
			out[string(r[:kinLetters])] = true
		}
	}
	return out
}

// Where only the folder is searched, the look-ups word the questions in the languages of its
// papers.
func (g *gathering) prepareQuestions() []work.SubQuestion {
	out := slices.Clone(g.inq.Questions)
	if len(g.Searchers) > 0 {
		return out
	}
	for i, q := range out {
		for _, look := range g.inq.Queries {
			if slices.Contains(look.For, q.ID) && look.Angle != "counter" {
				out[i].Text += "\n" + look.Text
			}
		}
	}
	return out
}

// The list keeps anybody from taking what was read for all there is.
func (g *gathering) listUnopened(ctx context.Context) ([]string, error) {
	if g.Corpus == nil {
		return nil, nil
	}
	list, err := recallAnswer(g.out, "not opened of the folder", func() ([]string, error) {
		list, more, err := g.Corpus.listOthers(ctx, g.byID, unopenedShown)
		if more > 0 {
			list = append(list, fmt.Sprintf("and %d more", more))
		}
		return list, err
	})
	if errors.Is(err, org.ErrForgotten) {
		return nil, nil // a search from before they were listed
	}
	return list, err
}

// It is nil where more than the folder is searched. Whoever words look-ups needs to know the
// languages of the papers.
func (r *Researcher) listPapers(ctx context.Context, out *outside) ([]string, error) {
	if r.Corpus == nil || len(r.Searchers) > 0 {
		return nil, nil
	}
	list, err := recallAnswer(out, "the papers of the folder", func() ([]string, error) {
		list, _, err := r.Corpus.listOthers(ctx, nil, unopenedShown)
		return list, err
	})
	if errors.Is(err, org.ErrForgotten) {
		return nil, nil // asked before they were listed
	}
	return list, err
}

// Each comes with its file, language, date and length; more counts those that are not shown.
func (c *Corpus) listOthers(ctx context.Context, read map[org.DocumentID]bool, most int) (shown []string, more int, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := c.updateIndex(ctx); err != nil {
		return nil, 0, err
	}
	for _, r := range c.pack.records {
		if r.Text == 0 || read[r.ID] {
			continue
		}
		if len(shown) == most {
			more++
			continue
		}
		text, err := c.pack.readText(r, min(r.Text, foreignBytes))
		if err != nil {
			return nil, 0, c.resetIndex(err)
		}
		about := []string{r.Name, prose.Language(text), r.Published, prose.Count(r.Length, "word")}
		shown = append(shown, fmt.Sprintf("%s (%s)", r.Title, strings.Join(slices.DeleteFunc(about, func(s string) bool { return s == "" }), ", ")))
	}
	return shown, more, nil
}

// Whoever writes then knows that the paper is there.
func (c *choice) addOpenings() {
	for i, s := range c.pool.passages {
		if c.pool.isOwn(s.Source) && c.perDoc[s.Source] == 0 && c.countTokens(i) <= c.left {
			c.addPassage(i, "")
		}
	}
}

// Papers of which most was chosen come first, as far as there is room: the line beside the one
// that was found is often the one that is needed.
func (c *choice) addShortPapers() {
	size, parts := map[int]int{}, map[int][]int{}
	var papers []int
	for i, s := range c.pool.passages {
		if !c.pool.isOwn(s.Source) || c.perDoc[s.Source] == 0 {
			continue
		}
		if parts[s.Source] == nil {
			papers = append(papers, s.Source)
		}
		size[s.Source] += len(s.Text) / org.CharsPerToken
		parts[s.Source] = append(parts[s.Source], i)
	}
	chosen := maps.Clone(c.perDoc)
	slices.SortStableFunc(papers, func(a, b int) int { return cmp.Compare(chosen[b], chosen[a]) })
	for _, source := range papers {
		if size[source] > shortPaper {
			continue
		}
		for _, i := range parts[source] {
			if _, in := c.taken[i]; !in && c.countTokens(i) <= c.left {
				c.addPassage(i, "")
			}
		}
	}
}

func (p *pool) isOwn(source int) bool {
	switch p.documents[source].Origin {
	case work.OriginAttachment, work.OriginCorpus:
		return true
	case work.OriginWeb, work.OriginLink, work.OriginStep:
	}
	return false
}

// Papers in other languages than the text are ranked by the words of one origin, names and numbers
// that they share with it.
func (p *pool) rankKin(text string) []rankedPassage {
	wanted, spoken := collectKin(text), prose.Language(text)
	var out []rankedPassage
	for i, s := range p.passages {
		if language := prose.Language(p.documents[s.Source].Text); !p.isOwn(s.Source) || language == "" || language == spoken {
			continue
		}
		common := 0.0
		for w := range collectKin(s.Text) {
			if wanted[w] {
				common++
			}
		}
		if common >= wantKin {
			out = append(out, rankedPassage{at: i, value: common, share: 1})
		}
	}
	slices.SortStableFunc(out, func(a, b rankedPassage) int { return cmp.Compare(b.value, a.value) })
	return out
}

// Only short papers count, as far as moreTokens go.
func (p *pool) findBeside(found map[int]string) []int {
	size, hit := map[int]int{}, map[int]bool{}
	for i, s := range p.passages {
		size[s.Source] += len(s.Text) / org.CharsPerToken
		hit[s.Source] = hit[s.Source] || found[i] != ""
	}
	left := moreTokens
	var out []int
	for i, s := range p.passages {
		if !hit[s.Source] || found[i] != "" || !p.isOwn(s.Source) || size[s.Source] > shortPaper {
			continue
		}
		if left -= len(s.Text) / org.CharsPerToken; left < 0 {
			break
		}
		out = append(out, i)
	}
	return out
}

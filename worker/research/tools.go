package research

import (
	"context"
	"fmt"
	"slices"

	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/work"
)

// Tools are those of others that the founder lets research read through. A *toolbox.Client is one.
type Tools interface {
	// Readers lists the tools that may be used now.
	Readers(ctx context.Context) ([]outward.Tool, error)
	// Read asks one of them a question, and returns what it says.
	Read(ctx context.Context, t outward.Tool, question string) (string, error)
}

// Bounds of what is read through tools.
const (
	toolCalls = 12 // in one step
	toolRunes = 60_000
)

// readTools asks each tool each of the queries, as a search engine is asked: in words that hold nothing private. What a tool says is a source like a
// page that was read: stored as it came, and quoted or not. It orders nothing.
func (g *gathering) readTools(ctx context.Context) error {
	if g.Tools == nil {
		return nil
	}
	readers, err := recallAnswer(g.out, "the tools", func() ([]outward.Tool, error) { return g.Tools.Readers(ctx) })
	if err != nil {
		return err
	}
	calls, failed := 0, 0
	if len(readers) == 0 {
		return nil
	}
	for _, asked := range g.listAsked() {
		question := cleanQuery(asked, collectPrivateWords(g.job))
		if question == "" {
			continue
		}
		for _, t := range rankTools(readers, question) {
			if calls++; calls > toolCalls {
				g.notes = append(g.notes, "Tools were asked no more after 12 questions.")
				return nil
			}
			ok, err := g.readTool(ctx, t, question)
			if err != nil {
				return err
			}
			if !ok {
				failed++
			}
		}
	}
	if failed > 0 {
		g.notes = append(g.notes, describeToolFaults(failed, min(calls, toolCalls)))
	}
	return nil
}

// rankTools puts tools first whose names and descriptions share most words with a question: there may be more of them than are asked.
func rankTools(all []outward.Tool, question string) []outward.Tool {
	asked := prose.Words(question)
	type ranked struct {
		tool   outward.Tool
		shared int
	}
	list := make([]ranked, 0, len(all))
	for _, t := range all {
		says, one := prose.Set(prose.Words(t.Name+" "+t.Description)), ranked{tool: t}
		for _, w := range asked {
			if says[w] && !isStopWord(w) {
				one.shared++
			}
		}
		list = append(list, one)
	}
	slices.SortStableFunc(list, func(a, b ranked) int { return b.shared - a.shared })
	out := make([]outward.Tool, len(list))
	for n, one := range list {
		out[n] = one.tool
	}
	return out
}

// readTool asks a tool one question. False stands for a tool that gave no answer, which says so in the log and ends nothing.
func (g *gathering) readTool(ctx context.Context, t outward.Tool, question string) (bool, error) {
	at := outward.ToolSource(t.Server, t.Name, question)
	answered, err := recallAnswer(g.out, at, func() (bool, error) {
		if _, had := g.known[at]; had {
			return true, nil
		}
		text, err := g.Tools.Read(ctx, t, question)
		if ctx.Err() != nil {
			return false, ctx.Err()
		}
		if err != nil || text == "" {
			g.log().WarnContext(ctx, "tool not read", "step", g.job.Step.ID, "server", t.Server, "tool", t.Name, "error", err)
			return false, nil
		}
		if runes := []rune(text); len(runes) > toolRunes {
			text = string(runes[:toolRunes])
		}
		doc := work.Document{URL: at, Site: t.Server, Origin: work.OriginWeb, Title: clipText(t.Name+" of "+t.Server+": "+question, 200), Text: text, FetchedAt: roundTime(g.now())}
		return true, g.saveDocument(ctx, doc)
	})
	if err != nil || !answered {
		return false, err
	}
	if doc, had := g.known[at]; had {
		g.addSource(doc)
	}
	return true, nil
}

// listAsked returns what tools are asked: the queries of the step, or, where it has none, its questions.
func (g *gathering) listAsked() []string {
	var out []string
	for _, q := range g.inq.Queries {
		out = append(out, q.Text)
	}
	if len(out) > 0 {
		return out
	}
	for _, q := range g.inq.Questions {
		out = append(out, q.Text)
	}
	return out
}

func describeToolFaults(failed, calls int) string {
	return fmt.Sprintf("Tools gave no answer to %d of %d questions.", failed, calls)
}

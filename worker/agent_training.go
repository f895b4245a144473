package worker

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/internal/learning"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/llm"
	"github.com/frasier-cos/frasier/llm/prompt"
)

// Staff teaches agents.
type Staff interface {
	// SaveTraining makes what an agent was taught part of his persona.
	SaveTraining(ctx context.Context, id org.AgentID, from int, learned string) error
}

// taughtLines bounds what stands in a persona of what reviewers taught.
const taughtLines = 6

const taughtHead = "What reviewers taught you. Do it always:\n"

type upskillReply struct {
	Lines []string `json:"lines"`
}

// trainAgent teaches the step's agent before he goes on, when reviewers sent his
// work back UpskillAt times since he was last taught. The lesson goes
// into the persona, which is in every prompt. Without a usable reply
// the remarks themselves become lines.
func (r *documentRun) trainAgent(ctx context.Context) (*work.Outcome, error) {
	if len(r.about.Feedback) == 0 || r.Client.Offline() {
		return nil, nil
	}
	a := r.about.Agent
	lines, err := r.recallTaught(ctx, a)
	if err != nil {
		return nil, fmt.Errorf("teach %s: %w", a.ID, err)
	}
	base, before, _ := strings.Cut(a.Persona, taughtHead)
	lines = mergeLessons(lines, before)
	learned := taughtHead + strings.Join(lines, "\n")
	if err := r.Staff.SaveTraining(ctx, a.ID, a.Version, learned); err != nil {
		return nil, fmt.Errorf("teach %s: %w", a.ID, err)
	}
	r.about.Agent.Persona = strings.TrimSpace(base) + "\n\n" + learned
	return nil, nil
}

// mergeLessons puts new lines before old ones, each once, at most taughtLines.
func mergeLessons(lines []string, before string) []string {
	var out []string
	for _, l := range append(lines, strings.Split(before, "\n")...) {
		l = "- " + strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(l), "- "))
		known := l == "- "
		for _, o := range out {
			known = known || learning.Same(o, l)
		}
		if !known && len(out) < taughtLines {
			out = append(out, l)
		}
	}
	return out
}

func (r *documentRun) recallTaught(ctx context.Context, a org.Agent) ([]string, error) {
	blocks, err := r.Prompts.Blocks(prompt.Data{
		Stage: org.StageUpskill, Tier: org.T1, Nonce: r.nonce,
		Contract: prompt.UpskillContract{Name: a.Name, Role: a.Role, Feedback: r.about.Feedback}, Volatile: prompt.Volatile{Day: r.Now()},
	})
	if err != nil {
		return nil, err
	}
	reply, err := r.Client.Do(ctx, llm.Request{
		Purpose: org.StageUpskill, Caller: r.callerOf(a.Version), Tier: org.T1, Blocks: blocks, Schema: r.Prompts.Schema(org.StageUpskill),
		Check: upskillFaults, Input: work.StageInput{Step: &r.step, Context: &r.about},
	})
	if llm.Content(err) || errors.Is(err, org.ErrNoModel) {
		r.Log.WarnContext(ctx, "taught by the remarks themselves", "agent", a.ID, "err", err)
		return []string{"Reviewers sent your work back for this: " + clipLesson(firstOf(r.about.Feedback))}, nil
	}
	if err != nil {
		return nil, err
	}
	var got upskillReply
	if err := json.Unmarshal(reply.Object, &got); err != nil {
		return nil, fmt.Errorf("read reply: %w", err)
	}
	return got.Lines, nil
}

func clipLesson(text string) string {
	const most = 180
	if r := []rune(text); len(r) > most {
		return string(r[:most])
	}
	return text
}

// upskillFaults refuses lines that must not stand in a persona.
func upskillFaults(raw json.RawMessage) []string {
	var got upskillReply
	if err := json.Unmarshal(raw, &got); err != nil {
		return []string{err.Error()}
	}
	var out []string
	for _, l := range got.Lines {
		if why := prompt.Unfit(l); why != "" {
			out = append(out, fmt.Sprintf("%q %s", l, why))
		}
	}
	return out
}

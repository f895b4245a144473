package converse

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/safetext"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/llm"
	"github.com/frasier-cos/frasier/llm/prompt"
)

// The form of the chief's reply: what it says, and what it wants to happen.
type chiefReply struct {
	Message string   `json:"message"`
	Actions []action `json:"actions"`
}

// What the chief may do. The page of its prompt says what each means.
const (
	doReply   = "reply"
	doAsk     = "ask"
	doPropose = "propose"
	doStart   = "start"
	doSteer   = "steer"
	doChange  = "change"
	doAnswer  = "answer"
	doPause   = "pause"
	doResume  = "resume"
	doCite    = "cite"
	doStatus  = "status"
	doCosts   = "costs"
	doInbox   = "inbox"
	doNoRule  = "no_rule"
	doHold    = "hold"
	doSkip    = "skip"
	doFirst   = "first"
	doRedo    = "redo"
)

// action is one thing that the chief wants to happen.
type action struct {
	Do     string `json:"do"`
	Target string `json:"target"` // a project, a step or a decision; empty where the action needs none
	Choice string `json:"choice"` // the letter of an option
	Work   *order `json:"work"`
}

func (a action) onSteps() bool {
	return slices.Contains([]string{doHold, doSkip, doFirst, doRedo}, a.Do)
}

// modeCode is the mode of work that changes a repository's code.
const modeCode org.Mode = "code"

// An order starts work.
type order struct {
	Title  string    `json:"title"`
	Goal   string    `json:"goal"`
	Size   string    `json:"size"` // "task" or "project"
	Mode   org.Mode  `json:"mode"` // or modeCode
	Depth  org.Depth `json:"depth"`
	Phases []struct {
		Label string `json:"label"`
		Task  string `json:"task"`
	} `json:"phases"`
}

// A proposal counts as well; nil for nothing.
func (r chiefReply) findWork() *order {
	for _, a := range r.Actions {
		if a.Do == doStart {
			return a.Work
		}
	}
	return nil
}

func (r chiefReply) findTitle() string {
	if w := r.findWork(); w != nil {
		return w.Title
	}
	return ""
}

// It puts the reply's request in the terms of org.Route.
func (r chiefReply) findTag() org.Action {
	switch w := r.findWork(); {
	case w != nil && w.Size == "project":
		return org.ActionNewProject
	case w != nil:
		return org.ActionProposal
	case r.Message == "":
		return org.ActionNone
	}
	return org.ActionResponse
}

func (r chiefReply) asksFirst() bool {
	return r.hasAction(doAsk, doPropose)
}

func (r chiefReply) hasAction(kinds ...string) bool {
	return slices.ContainsFunc(r.Actions, func(a action) bool { return slices.Contains(kinds, a.Do) })
}

// findReplyFaults checks the rules that the schema cannot say.
func findReplyFaults(raw json.RawMessage) []string {
	var r chiefReply
	if err := json.Unmarshal(raw, &r); err != nil {
		return []string{err.Error()}
	}
	var out []string
	if strings.TrimSpace(r.Message) == "" {
		out = append(out, "message is empty")
	}
	starts := 0
	for _, a := range r.Actions {
		if a.Do == doStart {
			if starts++; a.Work == nil {
				out = append(out, "action start needs work")
			}
		}
	}
	if starts > 1 {
		out = append(out, "one start at most")
	}
	return out
}

// askChief asks for the structured reply. A reply that cannot be read counts as
// unparsed; that and a model that cannot be reached are said to the founder.
// Neither holds the message up.
func (h *Handler) askChief(ctx context.Context, x *exchange) error {
	tier := cmp.Or(h.Tier, org.T2)
	blocks, err := h.Prompts.Blocks(prompt.Data{
		Stage: org.StageChief, Nonce: prompt.Nonce(h.Secret, string(x.message.ID)), Tier: tier,
		Contract: prompt.ChiefContract{
			Text: x.message.Text, Attachments: x.message.Attachments, History: x.past, Tokens: rememberedTokens, Projects: x.projects,
			Decisions: x.decisions, Delivered: x.known.Delivered, Recalled: x.known.Memories, Class: x.class, Asked: x.endsInQuestion(), Answers: x.replies.ID,
			Files: listReadable(x.message), Vague: vagueOrder(x.class), Directives: x.rules, Team: h.Team, Repositories: x.code,
		},
		Volatile: prompt.Volatile{Day: h.Now(), Said: x.message.SaidAt},
	})
	if err != nil {
		return fmt.Errorf("ask chief: %w", err)
	}
	reply, err := h.Client.Do(ctx, llm.Request{
		Purpose: org.StageChief, Caller: llm.Caller{Key: "message:" + string(x.message.ID), Round: 1, Seq: 1}, Tier: tier, Blocks: blocks, Question: joinText(x.message),
		Schema: h.Prompts.Schema(org.StageChief), Check: findReplyFaults, Input: work.StageInput{Message: &x.message, Class: &x.class},
	})
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		h.Log.WarnContext(ctx, "no structured reply", "message", x.message.ID, "err", err)
		x.silent = err
		x.class.Unparsed = x.class.Unparsed || llm.Content(err)
		return nil
	}
	h.away.Clear() // a model answers again
	if err := json.Unmarshal(reply.Object, &x.chief); err != nil {
		return fmt.Errorf("ask chief: read reply: %w", err)
	}
	return nil
}

func vagueOrder(c org.Classification) bool {
	return !c.Certain && !c.Question && c.Confidence < org.ConfidenceFloor && (c.Class == org.ClassSimpleTask || c.Class == org.ClassFullProject)
}

// explainUnread says what the founder is told when the chief's reply is of no use: its
// message alone where that can be read, else an apology; never its JSON.
func explainUnread(err error, class org.Class) string {
	var call *llm.Error
	isCall := errors.As(err, &call)
	switch {
	case llm.Content(err) && isCall:
		const atMost = 15_000 // as the schema has it: what is longer is no answer
		text, _ := safetext.Visible(ownWords(call.Reply))
		if r := []rune(text); len(r) > atMost {
			text = strings.TrimSpace(string(r[:atMost])) + " ..."
		}
		switch {
		case text == "":
			return messages.ChatGarbled
		case class != org.ClassCasual:
			return text + "\n\n" + messages.ChatNotStarted
		}
		return text
	case isCall && !llm.Transport(err) && call.Sentence != "":
		return call.Sentence + " " + messages.ChatNotStarted
	}
	return messages.ChatUnreachable
}

// An unreadable reply may still have words for a person: its message when it is JSON or means to
// be; empty when it has none.
func ownWords(reply string) string {
	reply = strings.TrimSpace(reply)
	if obj, err := llm.Object(reply, nil); err == nil {
		var r struct {
			Message string `json:"message"`
		}
		if json.Unmarshal(obj, &r) != nil {
			return ""
		}
		return strings.TrimSpace(r.Message)
	}
	if json.Valid([]byte(reply)) || strings.HasPrefix(reply, "[") || strings.ContainsAny(reply, "{}`") || strings.Contains(reply, `":`) {
		return findMessage(reply)
	}
	if !strings.ContainsFunc(reply, unicode.IsLetter) {
		return ""
	}
	return reply
}

// findMessage finds the message in broken JSON, where it stands whole.
func findMessage(broken string) string {
	m := regexp.MustCompile(`"message"\s*:\s*("(?:[^"\\]|\\.)*")`).FindStringSubmatch(broken)
	if m == nil {
		return ""
	}
	whole := strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(m[1], ""))
	var text string
	if json.Unmarshal([]byte(whole), &text) != nil {
		return ""
	}
	return strings.TrimSpace(text)
}

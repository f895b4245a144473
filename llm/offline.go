package llm

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/safetext"
)

// There is one try, no repair and no cost. A stage that cannot be done without a model makes no
// row in the ledger, since nobody was asked.
func (c *Client) answerOffline(ctx context.Context, r Request) (Reply, error) {
	w := Wire{Purpose: r.Purpose, Input: r.Input, Blocks: r.Blocks, Model: ExtractiveModel, Tier: org.T0, Schema: r.Schema}
	raw, err := c.Provider.Complete(ctx, w)
	if err != nil {
		if ctx.Err() != nil {
			return Reply{}, makeStopError(ctx, err)
		}
		return Reply{}, fmt.Errorf("answer %s without a model: %w", r.Purpose, err)
	}
	j := &job{c: c, req: r}
	j.req.Tier = org.T0
	p := prompt{purpose: r.Purpose, blocks: r.Blocks, schema: r.Schema, asked: org.T0}
	call := j.ledgerRow(p, target{tier: org.T0, model: Model{ID: ExtractiveModel}})
	begun, _, err := c.Records.BeginCall(ctx, call)
	if err != nil {
		return Reply{}, fmt.Errorf("begin call %s: %w", r.Purpose, err)
	}
	text := safetext.Neutral(strings.TrimSpace(raw.Text))
	reply := Reply{Text: text, Model: ExtractiveModel, Asked: org.T0, Served: org.T0}
	var bad error
	if r.Schema != nil {
		reply.Object, bad = Object(text, j.checkObject)
		reply.Text = string(reply.Object)
	} else if text == "" {
		bad = errors.New("empty reply")
	}
	end := org.CallEnd{
		Key: call.Key, Try: max(begun.Try, 1), State: org.CallUsable, Reply: reply.Text, Model: ExtractiveModel,
		Finish: "stop", CostSource: org.CostFree, At: c.getNow(),
	}
	if bad != nil {
		end.State, end.Reply, end.ErrorClass = org.CallUnusable, "", "format"
	}
	if begun.State != org.CallUsable {
		if _, err = c.Records.EndCall(context.WithoutCancel(ctx), end); err != nil {
			return Reply{}, fmt.Errorf("end call %s: %w", r.Purpose, err)
		}
	}
	if bad != nil {
		return Reply{}, &Error{Class: ClassContent, Kind: "format", Sentence: sentenceFor(ClassContent), Err: bad}
	}
	return reply, nil
}

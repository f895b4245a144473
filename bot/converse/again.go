package converse

import (
	"context"

	"github.com/frasier-cos/frasier/internal/org"
)

// surroundings is what of a message's scene the model is shown.
type surroundings struct {
	History []org.PastTurn
	Open    []org.Project
	Rules   []string
}

// chosen is the outcome of asking the chief.
type chosen struct {
	Reply chiefReply
	Class org.Classification
	None  bool // the chief gave no reply that can be used
}

// consult classifies a message and, unless it brings a plan of its own, asks
// the chief. What both go by and what they say is noted, so that either can be
// done again.
func (d *Handler) consult(ctx context.Context, h *exchange, planned bool) error {
	around, err := org.LogStage(&h.stages, org.StageContext, 0, func() (surroundings, error) {
		s := surroundings{Open: h.scene.Open, Rules: h.rules}
		for _, t := range h.scene.History {
			t.Message.Attachments = nil // what was said is shown, no files
			s.History = append(s.History, t)
		}
		return s, nil
	})
	if err != nil {
		return err
	}
	h.scene.History, h.scene.Open, h.rules = around.History, around.Open, around.Rules
	h.class, err = org.LogStage(&h.stages, org.StageClassify, 0, func() (org.Classification, error) {
		return d.Classifier.Classify(ctx, h.message, h.scene)
	})
	if err != nil || planned {
		return err
	}
	known, err := org.LogStage(&h.stages, org.StageContext, 1, func() ([]org.Memory, error) { return d.recall(ctx, h) })
	if err != nil {
		return err
	}
	got, err := org.LogStage(&h.stages, org.StageChief, 0, func() (chosen, error) {
		err := d.chief(ctx, h, known)
		return chosen{h.chief, h.class, h.silent != nil}, err
	})
	h.chief, h.class, h.tag = got.Reply, got.Class, got.Reply.Action
	return err
}

// Again does one stage of the answer to a message again, from what is kept of
// it and nothing else. Nothing is stored or said. The client must
// answer from its ledger alone for the bytes to be comparable. It returns
// org.ErrNoStage for a stage that is not kept.
func (d *Handler) Again(ctx context.Context, t org.Trace, name string) (org.Replay, error) {
	log, err := org.Retrace(t.Results, name)
	if err != nil {
		return org.Replay{}, err
	}
	h := exchange{message: t.Message, stages: *log}
	h.message.Text, _ = org.Visible(h.message.Text)
	err = d.consult(ctx, &h, false)
	return h.stages.Replay(err)
}

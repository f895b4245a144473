package extractive

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/llm"
)

// Label begins the title of everything that was made without a model.
const Label = "[Offline extract]"

// FirstLine is the first line of everything that was made without a model.
const FirstLine = "Offline mode: no language model was used. These are sentences found in the listed sources; nothing was analysed, compared or checked for truth."

// Reviewed stands in place of a review.
const Reviewed = "not done: no model"

// Provider answers without a model. The zero value is ready and may be used
// by several goroutines; equal calls get equal answers.
type Provider struct{}

// Complete answers the stages that need no judgement from w.Input, and returns
// an error that wraps org.ErrNoModel for the others. An input that lacks what
// the stage needs is an error too.
func (Provider) Complete(ctx context.Context, w llm.Wire) (llm.Raw, error) {
	if err := ctx.Err(); err != nil {
		return llm.Raw{}, err
	}
	text, err := answerStage(w.Purpose, w.Input)
	if err != nil {
		return llm.Raw{}, fmt.Errorf("answer %s: %w", w.Purpose, err)
	}
	return llm.Raw{
		Text: text, Model: llm.ExtractiveModel, Provider: "extractive", Finish: "stop",
		Usage: llm.Usage{Known: true, CostKnown: true},
	}, nil
}

func answerStage(stage string, in work.StageInput) (string, error) {
	switch stage {
	case org.StageClassify, org.StageChief:
		if in.Message == nil {
			return "", errNoInput
		}
		if stage == org.StageClassify {
			return encodeObject(classifyByForm(*in.Message, in.Class))
		}
		return encodeObject(answerChief(*in.Message, in.Class))
	case org.StageEnrich:
		if in.Job == nil {
			return "", errNoInput
		}
		return encodeObject(enrichItems(*in.Job))
	case org.StageDecompose, org.StageSynthesize:
		if in.Step == nil {
			return "", errNoInput
		}
		if stage == org.StageDecompose {
			return encodeObject(buildInquiry(*in.Step))
		}
		return writeSheet(*in.Step, in.Inquiry, in.Evidence), nil
	}
	return "", org.ErrNoModel
}

func encodeObject(v any) (string, error) {
	raw, err := json.Marshal(v)
	return string(raw), err
}

package org

import (
	"time"

	"github.com/frasier-cos/frasier/internal/moment"
)

// ModelTrouble says why a call to a model came to nothing, as a founder is told it. Class and Kind
// are those of the call's error.
type ModelTrouble struct {
	Class, Kind string
	Model       string    // when it is about one model
	Until       time.Time // when it will be tried again, as the provider says; zero when it does not
}

// Sentence says what happened, what it means and what to do.
func (t ModelTrouble) Sentence() string {
	model := t.Model
	if model == "" {
		model = "The model"
	}
	switch t.Class {
	case "transport":
		if t.Until.IsZero() {
			return "The AI provider isn't answering. I'll go on when it's back."
		}
		return model + " has reached a limit at its provider" + t.formatUntil() + ". I'll go on by myself then; nothing is lost."
	case "content":
		return "The model's reply could not be used."
	case "refusal":
		return "The model declined to answer."
	case "auth":
		return "The AI provider refused the API key: check OPENROUTER_API_KEY. I'll go on by myself when it's accepted; nothing is lost."
	case "money":
		said := "The account at the AI provider is out of credit, or its key has reached its limit" + t.formatUntil() + ": add credit or raise the limit."
		return said + " I'll go on by myself when it works again; nothing is lost."
	case "budget":
		return "Your spending cap is reached, so no model was asked. Raise or remove it with `budget`, or wait for the next day or month."
	case "size":
		return "That is more than the model can read at once."
	case "catalog":
		if t.Kind == "blind" {
			return model + " can't look at pictures."
		}
		return model + " can't be had at the AI provider: check FRASIER_MODEL_T1, _T2, _T3 and _X, and whether your key may use it. I'll go on by myself when it can be had; nothing is lost."
	case "policy":
		return "Nobody offers " + t.formatModel() + " under your account's data policy with what I need from it. Change the policy at the provider, or set another model; I'll go on by myself then."
	case "bug":
		return "The AI provider found a fault in what I sent it. That's a bug on our side."
	case "cancelled":
		return "The call was cancelled."
	case "unusable":
		return "The model gives no answer that I can use."
	}
	return "The call to the model didn't work."
}

func (t ModelTrouble) formatModel() string {
	if t.Model == "" {
		return "this model"
	}
	return t.Model
}

func (t ModelTrouble) formatUntil() string {
	if t.Until.IsZero() {
		return ""
	}
	return " until " + moment.Mark(t.Until, moment.Minute)
}

package senses

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/safetext"
	"github.com/frasier-cos/frasier/llm"
	"github.com/frasier-cos/frasier/llm/prompt"
)

type sighting struct {
	By      string   `json:"-"` // who read it
	Target  string   `json:"-"` // the configured model behind it; empty for tesseract
	Kind    string   `json:"kind"`
	Text    string   `json:"text"`
	Shows   string   `json:"shows"`
	Figures []figure `json:"figures"`
}

// Printed tells that the digits of a figure stand in the picture; else it was taken off a scale.
type figure struct {
	Label   string `json:"label"`
	Value   string `json:"value"`
	Printed bool   `json:"printed"`
}

const tesseract = "tesseract"

// An error means that the picture may be tried later.
func (r *Reader) lookAt(ctx context.Context, one org.Reading) (got fileText, err error) {
	o, err := r.openRoom(ctx, one.Data)
	if err != nil {
		if got, ok := noteError(one, err); ok {
			return got, nil
		}
		return got, err
	}
	defer func() { err = errors.Join(err, o.closeRoom()) }()
	pictures, err := o.decodePicture(ctx)
	if err != nil {
		if got, ok := noteError(one, err); ok {
			return got, nil
		}
		return got, err
	}
	first, err := r.askModel(ctx, one, pictures)
	if isBlind(err) {
		return r.spellOut(ctx, one, o)
	}
	if refused := new(llm.Error); errors.As(err, &refused) && (llm.Content(err) || refused.Class == llm.ClassRefusal || refused.Class == llm.ClassSize) {
		return r.spellOut(ctx, one, o) // it will not say anything else tomorrow
	}
	if err != nil {
		return got, err
	}
	check, err := r.readAgain(ctx, one, pictures, o, first)
	if err != nil {
		return got, err
	}
	text, note := tellSight(one.Name, first, check)
	return fileText{text, note}, nil
}

func isBlind(err error) bool {
	refused := new(llm.Error)
	return errors.Is(err, org.ErrNoModel) || errors.As(err, &refused) && refused.Kind == "blind"
}

func (r *Reader) askModel(ctx context.Context, one org.Reading, pictures []llm.Picture) (sighting, error) {
	if r.Client.Offline() {
		return sighting{}, org.ErrNoModel
	}
	return r.putQuestion(ctx, one, pictures, org.StageLook, "")
}

// not is the one model that is not asked.
func (r *Reader) putQuestion(ctx context.Context, one org.Reading, pictures []llm.Picture, stage, not string) (sighting, error) {
	key := fmt.Sprintf("%s:%d", one.Message, one.N)
	blocks, err := r.Prompts.Blocks(prompt.Data{
		Stage: stage, Tier: org.T2, Nonce: prompt.Nonce(r.Secret, key), Contract: prompt.LookContract{Name: one.Name, Asked: one.Words},
	})
	if err != nil {
		return sighting{}, err
	}
	reply, err := r.Client.Do(ctx, llm.Request{
		Purpose: stage, Caller: llm.Caller{Key: key}, Tier: org.T2, Blocks: blocks, Schema: r.Prompts.Schema(stage), Pictures: pictures, NotModel: not,
	})
	if err != nil {
		return sighting{}, err
	}
	var out sighting
	if err := json.Unmarshal(reply.Object, &out); err != nil {
		return out, fmt.Errorf("read the reply of %s: %w", stage, err)
	}
	out.By, out.Target = reply.Model, reply.Target
	out.Text, out.Shows = cleanWords(out.Text), strings.Join(strings.Fields(cleanWords(out.Shows)), " ")
	for i := range out.Figures {
		f := &out.Figures[i]
		f.Label, f.Value = strings.Join(strings.Fields(cleanWords(f.Label)), " "), strings.Join(strings.Fields(cleanWords(f.Value)), " ")
		f.Printed = f.Printed && (out.Kind != "chart" || standsIn(f.Value, out.Text)) // what no digits say is off a scale
	}
	return out, nil
}

func cleanWords(s string) string {
	text, _ := safetext.Visible(safetext.Neutral(s))
	return strings.TrimSpace(text)
}

// Another model that sees reads the figures, else tesseract, else nobody.
func (r *Reader) readAgain(ctx context.Context, one org.Reading, pictures []llm.Picture, o *room, first sighting) (sighting, error) {
	if len(first.Figures) == 0 {
		return sighting{}, nil
	}
	check, err := r.putQuestion(ctx, one, pictures, org.StageFigures, first.Target)
	if err == nil {
		return check, nil
	}
	if wait := new(llm.Error); !errors.As(err, &wait) {
		return sighting{}, err // no answer of a model's, but a fault of ours
	}
	text, installed, err := o.readLetters(ctx)
	if err != nil || !installed || text == "" {
		return sighting{}, err
	}
	return sighting{By: tesseract, Text: cleanWords(text)}, nil
}

// No model looks at the picture.
func (r *Reader) spellOut(ctx context.Context, one org.Reading, o *room) (fileText, error) {
	text, installed, err := o.readLetters(ctx)
	switch {
	case err != nil:
		return fileText{}, err
	case !installed:
		return fileText{note: fmt.Sprintf("I can't look at %s: none of the models sees pictures. Set one that does (FRASIER_MODEL_T2), or install tesseract-ocr on the server, which reads its letters. It is kept; tell me what is in it.", one.Name)}, nil
	case cleanWords(text) == "":
		return fileText{note: one.Name + " holds no letters that tesseract can read, and no model here sees pictures. It is kept; tell me what is in it."}, nil
	}
	said, _ := tellSight(one.Name, sighting{By: tesseract, Text: cleanWords(text)}, sighting{})
	return fileText{text: said, note: "Of " + one.Name + " I have the letters alone, which tesseract read; no model here sees pictures."}, nil
}

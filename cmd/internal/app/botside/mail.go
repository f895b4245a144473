package botside

import (
	"context"
	"errors"

	"github.com/frasier-cos/frasier/bot/postbox"
	"github.com/frasier-cos/frasier/cmd/internal/app"
	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/sealed"
	"github.com/frasier-cos/frasier/llm"
)

// mailbox is the founder's, with who writes answers for him.
type mailbox struct {
	*postbox.Box

	writer *postbox.Writer
}

// Write has a model write an answer.
func (m mailbox) Write(ctx context.Context, l reports.Letter, words, order string) (string, error) {
	text, err := m.writer.Write(ctx, l, words, order)
	call := new(llm.Error)
	switch {
	case errors.Is(err, postbox.ErrNoModel):
		return "", &outward.RefusedError{Text: "no model is set up that could write"}
	case ctx.Err() == nil && errors.As(err, &call):
		return "", &outward.RefusedError{Text: "the model gave no answer"}
	}
	return text, err
}

// Mailbox returns the founder's mailbox. A process has one, so that what it reads is counted together.
func Mailbox(a *app.App) *postbox.Box {
	box, _ := a.Shared.LoadOrStore("mailbox", postbox.New(postbox.Options{
		Records: a.Store, Key: func() (sealed.Key, error) { return sealed.Open(a.Settings.Home) }, Allow: a.Settings.Allow, Now: a.Now, Log: a.Log,
	}))
	return box.(*postbox.Box) //nolint:forcetypeassert,errcheck // nothing else is kept under that name
}

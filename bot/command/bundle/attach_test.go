package bundle_test

import (
	"context"
	"errors"
	"testing"

	"github.com/frasier-cos/frasier/bot/command/bundle"
	"github.com/frasier-cos/frasier/internal/attest"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
)

// What is no document, and a document whose bundle cannot be had, is delivered as it is; a fault is told, so that it is tried again.
func TestWhatNoBundleGoesWith(t *testing.T) {
	t.Parallel()
	fault := errors.New("the database is away")
	v := reports.Delivery{Project: "p1", Kind: reports.DeliverResult, Body: "Done.", Files: []org.File{{Name: "deliverable.md", Data: []byte("# Oats")}}}
	refuses := func(err error) bundle.Sign {
		return func(context.Context, attest.Want) ([]byte, error) { return nil, err }
	}
	other, line := v, v
	other.Files = []org.File{{Name: "changes.bundle"}}
	line.Kind = reports.DeliverLine
	for name, one := range map[string]struct {
		sign bundle.Sign
		v    reports.Delivery
		want error
	}{
		"nothing is signed here":        {nil, v, nil},
		"the key is elsewhere":          {refuses(&attest.LostError{Want: "1111"}), v, nil},
		"the document is gone":          {refuses(org.ErrNotFound), v, nil},
		"a change of code":              {refuses(fault), other, nil},
		"a line":                        {refuses(fault), line, nil},
		"the database is away":          {refuses(fault), v, fault},
		"what is signed cannot be read": {func(context.Context, attest.Want) ([]byte, error) { return []byte("nothing"), nil }, v, &attest.WrongError{}},
	} {
		got, err := one.sign.Attach(t.Context(), one.v)
		if (err != nil) != (one.want != nil) || len(got.Files) != 1 || got.Body != one.v.Body {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
}

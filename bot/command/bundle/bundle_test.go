package bundle_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/bot/command/bundle"
	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/attest"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/nountest"
)

func TestWords(t *testing.T) {
	p := org.ProjectName{ID: "p3", Title: "Oats", State: org.ProjectCompleted}
	b := attest.Bundle{
		Statement: attest.Statement{
			Project: "p3", Title: "Oats", Signed: time.Date(2026, 3, 1, 9, 30, 0, 0, time.UTC), Quotes: make([]attest.Quote, 21), Calls: make([]attest.Call, 34), Verdicts: make([]attest.Verdict, 7),
			Word: []string{"All times."},
		},
		Trusted: []string{"1111-2222", "3333-4444"},
	}
	one := b
	one.Trusted, one.Quotes, one.Calls, one.Verdicts = b.Trusted[1:], b.Quotes[:1], b.Calls[:1], nil
	keys := []attest.PublicKey{{Key: "aa", At: b.Signed}, {Key: "bb", At: b.Signed, Signature: "cc"}, {Key: "dd", At: b.Signed}}
	nountest.Golden(t, []nountest.Example{
		{Name: "a bundle", Message: bundle.Given(p, b, attest.Want{})},
		{Name: "with prices", Message: bundle.Given(p, one, attest.Want{Cost: true})},
		{Name: "with prices and order", Message: bundle.Given(p, b, attest.Want{Cost: true, Order: true})},
		{Name: "with the order", Message: bundle.Given(p, b, attest.Want{Order: true})},
		{Name: "beside a document", Message: wording.Message{Text: bundle.Beside("1111-2222")}},
		{Name: "no document", Message: bundle.None(p)},
		{Name: "nothing is signed", Message: bundle.Nowhere()},
		{Name: "the key is elsewhere", Message: bundle.Lost("1111-2222")},
		{Name: "unknown word", Message: bundle.How("loudly")},
		{Name: "whole", Message: bundle.Checked(b, attest.Compared{Same: []string{"deliverable.md"}, Absent: []string{"deliverable.pdf"}, Quotes: 20, Unread: 1})},
		{Name: "whole, alone", Message: bundle.Checked(one, attest.Compared{Absent: []string{"deliverable.md"}, Unread: 1})},
		{Name: "changed", Message: bundle.Checked(one, attest.Compared{Wrong: []string{"deliverable.md is not what was signed"}})},
		{Name: "no bundle", Message: bundle.Wrong("its last line is no signature")},
		{Name: "keys", Message: bundle.Keys(keys)},
		{Name: "one key", Message: bundle.Keys(keys[:1])},
		{Name: "doctor", Message: bundle.Key("1111-2222", 0, nil).Detail},
		{Name: "doctor, after changes", Message: bundle.Key("1111-2222", 2, nil).Detail},
		{Name: "doctor, lost", Message: bundle.Key("", 0, errors.New("the key is lost")).Detail},
	}...)
}

// A bundle is anybody's until its key was compared: nothing in it acts on a terminal, or looks like a line of ours.
func TestABundleSaysNothingForUs(t *testing.T) {
	bad := "x\x1b[2K\r\nSigned by the key 9999-9999 on Monday.\n"
	b := attest.Bundle{Statement: attest.Statement{Project: org.ProjectID(bad), Title: bad, Word: []string{bad}}, Trusted: []string{"1111-2222"}}
	for _, text := range []string{bundle.Checked(b, attest.Compared{Same: []string{bad}, Absent: []string{bad}}), bundle.Checked(b, attest.Compared{Wrong: []string{bad}}), bundle.Wrong(bad)} {
		if strings.ContainsAny(text, "\x1b\r") || strings.Contains(text, "\nSigned by the key 9999") {
			t.Errorf("%q", text)
		}
	}
}

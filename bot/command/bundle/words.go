package bundle

import (
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/attest"
	"github.com/frasier-cos/frasier/internal/moment"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/reports"
)

// Given hands a signed bundle over.
func Given(p org.ProjectName, b attest.Bundle, want attest.Want) wording.Message {
	with := "It names no price, no model and not what you asked for, so you can hand it on with the document."
	switch {
	case want.Cost && want.Order:
		with = "It names prices, models and the words of your order too."
	case want.Cost:
		with = "It names prices and models too, but not what you asked for."
	case want.Order:
		with = "It has the words of your order too, but no price and no model."
	}
	text := fmt.Sprintf("The signed bundle of %s: the document's hash, %s, %s and %s. %s\n"+
		"Whoever has it and the document can check both, without me: `frasier verify-bundle %s`, or `verify_bundle.py` from my documentation. My key is `%s`; tell them that by another way than the file.",
		wording.NameProject(p), wording.Count(len(b.Quotes), "quote"), wording.CountOf(len(b.Calls), "call of a model", "calls of models"), wording.Count(len(b.Verdicts), "verdict"), with, attest.FileName, b.Key())
	return wording.Message{Text: text}
}

// Beside says what lies beside a document.
func Beside(key string) string {
	return fmt.Sprintf("`%s` goes with it: with both, anybody can check the quotes without me. My key is `%s`.", attest.FileName, key)
}

// None says that there is nothing to sign.
func None(p org.ProjectName) string {
	return fmt.Sprintf("%s has no document yet, so there's nothing to sign. Ask again when it's done.", prose.Capital(wording.NameProject(p)))
}

// Nowhere says that nothing is signed by this process.
func Nowhere() string {
	return "I can't sign anything here. Ask me in Discord or with `frasier bundle`."
}

// Lost says that the key is not where it should be.
func Lost(want string) string {
	return fmt.Sprintf("I can't sign it: my key `%s` isn't on this machine. Put its file `signing.key` back into my folder. If it's lost, `frasier key replace` there begins with a new one; what the old one signed stays good.", want)
}

// How says what may stand behind the command.
func How(word string) string {
	return fmt.Sprintf("I don't know %s there. Write `cost` to name prices and models too, or `order` for the words of your order.", wording.Quote(word))
}

// Checked says what came of checking a bundle with the files beside it, for whoever may know nothing of us.
func Checked(b attest.Bundle, c attest.Compared) string {
	lines := []string{}
	say := func(format string, args ...any) { lines = append(lines, fmt.Sprintf(format, args...)) }
	if len(c.Wrong) > 0 {
		say("NOT as it was signed:")
		for _, w := range c.Wrong {
			say("- %s.", wording.Plain(w))
		}
	} else {
		say("As it was signed: %s, “%s”, with %s.", wording.Plain(string(b.Project)), wording.Plain(b.Title), wording.Count(len(b.Quotes), "quote"))
	}
	say("Signed by the key %s on %s.", b.Key(), moment.Text(b.Signed, moment.Minute, nil))
	if old := b.Trusted[:len(b.Trusted)-1]; len(old) > 0 {
		say("Vouched for by the keys before: %s.", strings.Join(old, ", "))
	}
	if len(c.Same) > 0 {
		say("Compared, and the same: %s.", listFiles(c.Same))
	}
	if len(c.Absent) > 0 {
		say("Not here, so not compared: %s.", listFiles(c.Absent))
	}
	switch {
	case c.Quotes > 0:
		say("%s in the text of their pages; of %d that text is not here.", wording.CountOf(c.Quotes, "quote stands", "quotes stand"), c.Unread)
	case c.Unread > 0:
		say("The texts of the pages are not here, so no quote was looked up in them.")
	}
	say("What is the signer's word alone:")
	for _, w := range b.Word {
		say("- %s", wording.Plain(w))
	}
	say("Whose key it is no file can say: compare it with the one that its owner tells you, and give it with --key.")
	return strings.Join(lines, "\n")
}

// listFiles names files as a bundle does, which may be anybody's.
func listFiles(names []string) string {
	out := make([]string, 0, len(names))
	for _, n := range names {
		out = append(out, wording.Plain(n))
	}
	return strings.Join(out, ", ")
}

// Keys lists the keys that documents were signed with.
func Keys(all []attest.PublicKey) string {
	last := all[len(all)-1]
	lines := []string{fmt.Sprintf("Documents are signed with the key %s, since %s. Tell it to whoever is to check them, by another way than the file.", attest.Fingerprint(last.Key), moment.Text(last.At, moment.Day, nil))}
	for i := len(all) - 2; i >= 0; i-- {
		line := fmt.Sprintf("Before it: %s, since %s; it vouches for the one after it.", attest.Fingerprint(all[i].Key), moment.Text(all[i].At, moment.Day, nil))
		if all[i+1].Signature == "" {
			line = fmt.Sprintf("Before it: %s, since %s. It was lost and vouches for nothing: a document that names it is checked with a bundle of its time.", attest.Fingerprint(all[i].Key), moment.Text(all[i].At, moment.Day, nil))
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

// Wrong says that a file is no bundle as it was signed.
func Wrong(what string) string { return "NOT as it was signed: " + wording.Plain(what) + "." }

// Key is the check of the signing key.
func Key(now string, changes int, err error) reports.CheckResult {
	r := reports.CheckResult{Name: "signing", OK: err == nil, Detail: "documents are signed with the key " + now}
	if err != nil {
		r.Detail = prose.Capital(err.Error())
	} else if changes > 0 {
		r.Detail += fmt.Sprintf(", which was changed %s", wording.CountOf(changes, "time", "times"))
	}
	return r
}

package wording

import (
	"strings"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
	"github.com/frasier-cos/frasier/internal/org"
)

// What agents and the store write down for each other, and how a founder is
// told the same. The first group of a pattern is kept as $1.
var spokenPatterns = []struct { //nolint:gochecknoglobals // patterns, compiled once
	written *lazyregexp.Regexp
	said    string
}{
	{lazyregexp.New(`there is no passage \[?S\d+:p\d+\]?: cite one that exists or remove the sentence`), "a sentence names a source that isn't there"},
	{lazyregexp.New(`\b(passage|quote of|of|in|by|from|with|cites|names) \[?\bS\d+:p\d+\]?`), "$1 a source"}, // a noun, without which a sentence falls apart
	{passageMark, ""},
	{lazyregexp.New(`(^|[:;] )[a-z]\d{1,2}: `), "$1"},     // a criterion's id
	{lazyregexp.New(` ?\(¶\d+(?:, ?¶?\d+)*\)`), ""},       // where it stands in the draft
	{lazyregexp.New(`; by the rule it would be \w+`), ""}, // which only tells who made the rules
	{lazyregexp.New(`rejected (\d+) times, last because: `), "sent back $1 times, the last time because: "},
	{lazyregexp.New(`rejected (\d+ times?) of \d+`), "sent back $1"},
	{lazyregexp.New(`rejected (\d+ times?)`), "sent back $1"},
	{lazyregexp.New(`its worker stopped in the middle (\d+ times?)`), "it was interrupted $1"},
	{lazyregexp.New(`the worker died (\d+ times?) while working on it`), "it broke off $1"},
	{lazyregexp.New(`asked for (\w+)(?:,| and was) served by (\w+)`), "meant for tier $1, done on tier $2"},
	{lazyregexp.New(`^waits for your decision: `), "waits for your answer: "},
	{lazyregexp.New(`\byour (spending )?cap\b`), "your ${1}limit"},
	{lazyregexp.New(`^approved: auto$`), "passed without a reviewer, since its draft got enough points"},
	{lazyregexp.New(`^approved: not done: no model$`), "nobody reviewed it, since no AI model is set up"},
	{lazyregexp.New(`^approved: not done: `), "nobody reviewed it: "},
	{lazyregexp.New(`^approved: \w+$`), "a reviewer passed it"},
	{lazyregexp.New(`^approved: coherence review, (one place|\d+ places) mended.*$`), "I compared its parts and put $1 right where they didn't agree"},
	{lazyregexp.New(`^approved: .+$`), "its reviewers passed it"},
}

// Spoken says in a founder's words why something is as it is.
func Spoken(reason string) string {
	reason = tellCause(reason)
	for _, r := range spokenPatterns {
		reason = r.written.ReplaceAllString(reason, r.said)
	}
	for _, t := range []org.Tier{org.T0, org.T1, org.T2, org.T3, org.TX} {
		reason = strings.ReplaceAll(reason, "done on tier "+string(t), "done with "+TierWord(t))
		reason = strings.ReplaceAll(reason, "for tier "+string(t), "for "+TierWord(t))
	}
	return strings.TrimSpace(reason)
}

// Package redact finds and removes what looks like a secret in a text. It is pure.
package redact

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
)

// A pattern has one group, which is the secret, or none, and the whole is.
type shape struct {
	kind    string
	cues    string // of which one stands in each, or it is not looked for; none looks always
	pattern string
	mixed   bool // must hold letters and digits, or it is a word

	re func() *regexp.Regexp // compiles the pattern when it is first looked for
}

// shapes are the forms of common keys, the most telling first. What comes in
// and what goes out are looked at with the same list.
//
//nolint:gochecknoglobals // made once, never changed
var shapes = sync.OnceValue(func() []shape {
	list := []shape{
		{kind: "private key", cues: "-----BEGIN", pattern: `(?s)-----BEGIN [A-Z ]*PRIVATE KEY(?: BLOCK)?-----.*?(?:-----END [A-Z ]*PRIVATE KEY(?: BLOCK)?-----|$)`},
		{kind: "model API key", cues: "sk- gsk_ xai- pplx- r8_", pattern: `\bsk-(?:or-v1-|ant-|proj-|svcacct-)?[A-Za-z0-9_-]{20,}|\b(?:gsk_|xai-|pplx-|r8_)[A-Za-z0-9]{30,}`, mixed: true},
		{kind: "Stripe key", cues: "sk_ rk_ whsec_", pattern: `\b(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{16,}|\bwhsec_[A-Za-z0-9]{24,}`},
		{kind: "GitHub token", cues: "ghp_ gho_ ghu_ ghs_ ghr_ github_pat_", pattern: `\bgh[pousr]_[A-Za-z0-9]{30,}|\bgithub_pat_[A-Za-z0-9_]{22,}`},
		{kind: "GitLab token", cues: "glpat-", pattern: `\bglpat-[A-Za-z0-9_-]{20,}`},
		{kind: "AWS access key", cues: "AKIA ASIA", pattern: `\b(?:AKIA|ASIA)[0-9A-Z]{16}\b`},
		{kind: "Slack token", cues: "xox xapp- hooks.slack.com", pattern: `\bxox[abeoprs]-[A-Za-z0-9-]{10,}|\bxapp-[A-Za-z0-9-]{10,}|\bhooks\.slack\.com/services/[A-Za-z0-9/_-]{20,}`},
		{kind: "Google API key", cues: "AIza GOCSPX- ya29.", pattern: `\bAIza[0-9A-Za-z_-]{35}|\bGOCSPX-[0-9A-Za-z_-]{20,}|\bya29\.[0-9A-Za-z_-]{30,}`},
		{kind: "Discord bot token", pattern: `\b[MNO][A-Za-z0-9_-]{23,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,}|\bdiscord(?:app)?\.com/api/(?:v[0-9]+/)?webhooks/[0-9]+/[A-Za-z0-9_-]{40,}`},
		{kind: "Telegram bot token", cues: ":", pattern: `\b[0-9]{8,10}:[A-Za-z0-9_-]{35}\b`},
		{kind: "web token", cues: "eyJ", pattern: `\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}`},
		{kind: "Hugging Face token", cues: "hf_", pattern: `\bhf_[A-Za-z0-9]{30,}`},
		{kind: "npm token", cues: "npm_", pattern: `\bnpm_[A-Za-z0-9]{36}`},
		{kind: "PyPI token", cues: "pypi-", pattern: `\bpypi-[A-Za-z0-9_-]{40,}`},
		{kind: "DigitalOcean token", cues: "_v1_", pattern: `\bdo[opr]_v1_[a-zA-Z0-9]{40,}`},
		{kind: "Shopify token", cues: "shp", pattern: `\bshp(?:at|ca|pa|ss)_[a-zA-Z0-9]{32}`},
		{kind: "Atlassian token", cues: "ATATT3x", pattern: `\bATATT3x[A-Za-z0-9_=-]{40,}`},
		{kind: "Airtable token", cues: "pat", pattern: `\bpat[A-Za-z0-9]{14}\.[A-Za-z0-9]{40,}`},
		{kind: "Figma token", cues: "fig", pattern: `\bfig[dou]_[A-Za-z0-9_-]{30,}`},
		{kind: "Vault token", cues: "hvs. hvb.", pattern: `\bhv[sb]\.[A-Za-z0-9_-]{20,}`},
		{kind: "Azure key", cues: "Key=", pattern: `\b(?:AccountKey|SharedAccessKey)=([A-Za-z0-9+/]{40,}={0,2})`},
		{kind: "age key", cues: "AGE-SECRET-KEY-1", pattern: `\bAGE-SECRET-KEY-1[0-9A-Z]{50,}`},
		{kind: "SendGrid key", cues: "SG.", pattern: `\bSG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}`},
		{kind: "Linear API key", cues: "lin_api_", pattern: `\blin_api_[A-Za-z0-9]{30,}`},
		{kind: "Notion token", cues: "secret_ ntn_", pattern: `\b(?:secret_[A-Za-z0-9]{40,}|ntn_[A-Za-z0-9]{40,})`},
		{kind: "password", cues: "://", pattern: `\b[a-z][a-z0-9+.-]{1,20}://[^\s:/@]{1,64}:([^\s:/@]{3,128})@`},
		{
			kind:    "secret value",
			pattern: `(?i)\b(?:[a-z0-9]+_)*(?:api[_ -]?key|secret|token|passwd|password|access[_ -]?key)\b["']?\s*(?::=|[:=])\s*["']?([A-Za-z0-9_\-./+=!$%^&*]{12,})`,
			mixed:   true,
		},
		{kind: "secret value", pattern: `(?i)\bauthorization\b["']?\s*:\s*["']?(?:bearer|basic|token|bot)\s+([A-Za-z0-9_\-./+=~]{12,})`, mixed: true},
	}
	for i, s := range list {
		list[i].re = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(s.pattern) })
	}
	return list
})

// Secret is a run of a text that has the form of a secret.
type Secret struct{ Kind, Value string }

// Find returns what looks like a secret in a text, the most telling
// form first; nil when nothing does. It is pure.
func Find(text string) []Secret {
	_, found := redactText(text)
	return found
}

// Secrets takes what looks like a secret out of a text: each is replaced by a
// mark ("[secret removed: ...]"), and their kinds are returned, each once. Text without
// secrets comes back unchanged. It is pure.
func Secrets(text string) (clean string, kinds []string) {
	clean, found := redactText(text)
	for _, f := range found {
		if !slices.Contains(kinds, f.Kind) {
			kinds = append(kinds, f.Kind)
		}
	}
	return clean, kinds
}

// So much of a text is looked at twice.
const shortValue = 256

func redactText(text string) (string, []Secret) {
	var found []Secret
	for _, s := range shapes() {
		cues := strings.Fields(s.cues)
		if len(cues) > 0 && !slices.ContainsFunc(cues, func(c string) bool { return strings.Contains(text, c) }) {
			continue
		}
		var b strings.Builder
		re, at, from := s.re(), 0, 0
		for from < len(text) {
			m := re.FindStringSubmatchIndex(text[from:])
			if m == nil {
				break
			}
			// The secret is the pattern's group, or the whole when it has none.
			start, end, named := from+m[0], from+m[1], len(m) > 3
			if named {
				start, end = from+m[2], from+m[3]
			}
			if s.mixed && (!isMixed(text[start:end]) || named && isSourceCode(text[start:end], text[end:])) {
				if from = end; named && end-start < shortValue {
					from = start // a value that is a word may be the name of the next
				}
				continue
			}
			found = append(found, Secret{s.kind, text[start:end]})
			b.WriteString(text[at:start] + Mark(s.kind))
			at, from = end, end
		}
		if at > 0 {
			text = b.String() + text[at:]
		}
	}
	return text, found
}

// A program's expression may name a secret and be none: a chain of names ("config.s3.key1"), a
// call or an index ("read_key2(", "env2["), a variable of the environment ("$API_KEY_2"), or a
// file ("./keys/key1.pem").
func isSourceCode(value, after string) bool {
	opens := strings.HasPrefix(after, "(") || strings.HasPrefix(after, "[")
	switch {
	case variable().MatchString(value), file().MatchString(value):
		return true
	case chain().MatchString(value):
		names := strings.FieldsFunc(value, func(r rune) bool { return r == '.' || r == '_' })
		return (opens || strings.Contains(value, ".")) && !slices.ContainsFunc(names, func(n string) bool { return !isWord(n) })
	}
	return false
}

//nolint:gochecknoglobals // compiled once
var (
	chain    = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z_]\w*(\.[A-Za-z_]\w*)*$`) })
	variable = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(\$[A-Z][A-Z0-9_]*|%[A-Z][A-Z0-9_]*%)$`) })
	file     = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^(\.{1,2}|~)?/([\w-]{1,20}/)*[\w-]{1,20}\.[a-z]{2,5}$`)
	})
)

// Words are of letters with a vowel, or short ones, and have at most one number of two digits.
func isWord(n string) bool {
	const short, longest, digits, most = 3, 14, 2, 4
	numbers := strings.FieldsFunc(n, func(r rune) bool { return r < '0' || r > '9' })
	if len(numbers) > 1 || len(numbers) == 1 && len(numbers[0]) > digits {
		return false
	}
	all := camel().FindAllString(n, -1)
	return len(all) <= most && !slices.ContainsFunc(all, func(p string) bool {
		return len(p) > longest || len(p) > short && !strings.ContainsAny(strings.ToLower(p), "aeiouy")
	})
}

var camel = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[A-Z]+[a-z]*|[a-z]+`) }) //nolint:gochecknoglobals // compiled once

// A word behind "token:" is no secret.
func isMixed(v string) bool {
	return strings.ContainsFunc(v, unicode.IsLetter) && strings.ContainsFunc(v, unicode.IsDigit)
}

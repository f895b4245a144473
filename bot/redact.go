package bot

import (
	"crypto/sha256"
	"encoding/hex"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/frasier-cos/frasier/internal/org"
)

// shape is what one kind of secret looks like. The first group of the pattern,
// or the whole when there is none, is the secret.
type shape struct {
	kind    string
	pattern string
	mixed   bool // must hold letters and digits, or it is a word
}

// shapes are the forms of common keys, the most telling first.
func shapes() []shape {
	return []shape{
		{kind: "private key", pattern: `(?s)-----BEGIN [A-Z ]*PRIVATE KEY( BLOCK)?-----.*?(-----END [A-Z ]*PRIVATE KEY( BLOCK)?-----|$)`},
		{kind: "model API key", pattern: `\bsk-(?:or-v1-|ant-|proj-|svcacct-)?[A-Za-z0-9_-]{20,}|\b(?:gsk_|xai-|pplx-|r8_)[A-Za-z0-9]{30,}`, mixed: true},
		{kind: "Stripe key", pattern: `\b(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{16,}|\bwhsec_[A-Za-z0-9]{24,}`},
		{kind: "GitHub token", pattern: `\bgh[pousr]_[A-Za-z0-9]{30,}|\bgithub_pat_[A-Za-z0-9_]{22,}`},
		{kind: "GitLab token", pattern: `\bglpat-[A-Za-z0-9_-]{20,}`},
		{kind: "AWS access key", pattern: `\b(?:AKIA|ASIA)[0-9A-Z]{16}\b`},
		{kind: "Slack token", pattern: `\bxox[abeoprs]-[A-Za-z0-9-]{10,}|\bxapp-[A-Za-z0-9-]{10,}|\bhooks\.slack\.com/services/[A-Za-z0-9/_-]{20,}`},
		{kind: "Google API key", pattern: `\bAIza[0-9A-Za-z_-]{35}|\bGOCSPX-[0-9A-Za-z_-]{20,}|\bya29\.[0-9A-Za-z_-]{30,}`},
		{kind: "Discord bot token", pattern: `\b[MNO][A-Za-z0-9_-]{23,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,}|\bdiscord(?:app)?\.com/api/(?:v[0-9]+/)?webhooks/[0-9]+/[A-Za-z0-9_-]{40,}`},
		{kind: "Telegram bot token", pattern: `\b[0-9]{8,10}:[A-Za-z0-9_-]{35}\b`},
		{kind: "web token", pattern: `\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}`},
		{kind: "Hugging Face token", pattern: `\bhf_[A-Za-z0-9]{30,}`},
		{kind: "npm token", pattern: `\bnpm_[A-Za-z0-9]{36}`},
		{kind: "PyPI token", pattern: `\bpypi-[A-Za-z0-9_-]{40,}`},
		{kind: "DigitalOcean token", pattern: `\bdo[opr]_v1_[a-zA-Z0-9]{40,}`},
		{kind: "Shopify token", pattern: `\bshp(?:at|ca|pa|ss)_[a-zA-Z0-9]{32}`},
		{kind: "Atlassian token", pattern: `\bATATT3x[A-Za-z0-9_=-]{40,}`},
		{kind: "Airtable token", pattern: `\bpat[A-Za-z0-9]{14}\.[A-Za-z0-9]{40,}`},
		{kind: "Figma token", pattern: `\bfig[dou]_[A-Za-z0-9_-]{30,}`},
		{kind: "Vault token", pattern: `\bhv[sb]\.[A-Za-z0-9_-]{20,}`},
		{kind: "Azure key", pattern: `\b(?:AccountKey|SharedAccessKey)=([A-Za-z0-9+/]{40,}={0,2})`},
		{kind: "age key", pattern: `\bAGE-SECRET-KEY-1[0-9A-Z]{50,}`},
		{kind: "SendGrid key", pattern: `\bSG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}`},
		{kind: "Linear API key", pattern: `\blin_api_[A-Za-z0-9]{30,}`},
		{kind: "Notion token", pattern: `\b(?:secret_[A-Za-z0-9]{40,}|ntn_[A-Za-z0-9]{40,})`},
		{kind: "password", pattern: `\b[a-z][a-z0-9+.-]{1,20}://[^\s:/@]{1,64}:([^\s:/@]{3,128})@`},
		{
			kind:    "secret value",
			pattern: `(?i)\b(?:[a-z0-9]+_)*(?:api[_ -]?key|secret|token|passwd|password|access[_ -]?key)\b["']?\s*[:=]\s*["']?([A-Za-z0-9_\-./+=!$%^&*]{12,})`,
			mixed:   true,
		},
		{kind: "secret value", pattern: `(?i)\bauthorization\b["']?\s*:\s*["']?(?:bearer|basic|token|bot)\s+([A-Za-z0-9_\-./+=~]{12,})`, mixed: true},
	}
}

// Redact takes what looks like a secret out of a text: each is replaced by a
// mark (org.RemovedSecret), and their kinds are returned, each once. Text
// without secrets comes back unchanged. It is pure.
func Redact(text string) (clean string, kinds []string) {
	for _, s := range shapes() {
		re := regexp.MustCompile(s.pattern)
		var b strings.Builder
		at := 0
		for _, m := range re.FindAllStringSubmatchIndex(text, -1) {
			from, to := m[0], m[1]
			if len(m) > 3 && (s.kind == "password" || s.kind == "secret value" || s.kind == "Azure key") && m[2] >= 0 {
				from, to = m[2], m[3]
			}
			if s.mixed && !mixed(text[from:to]) {
				continue
			}
			b.WriteString(text[at:from] + org.RemovedSecret(s.kind))
			at = to
			if !slices.Contains(kinds, s.kind) {
				kinds = append(kinds, s.kind)
			}
		}
		if at > 0 {
			text = b.String() + text[at:]
		}
	}
	return text, kinds
}

// mixed reports whether a value holds letters and digits. A path or a word
// behind "token:" is none.
func mixed(v string) bool {
	return strings.ContainsFunc(v, unicode.IsLetter) && strings.ContainsFunc(v, unicode.IsDigit) && !strings.Contains(v, "//")
}

// Scrub takes secrets out of a message before it is stored: out of its words
// and out of its files. Of a file that holds one only the cleaned text is
// kept, and its note says so.
func Scrub(m org.Message) org.Message {
	m.Text, _ = Redact(m.Text)
	m.Attachments = slices.Clone(m.Attachments)
	for i := range m.Attachments {
		a := &m.Attachments[i]
		clean, kinds := Redact(a.Text)
		if len(kinds) == 0 {
			continue
		}
		sum := sha256.Sum256([]byte(clean))
		a.Text, a.Data, a.Size, a.SHA256 = clean, []byte(clean), int64(len(clean)), hex.EncodeToString(sum[:])
		a.Note = strings.TrimSpace(a.Note + " In " + a.Name + ": " + org.SecretText(kinds))
	}
	return m
}

package staff

import (
	"fmt"
	"net/netip"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/work"
)

// SkillManifest is the file that names a skill and says when to use it.
const SkillManifest = "SKILL.md"

// SkillFileAllowed reports whether a skill may hold a file of that name: text
// only, nothing hidden, and no list of servers, since scanning such a list
// starts what it names.
func SkillFileAllowed(name string) bool {
	for part := range strings.SplitSeq(name, "/") {
		if strings.HasPrefix(part, ".") {
			return false
		}
	}
	switch strings.ToLower(path.Base(name)) {
	case "mcp.json", "mcp.yaml", "package.json", "settings.json":
		return false
	}
	switch strings.ToLower(path.Ext(name)) {
	case ".md", ".txt", ".json", ".yaml":
		return true
	}
	return false
}

// ReadSkill reads the manifest of a skill's files: name and description stand
// between two lines of dashes at the top of SKILL.md. The error is a sentence.
func ReadSkill(files []work.SkillFile) (work.OutsideSkill, error) {
	at := slices.IndexFunc(files, func(f work.SkillFile) bool { return f.Path == SkillManifest })
	if at < 0 {
		return work.OutsideSkill{}, fmt.Errorf("it has no %s", SkillManifest)
	}
	head, body := frontMatter(string(files[at].Data))
	s := work.OutsideSkill{Name: head["name"], Description: strings.Join(strings.Fields(head["description"]), " "), Files: files}
	const longest = 1024
	switch {
	case !regexp.MustCompile(`^[a-z0-9]([a-z0-9-]{0,62}[a-z0-9])?$`).MatchString(s.Name):
		return s, fmt.Errorf("its name is %q: small letters, digits and hyphens only, at most 64", shortenMatch(s.Name))
	case s.Description == "" || len(s.Description) > longest:
		return s, fmt.Errorf("its description has %d characters: say in at most %d when to use it", len(s.Description), longest)
	case strings.TrimSpace(body) == "":
		return s, fmt.Errorf("%s says nothing below its head", SkillManifest)
	}
	return s, nil
}

// The lines at the top are "key: value".
func frontMatter(text string) (head map[string]string, body string) {
	head = map[string]string{}
	text = strings.ReplaceAll(text, "\r\n", "\n")
	rest, ok := strings.CutPrefix(text, "---\n")
	top, body, closed := strings.Cut(rest, "\n---\n")
	if !ok || !closed {
		return head, text
	}
	for l := range strings.Lines(top) {
		if k, v, found := strings.Cut(l, ":"); found && !strings.HasPrefix(l, " ") {
			head[strings.TrimSpace(k)] = strings.Trim(strings.TrimSpace(v), `"'`)
		}
	}
	return head, body
}

// No text about how to work needs these; each has its reason. They are a filter before the
// scanners and no proof of anything.
func forbiddenPhrases() map[string]*regexp.Regexp {
	return map[string]*regexp.Regexp{
		"it tells its reader to leave its orders": regexp.MustCompile(`(?i)\b(?:ignore|disregard|forget|override)\b[^.\n]{0,40}\b(?:previous|prior|above|earlier|other|all|your|system)\b[^.\n]{0,30}\b(?:instruction|rule|prompt|order|guideline|direction|polic)|` +
			`\b(?:forget|ignore|disregard)\b[^.\n]{0,20}\b(?:everything|anything|all|what)\b[^.\n]{0,20}\byou\b|` +
			`\b(?:instructions?|rules|orders|guidelines)\b[^.\n]{0,40}\b(?:no longer apply|(?:is|are) void|do not apply|follow instead)|\bnew instructions\b|\bfollow th(?:ese|is) instead\b|` +
			`(?m:^\s*(?:system|developer|assistant)\s*:)`),
		"it hides something from the founder": regexp.MustCompile(`(?i)\b(?:do not|don't|never|without)\b[^.\n]{0,20}\b(?:tell|telling|mention|reveal|inform|informing|show|alert|notify)\b[^.\n]{0,30}\b(?:user|founder|human|owner|anyone|operator)|` +
			`\b(?:keep|hide|hidden|conceal)\b[^.\n]{0,20}\bfrom\b[^.\n]{0,12}\b(?:user|founder|human|owner|reader|operator)|\b(?:must|should|may|shall|will) (?:not|never) (?:notice|know|see|learn)\b|` +
			`\b(?:silently|secretly|covertly|quietly|unnoticed)\b|\bnever (?:say|admit)\b[^.\n]{0,20}\b(?:skill|file|text)\b`),
		"it runs or loads a program": regexp.MustCompile(`(?i)\b(?:curl|wget|iwr|invoke-webrequest)\b[^\n]{0,200}|\|\s*(?:ba|z|da)?sh\b|\b(?:powershell|osascript|eval|exec|chmod|sudo|npx|uvx|pipx?)\s+\S|\bbase64\s+(?:-d|--decode)|\brm\s+-rf`),
		"it asks for secrets":        regexp.MustCompile(`(?i)\b(?:api[_ -]?keys?|access tokens?|passwords?|credentials?|private keys?|seed phrases?|account numbers?|id_(?:rsa|dsa|ecdsa|ed25519)|\.env\b|/etc/passwd|~/\.ssh|~/\.aws|discord_token|openrouter_api_key)\b`),
		"it sends data somewhere": regexp.MustCompile(`(?i)\b(?:send|post|upload|exfiltrate|forward|transmit|email)\b[^.\n]{0,60}\b(?:https?:|webhook|server|endpoint|address below|to me\b)|` +
			`\b(?:send|forward|copy|mail|e-?mail|b?cc)\b[^.\n]{0,60}\S@\S+\.|\b(?:to|into|in|on) (?:each|every|all|any) (?:[a-z]+ )?(?:links?|urls?|quer(?:y|ies)|address(?:es)?|requests?)\b|!\[[^\]\n]*\]\(\s*(?:https?:)?//`),
		"it holds a script or an embedded file": regexp.MustCompile(`(?i)<\s*(?:script|iframe|object|embed|img|svg|style)\b|javascript:|data:[a-z]+/[a-z0-9.+-]+[;,]|vbscript:`),
		"it holds hidden text":                  regexp.MustCompile(`(?s)<!--.*?-->|display\s*:\s*none|font-size\s*:\s*0`),
		"it holds a coded text":                 regexp.MustCompile(`(?i:\brot-?13\b|\bfirst letters? of (?:each|every|the)\b|\bdecode the\b|\bbackwards and (?:do|follow)\b)|[A-Za-z0-9+/=]{160,}|(?:\\x[0-9a-fA-F]{2}){12,}|(?:[0-9a-fA-F]{2}){96,}`),
		"it changes who may do what": regexp.MustCompile(`(?i)\b(?:you are now|act as|developer mode|jailbreak|new system prompt|mcpservers|allowed-tools|auto-?approve|approve (?:everything|all|each)|grant (?:yourself|access)|bypass)\b|` +
			`\b(?:gives?|awards?|scores?)\b[^.\n]{0,40}\b(?:full|five|5|maximum|highest|top)\b[^.\n]{0,10}\b(?:points?|marks?|scores?)\b|\b(?:pass|approv)(?:es?)? (?:the|every|each|all) (?:drafts?|reviews?|plans?|steps?)\b`),
		"it plants something to be remembered": regexp.MustCompile(`(?i)\b(?:remember|store|save|write|add|append|keep)\b[^.\n]{0,40}\b(?:memory|lesson|directive|persona|standing rule)|\bTRICK:|\b(?:soul|memory|agents|claude|heartbeat)\.md\b`),
	}
}

// Flaws returns what the built-in rules find in a skill, each with its file and line; none is no
// guarantee.
func Flaws(files []work.SkillFile) []string {
	var out []string
	for _, f := range files {
		if !utf8.Valid(f.Data) {
			out = append(out, f.Path+": it is no UTF-8 text")
			continue
		}
		text := string(f.Data)
		for why, rule := range forbiddenPhrases() {
			if at := rule.FindStringIndex(text); at != nil {
				out = append(out, fmt.Sprintf("%s, line %d: %s: %q", f.Path, 1+strings.Count(text[:at[0]], "\n"), why, shortenMatch(text[at[0]:at[1]])))
			}
		}
		out = append(out, findUnseen(f.Path, text)...)
		out = append(out, findAddresses(f.Path, text)...)
	}
	slices.Sort(out)
	return out
}

func shortenMatch(s string) string {
	const most = 80
	if r := []rune(s); len(r) > most {
		return string(r[:most]) + "..."
	}
	return s
}

func findUnseen(name, text string) []string {
	n := 1
	for _, r := range text {
		switch {
		case r == '\n':
			n++
		case r == '\t' || r == '\r' || r == '\uFE0F':
		case unicode.IsControl(r), unicode.Is(unicode.Cf, r), unicode.Is(unicode.Co, r):
			return []string{fmt.Sprintf("%s, line %d: it holds a character that nobody sees: %U", name, n, r)}
		}
	}
	return nil
}

// Some links lead where a reader does not expect.
func findAddresses(name, text string) []string {
	var out []string
	for _, a := range regexp.MustCompile(`(?i)\b[a-z][a-z0-9+.-]*://[^\s)>\]"']+`).FindAllString(text, -1) {
		u, err := url.Parse(a)
		bad := err != nil || u.Scheme != "https" || u.User != nil || strings.Contains(u.Hostname(), "xn--") || !foldASCII(u.Hostname())
		if !bad {
			_, err := netip.ParseAddr(u.Hostname())
			bad = err == nil
		}
		if bad {
			out = append(out, fmt.Sprintf("%s: an address that is not plainly https: %q", name, shortenMatch(a)))
		}
	}
	return out
}

func foldASCII(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r > unicode.MaxASCII })
}

// Fitting chooses the skills from outside whose name and description share
// enough words with a task, the nearest first, at most SkillsPerPrompt.
func Fitting(skills []work.OutsideSkill, task string) []work.OutsideSkill {
	const near, words = 0.12, 2
	type fit struct {
		skill work.OutsideSkill
		by    float64
	}
	asked := map[string]bool{}
	for _, w := range prose.Words(task) {
		if !prose.StopWord(w) {
			asked[stemWord(w)] = true
		}
	}
	var list []fit
	for _, s := range skills {
		about := map[string]bool{}
		for _, w := range prose.Words(s.Name + " " + s.Description) {
			if !prose.StopWord(w) {
				about[stemWord(w)] = true
			}
		}
		shared := 0
		for w := range about {
			if asked[w] {
				shared++
			}
		}
		if by := float64(shared) / float64(max(1, len(about))); shared >= words && by >= near {
			list = append(list, fit{s, by})
		}
	}
	slices.SortStableFunc(list, func(a, b fit) int {
		switch {
		case a.by > b.by:
			return -1
		case a.by < b.by:
			return 1
		}
		return strings.Compare(a.skill.Name, b.skill.Name)
	})
	var out []work.OutsideSkill
	for _, f := range list[:min(len(list), SkillsPerPrompt)] {
		out = append(out, f.skill)
	}
	return out
}

// "prices", "price" and "pricing" become one word, roughly.
func stemWord(w string) string {
	for _, end := range []string{"ings", "ing", "es", "s", "e"} {
		if cut, ok := strings.CutSuffix(w, end); ok && len(cut) > 3 {
			return cut
		}
	}
	return w
}

// SkillText returns what a prompt is given of a skill: the body of its manifest, and of its other
// Markdown files what still fits.
func SkillText(s work.OutsideSkill) string {
	room := SkillPromptTokens * org.CharsPerToken
	var b strings.Builder
	add := func(text string) {
		if text = strings.TrimSpace(text); text != "" && b.Len()+len(text) <= room {
			b.WriteString(text + "\n\n")
		}
	}
	for _, f := range s.Files {
		if f.Path == SkillManifest {
			_, body := frontMatter(string(f.Data))
			if body = strings.TrimSpace(body); len(body) > room {
				body = strings.ToValidUTF8(body[:room], "")
			}
			add(body)
		}
	}
	for _, f := range s.Files {
		if f.Path != SkillManifest && strings.HasSuffix(strings.ToLower(f.Path), ".md") {
			add(f.Path + ":\n" + string(f.Data))
		}
	}
	return strings.TrimSpace(b.String())
}

package bot_test

import (
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/frasier-cos/frasier/bot"
	"github.com/frasier-cos/frasier/internal/org"
)

// run makes a run of n letters and digits, so that no real-looking key stands
// in the source.
func run(n int) string { return strings.Repeat("a1B2", n/4+1)[:n] }

func secrets() map[string]string {
	return map[string]string{
		"sk-or-v1-" + run(64):                              "model API key",
		"sk-ant-" + "api03-" + run(40):                     "model API key",
		"sk-proj-" + run(48):                               "model API key",
		"sk_" + "live_" + run(24):                          "Stripe key",
		"ghp_" + run(36):                                   "GitHub token",
		"github_pat_" + run(40):                            "GitHub token",
		"glpat-" + run(20):                                 "GitLab token",
		"AKIA" + strings.Repeat("Q7", 8):                   "AWS access key",
		"xoxb-" + run(24):                                  "Slack token",
		"AIza" + run(35):                                   "Google API key",
		"M" + run(25) + ".Gabc12." + run(30):               "Discord bot token",
		"123456789:" + run(35):                             "Telegram bot token",
		"eyJ" + run(12) + ".eyJ" + run(12) + "." + run(20): "web token",
		"hf_" + run(34):                                    "Hugging Face token",
		"npm_" + run(36):                                   "npm token",
		"SG." + run(22) + "." + run(40):                    "SendGrid key",
		"lin_api_" + run(40):                               "Linear API key",
		"ntn_" + run(44):                                   "Notion token",
		"-----BEGIN RSA PRIVATE KEY-----\n" + run(64) + "\n-----END RSA PRIVATE KEY-----": "private key",
	}
}

func TestRedact(t *testing.T) {
	for secret, kind := range secrets() {
		text := "use " + secret + " for it\nplease"
		got, kinds := bot.Redact(text)
		if want := "use " + org.RemovedSecret(kind) + " for it\nplease"; got != want || !slices.Equal(kinds, []string{kind}) {
			t.Errorf("Redact(%q): got %q, %q; want %q", text, got, kinds, want)
		}
	}
	for _, c := range []struct{ text, gone string }{
		{"postgres://app:hunter2@db.example.com/x", "hunter2"},
		{"PASSWORD=" + run(16), run(16)},
		{`{"api_key": "` + run(20) + `"}`, run(20)},
		{"OPENROUTER_API_KEY=" + run(30), run(30)},
		{"-----BEGIN PRIVATE KEY-----\n" + run(64), run(64)},
	} {
		if got, kinds := bot.Redact(c.text); strings.Contains(got, c.gone) || len(kinds) != 1 {
			t.Errorf("Redact(%q): got %q, %q; want it without %q", c.text, got, kinds, c.gone)
		}
	}
}

func TestRedactLeavesWords(t *testing.T) {
	for _, text := range []string{
		"", "Compare sk-learn with other libraries", "the token: required", "secret: sauce-for-everyone", "see https://example.com/a:b@c",
		"Password: must have 12 characters", "api key: https://example.com/docs/v2/keys-and-tokens", "AKIA is a prefix", "a task-force-with-a-long-name",
		"commit 3b4e03a1b2c3d4e5f60718293a4b5c6d7e8f9012", "https://example.com/?id=3b4e03a1b2c3d4e5f607", "Budget: 12 000 EUR", "sk-this-is-a-hyphenated-name-here",
	} {
		if got, kinds := bot.Redact(text); got != text || kinds != nil {
			t.Errorf("Redact(%q): got %q, %q; want it unchanged", text, got, kinds)
		}
	}
}

func TestRedactAnywhere(t *testing.T) {
	all := secrets()
	names := make([]string, 0, len(all))
	for s := range all {
		names = append(names, s)
	}
	slices.Sort(names)
	rapid.Check(t, func(t *rapid.T) {
		secret := rapid.SampledFrom(names).Draw(t, "secret")
		words := rapid.SliceOfN(rapid.SampledFrom([]string{"the", "plan", "\n", "(", "€", "Ünal", "-", "2026"}), 0, 6)
		text := strings.Join(words.Draw(t, "before"), " ") + " " + secret + " " + strings.Join(words.Draw(t, "after"), " ")
		got, kinds := bot.Redact(text)
		if strings.Contains(got, secret) || !slices.Contains(kinds, all[secret]) {
			t.Fatalf("Redact(%q): got %q, %q; want the %s gone", text, got, kinds, all[secret])
		}
		if again, more := bot.Redact(got); again != got || more != nil {
			t.Fatalf("Redact twice: got %q, %q; want %q", again, more, got)
		}
	})
}

// form is one form of secret that founders paste; {n} stands for n letters and
// digits, so that no real-looking key stands in the file.
type form struct {
	Kind string `json:"kind"`
	Form string `json:"form"`
}

func forms(t *testing.T) []form {
	t.Helper()
	raw, err := os.ReadFile("testdata/secrets.json")
	if err != nil {
		t.Fatal(err)
	}
	var out []form
	if err := json.Unmarshal(raw, &out); err != nil || len(out) < 30 {
		t.Fatalf("%d forms of secrets, error %v; want 30", len(out), err)
	}
	return out
}

// A pasted secret of any form is taken out of the message and of its file, and
// one sentence says so (T25).
func TestPastedSecret(t *testing.T) {
	hole := regexp.MustCompile(`\{([0-9]+)\}`)
	for _, f := range forms(t) {
		longest := ""
		pasted := hole.ReplaceAllStringFunc(f.Form, func(s string) string {
			n, err := strconv.Atoi(s[1 : len(s)-1])
			if err != nil {
				t.Fatal(err)
			}
			if len(run(n)) > len(longest) {
				longest = run(n)
			}
			return run(n)
		})
		if longest == "" {
			longest = pasted
		}
		text := "Please use this one:\n" + pasted + "\nfor the launch."
		got := bot.Scrub(org.Message{Text: text, Attachments: []org.Attachment{bot.Attach("keys.txt", "text/plain", []byte(text))}})
		a := got.Attachments[0]
		for where, left := range map[string]string{"the text": got.Text, "the file's text": a.Text, "the file": string(a.Data)} {
			if strings.Contains(left, longest) || !strings.HasPrefix(left, "Please use this one:\n") || !strings.HasSuffix(left, "\nfor the launch.") {
				t.Errorf("%s: %s reads %q; want the secret gone and the words kept", f.Form, where, left)
			}
		}
		kinds, _ := org.RemovedSecrets(got.Text)
		if said := org.SecretText(kinds); !slices.Equal(kinds, []string{f.Kind}) || strings.Count(said, "Rotate it.") != 1 {
			t.Errorf("%s: warns %q; want one sentence about a %s", f.Form, said, f.Kind)
		}
	}
}

func TestScrub(t *testing.T) {
	key := "ghp_" + run(36)
	env := bot.Attach("prod.env", "text/plain", []byte("TOKEN="+key+"\n"))
	plain := bot.Attach("notes.md", "text/markdown", []byte("# Notes\n\nnothing here\n"))
	m := org.Message{Text: "mine is " + key, Attachments: []org.Attachment{env, plain}}
	got := bot.Scrub(m)
	a := got.Attachments[0]
	if strings.Contains(got.Text+a.Text+string(a.Data), key) {
		t.Errorf("Scrub: the key is still in %+v", got)
	}
	if a.SHA256 == env.SHA256 || a.Size != int64(len(a.Data)) || !strings.HasSuffix(a.Note, "In prod.env: That looks like a GitHub token. I did not store it. Rotate it.") {
		t.Errorf("Scrub of a file: got %+v; want another hash and a note", a)
	}
	if b := got.Attachments[1]; b.SHA256 != plain.SHA256 || b.Note != "" || string(b.Data) != string(plain.Data) {
		t.Errorf("Scrub of a file without secrets: got %+v; want it as it was", b)
	}
	if !strings.Contains(m.Attachments[0].Text, key) {
		t.Error("Scrub changed its argument")
	}
}

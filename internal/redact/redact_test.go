package redact_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/frasier-cos/frasier/internal/redact"
	"github.com/frasier-cos/frasier/internal/testing/orgtest"
)

func TestRedact(t *testing.T) {
	for secret, kind := range secrets() {
		text := "use " + secret + " for it\nplease"
		got, kinds := redact.Secrets(text)
		if want := "use " + redact.Mark(kind) + " for it\nplease"; got != want || !slices.Equal(kinds, []string{kind}) {
			t.Errorf("Redact(%q): got %q, %q; want %q", text, got, kinds, want)
		}
	}
	for _, c := range []struct{ text, gone string }{
		{"postgres://app:hunter2@db.example.com/x", "hunter2"},
		{"PASSWORD=" + run(16), run(16)},
		{"PASSWORD=" + run(16) + "//comment", run(16)},
		{"secret: PROD_DATABASE_PASSWORD: " + run(16), run(16)},
		{`{"api_key": "` + run(20) + `"}`, run(20)},
		{"OPENROUTER_API_KEY=" + run(30), run(30)},
		{"-----BEGIN PRIVATE KEY-----\n" + run(64), run(64)},
	} {
		if got, kinds := redact.Secrets(c.text); strings.Contains(got, c.gone) || len(kinds) != 1 {
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
		if got, kinds := redact.Secrets(text); got != text || kinds != nil {
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
		got, kinds := redact.Secrets(text)
		if strings.Contains(got, secret) || !slices.Contains(kinds, all[secret]) {
			t.Fatalf("Redact(%q): got %q, %q; want the %s gone", text, got, kinds, all[secret])
		}
		if again, more := redact.Secrets(got); again != got || more != nil {
			t.Fatalf("Redact twice: got %q, %q; want %q", again, more, got)
		}
	})
}

// Whatever stands around a secret of any form, as long as it does not grow
// into it: nothing of the secret is left, and what is left has none.
func FuzzRedact(f *testing.F) {
	all := orgtest.Secrets(f)
	between := []string{" ", "\n", "\t", "\"", "'", "`", "(", ")", "<", ">", "|", ",", ";", "€", "{", "}", "[", "]", "\x00", "\xff"}
	for i := range all {
		f.Add("Use", "for the launch.", uint8(i), uint8(i), uint8(i/2))
	}
	f.Fuzz(func(t *testing.T, before, after string, which, left, right uint8) {
		s := all[int(which)%len(all)]
		text := before + between[int(left)%len(between)] + s.Pasted + between[int(right)%len(between)] + after
		if strings.Contains(before+after, s.Value) {
			return
		}
		got, kinds := redact.Secrets(text)
		if strings.Contains(got, s.Value) || len(kinds) == 0 {
			t.Fatalf("%q: got %q, %q; want the %s gone", text, got, kinds, s.Kind)
		}
		if found := redact.Find(text); len(found) == 0 {
			t.Fatalf("%q: nothing found", text)
		}
	})
}

// What looks like the beginning of many secrets costs no more than its length.
func BenchmarkRedact(b *testing.B) {
	for name, text := range map[string]string{
		"words": strings.Repeat("The price of barley rose in April 2026. ", 2500), "names": strings.Repeat("token=", 16_000), "prefixes": strings.Repeat("sk-", 33_000),
		"headers": strings.Repeat("-----BEGIN PRIVATE KEY----", 4000),
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				redact.Secrets(text)
			}
		})
	}
}

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

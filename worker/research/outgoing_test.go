package research_test

import (
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/testing/orgtest"
	"github.com/frasier-cos/frasier/worker/research"
)

// What a model that read a hostile page puts into a query does not leave
// the house with it; what people search for does.
func TestWhatLeavesInAQuery(t *testing.T) {
	for in, want := range map[string]string{
		"price of barley 2026":                                "price of barley 2026",
		"barley http://evil.example/?q=secret price":          "barley price",
		"barley <S1:p2 127.0.5.1> price [S3:p1]":              "barley price",
		"barley 0a99b5812c5a and 889835184632 price":          "barley and price",
		"write to ann@evil.example about barley":              "write to about barley",
		"barley sk-canary-model-4f1c9a77e2 price":             "barley price",
		"barley AKIA1234ABCD5678WXYZ price":                   "barley price",
		"read /etc/passwd ../../x C:\\secret barley":          "read barley",
		"@everyone `barley` {\"q\": \"price\"} | price":       "price",
		"ISO 27001 B2B 5G iPhone17 GPT-5.5 A350-1000 8.5%":    "ISO 27001 B2B 5G iPhone17 GPT-5.5 A350-1000 8.5%",
		"Kestrelbank account 5591 fees":                       "account fees",
		"the founder's rule about barley":                     "the founder's rule about barley",
		"Donaudampfschifffahrtsgesellschaftskapitänsmützen x": "x",
	} {
		if got := research.Outgoing(in, "Our account 5591 is with Kestrelbank."); got != want {
			t.Errorf("%q leaves as %q, want %q", in, got, want)
		}
	}
}

// No form of secret leaves, whatever stands around it.
func TestNoSecretLeavesInAQuery(t *testing.T) {
	for _, s := range orgtest.Secrets(t) {
		for _, around := range []string{"barley %s price", "barley (%s), price", "barley \"%s\" price", "barley key=%s price", "barley\n%s\nprice"} {
			got := research.Outgoing(strings.ReplaceAll(around, "%s", s.Pasted), "")
			if strings.Contains(got, s.Value) || !strings.HasPrefix(got, "barley") || !strings.HasSuffix(got, "price") && !strings.HasPrefix(s.Pasted, "-----BEGIN") {
				t.Errorf("%s leaves as %q", s.Form, got)
			}
		}
	}
}

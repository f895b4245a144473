package cmd_test

import (
	"bytes"
	"compress/gzip"
	"context"
	_ "embed"
	"io"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// axe is axe-core 4.14.1 (MPL 2.0, by Deque), which finds what keeps people from
// using a page by ear or by keyboard. No program that is shipped has it.
//
//go:embed testdata/axe.min.js.gz
var axe []byte

// axeScript is axe as it is run in a page. Without its last line the page would
// have to hand all of axe back.
func axeScript(t *testing.T) string {
	t.Helper()
	z, err := gzip.NewReader(bytes.NewReader(axe))
	if err != nil {
		t.Fatal(err)
	}
	raw, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw) + "\ntrue"
}

// looked lists the serious findings of axe, each with what it is about.
const looked = `axe.run(document, {resultTypes: ["violations"], iframes: false}).then(r => r.violations
	.filter(v => v.impact == "serious" || v.impact == "critical")
	.map(v => v.id + ": " + v.nodes.slice(0, 3).map(n => n.target.join(" ") + " " + n.html.slice(0, 120)).join(", ")).join("\n"))`

// accessible has axe look at the page that is open.
func (s *cockpit) accessible(ctx context.Context) []string {
	s.t.Helper()
	ctx, stop := context.WithTimeout(ctx, patience)
	defer stop()
	if _, err := chromedp.Run(ctx, chromedp.Evaluate[bool](s.axe)); err != nil {
		s.t.Fatalf("load axe: %v", err)
	}
	found, err := chromedp.Run(ctx, chromedp.Evaluate[string](looked, chromedp.EvalAwaitPromise))
	if err != nil {
		s.t.Fatalf("run axe: %v", err)
	}
	return strings.FieldsFunc(found, func(r rune) bool { return r == '\n' })
}

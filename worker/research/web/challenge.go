package web

import (
	"bytes"
	"errors"
	"mime"
	"net/http"
	"path"
	"strings"
)

// So much of a refusal is looked at for what refused.
const challengeRead = 64 << 10

// A gateway asks so whether a person or a program reads: the page loads its own puzzle. The words
// of such pages come in every language, the names of their scripts and parts do not.
func isChallenge(raw []byte) bool {
	head := raw[:min(len(raw), challengeRead)]
	for _, mark := range []string{
		"_cf_chl_opt", "cf_chl_prog", "cf-browser-verification", `id="challenge-form"`, "/cdn-cgi/l/chk_captcha", "cf-challenge-running", // Cloudflare, now and before
		"captcha-delivery.com",          // DataDome
		"px-captcha", "window._pxAppId", // HUMAN, before PerimeterX
		"window.gokuProps", "AwsWafInteg", // AWS WAF
		"anubis_challenge", "/.within.website/x/cmd/anubis/", // Anubis
		"sucuri_cloudproxy_js", "sec-if-cpt-container", "/_sec/cp_challenge", // Sucuri, Akamai
		"ddos-guard/js-challenge", "check.ddos-guard.net", "window.KPSDK", // DDoS-Guard, Kasada
		".well-known/vercel/security", "go-away/challenge/", // Vercel, go-away
	} {
		if bytes.Contains(head, []byte(mark)) {
			return true
		}
	}
	// The frame of Imperva stands alone where it refuses, and beside the text where not.
	return len(raw) < 8<<10 && (bytes.Contains(head, []byte("_Incapsula_Resource")) || bytes.Contains(head, []byte("Incapsula incident ID")))
}

// Challenge reports whether a page is a gateway's check.
func (p Page) Challenge() bool { return isChallenge(p.Body) }

func hasChallengeHeader(h http.Header) bool {
	return h.Get("Cf-Mitigated") == "challenge" || h.Get("X-Amzn-Waf-Action") == "challenge" || h.Get("X-Amzn-Waf-Action") == "captcha" || h.Get("X-Vercel-Mitigated") == "challenge"
}

// A gateway that asks may refuse.
func isChallenged(res *http.Response) bool {
	switch res.StatusCode {
	case http.StatusForbidden, http.StatusServiceUnavailable, http.StatusTooManyRequests, http.StatusMethodNotAllowed, http.StatusUnauthorized, http.StatusTeapot:
	default:
		return false
	}
	if hasChallengeHeader(res.Header) || res.Header.Get("X-Datadome") != "" || res.Header.Get("X-Dd-B") != "" {
		return true
	}
	raw, err := unpack(res, func([]byte) (int64, error) { return challengeRead, nil })
	if err != nil && !errors.Is(err, errTooLarge) {
		return false // what it says cannot be read; its status can
	}
	return isChallenge(raw)
}

// It is empty when the server sends no file.
func parseFileName(h http.Header) string {
	_, params, err := mime.ParseMediaType(h.Get("Content-Disposition"))
	if err != nil {
		return ""
	}
	name := path.Base(strings.ReplaceAll(params["filename"], `\`, "/"))
	if name == "." || name == "/" {
		return ""
	}
	return name
}

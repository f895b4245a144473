package senses

import (
	"net/url"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
)

type speechPrice struct {
	host, model string
	minute      org.NanoUSD
	source      string
}

// The table is of November 2026. A service that is not in it, such as one of the founder's own,
// has no known price.
func speechPrices() []speechPrice {
	const thousandth = org.Dollar / 1000
	return []speechPrice{
		{"api.openai.com", "whisper-1", 6 * thousandth, "platform.openai.com/docs/pricing"},
		{"api.openai.com", "gpt-4o-transcribe", 6 * thousandth, "platform.openai.com/docs/pricing"},
		{"api.openai.com", "gpt-4o-mini-transcribe", 3 * thousandth, "platform.openai.com/docs/pricing"},
		{"api.groq.com", "whisper-large-v3", org.Dollar * 111 / 60_000, "groq.com/pricing"},
		{"api.groq.com", "whisper-large-v3-turbo", org.Dollar * 40 / 60_000, "groq.com/pricing"},
	}
}

// MinuteOf returns the price of a minute at a service; 0 when it is not known.
func MinuteOf(address, model string) org.NanoUSD {
	u, err := url.Parse(address)
	if err != nil {
		return 0
	}
	for _, p := range speechPrices() {
		if strings.EqualFold(u.Hostname(), p.host) && p.model == model {
			return p.minute
		}
	}
	return 0
}

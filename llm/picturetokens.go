package llm

import (
	"math"
	"strings"
)

// counting says how a provider counts a picture as tokens.
type counting struct {
	family string // who made the model
	prefix string // of its id behind the family, where one model counts otherwise
	source string // where the provider says so
	tokens func(w, h int) int
}

// Narrower rows of a family come first.
func listCountings() []counting {
	return []counting{
		// Width times height by 750, at most 1568 pixels long; newer models take 2576.
		{"anthropic", "", "docs.claude.com/en/docs/build-with-claude/vision", func(w, h int) int {
			return int(math.Ceil(float64(w) * float64(h) / 750))
		}},
		// 2833 and 5667 for each tile of 512 pixels.
		{"openai", "gpt-4o-mini", "platform.openai.com/docs/guides/images-vision", func(w, h int) int {
			return 2833 + 5667*tiles512(w, h)
		}},
		// 85 and 170 for each tile of 512 pixels, or patches of 32 pixels, at most 1536 times up
		// to 2.46: the dearer of both, since which of them counts a model does not say.
		{"openai", "", "platform.openai.com/docs/guides/images-vision", func(w, h int) int {
			return max(85+170*tiles512(w, h), int(math.Ceil(2.46*float64(min(1536, countSquares(w, h, 32))))))
		}},
		// 258 for a small picture, else for each tile of 768 pixels.
		{"google", "", "ai.google.dev/gemini-api/docs/tokens", func(w, h int) int {
			if w <= 384 && h <= 384 {
				return 258
			}
			return 258 * countSquares(w, h, 768)
		}},
		// Patches of 28 pixels and a mark at the end of each row.
		{"qwen", "", "github.com/QwenLM/Qwen2.5-VL (min_pixels, max_pixels)", func(w, h int) int { return countSquares(w, h, 28) + 2 }},
		{"mistralai", "", "docs.mistral.ai/capabilities/vision", func(w, h int) int { return countSquares(w, h, 28) + (h+27)/28 }},
	}
}

// PictureTokens counts a picture as tokens. A model whose maker is in no row is counted as by the
// dearest of the usual rows.
func PictureTokens(id, family string, w, h int) int {
	if w <= 0 || h <= 0 {
		return 0
	}
	_, name, _ := strings.Cut(id, "/")
	dearest := 0
	for _, c := range listCountings() {
		if c.family == family && strings.HasPrefix(name, c.prefix) {
			return c.tokens(w, h)
		}
		if c.prefix == "" {
			dearest = max(dearest, c.tokens(w, h))
		}
	}
	return dearest
}

func countSquares(w, h, side int) int { return ((w + side - 1) / side) * ((h + side - 1) / side) }

// OpenAI makes a picture fit into 2048 pixels each way, then its shorter side into 768.
func tiles512(w, h int) int {
	long, short := float64(max(w, h)), float64(min(w, h))
	if long > 2048 {
		short, long = short*2048/long, 2048
	}
	if short > 768 {
		long, short = long*768/short, 768
	}
	return int(math.Ceil(long/512) * math.Ceil(short/512))
}

package llm

import (
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
)

// A refusal begins like one and is far too short for an answer.
func isRefusal(text string, maxTokens int) bool {
	if len(text) >= maxTokens*org.CharsPerToken/4 {
		return false
	}
	head := strings.ToLower(text[:min(len(text), 200)])
	head = strings.NewReplacer("\u2019", "'", "cannot", "can't", "can not", "can't").Replace(head)
	for _, w := range []string{
		"i can't help with", "i can't assist", "i can't provide", "i can't comply", "i can't fulfill", "i can't do that",
		"i can't create", "i can't write", "i can't answer", "i can't support",
		"i'm not able to help", "i am not able to help", "i'm unable to", "i am unable to",
		"i won't be able to", "i must decline", "i have to decline", "i'm sorry, but i can't", "i apologize, but i can't",
		"as an ai language model, i can't", "i will not provide", "i won't provide", "against my guidelines",
	} {
		if strings.Contains(head, w) {
			return true
		}
	}
	return false
}

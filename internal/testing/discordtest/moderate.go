package discordtest

import (
	"slices"
	"strings"
)

// Moderate has the automatic moderation of every guild block what the bot posts
// or changes that holds one of these words: messages with error 200000, names
// of threads with 200001. Direct messages are nobody's to moderate. Without
// words it ends.
func (s *Server) Moderate(words ...string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.blocked = words
}

// blocks reports whether a channel's guild blocks a text. The world's lock is
// held.
func (s *Server) blocks(k *channel, text string) bool {
	return k.guild != "" && slices.ContainsFunc(s.blocked, func(w string) bool { return strings.Contains(text, w) })
}

func (c *call) moderated(k *channel, text string) *apiError {
	if !c.s.blocks(k, text) {
		return nil
	}
	return refused(200000, "Message was blocked by automatic moderation")
}

package discord

import "github.com/frasier-cos/frasier/bot/messages"

// forumTags lists the tags that a forum for projects should have.
func forumTags() []string {
	return []string{messages.TagPlanning, messages.TagRunning, messages.TagNeedsYou, messages.TagReview, messages.TagDelivered, messages.TagPaused, messages.TagFailed}
}

package discord

import (
	"errors"
	"net/http"
	"slices"

	"github.com/frasier-cos/frasier/internal/reports"
)

// A delivery that is refused without a reason is tried so often in its own place: with the pauses
// of the outbox about 45 minutes.
const unclearMost = 50

// hasLasted reports whether a delivery was tried in its own place for long enough.
func hasLasted(v reports.Delivery) bool { return v.Attempts >= unclearMost }

// isUnwelcome reports whether a channel does not take what is said in it, now or
// ever.
func isUnwelcome(err error) bool { return isUnusable(err) || isModerated(err) }

// isModerated reports whether a guild's automatic moderation blocks the words.
func isModerated(err error) bool {
	var api *apiError
	return errors.As(err, &api) && (api.Code == codeModerated || api.Code == codeBadTitle)
}

// isUnusable reports whether a channel cannot be used: it is gone, or we are not
// allowed in.
func isUnusable(err error) bool {
	var api *apiError
	return errors.As(err, &api) && (api.Status == http.StatusForbidden && isClosedCode(api.Code) || api.Status == http.StatusNotFound || api.Status == http.StatusGone || isLocked(err))
}

// isClosedCode reports whether a code says that a place is closed to us. Any other 403 is not
// about the place: 40333 is Cloudflare's about all that this machine asks, 40004 is
// about sending anywhere for a while.
func isClosedCode(code int) bool {
	return slices.Contains([]int{
		codeNoChannel,
		20001, // an endpoint that is not for bots
		20012, // not authorized for this application
		20018, // the owner's alone
		30033, // the thread has all participants that it can have
		40007, // banned from this guild
		40058, // a forum, which takes posts alone
		50001, // missing access
		50002, // wrong type of account
		50003, // not in a direct channel
		50005, // somebody else's message
		50007, // the user takes no messages from us
		50008, // not a channel of text
		50009, // the channel's verification level is too high
		50013, // missing permissions
		50021, // a message of the system's
		50024, // not in this type of channel
		50278, // no guild in common with the user
		codeArchived, codeLocked,
	}, code)
}

// blamesWords reports whether a code names the words as what is refused for good.
func blamesWords(code int) bool {
	const explicit, harmfulLinks = 20009, 240000
	return slices.Contains([]int{codeModerated, codeBadTitle, explicit, harmfulLinks}, code)
}

// isUnclear reports whether an answer refuses a request and names neither the place nor
// the words: a 400 without one of Discord's codes, as a proxy before it gives, or a 403
// with a code of another kind. What is refused so may be taken a minute later.
func isUnclear(err error) bool {
	const firstCode = 10000 // some servers give the status for a code
	var api *apiError
	if !errors.As(err, &api) {
		return false
	}
	return api.Status == http.StatusBadRequest && api.Code < firstCode || api.Status == http.StatusForbidden && !isClosedCode(api.Code) && !blamesWords(api.Code)
}

// isLocked reports whether a thread takes nothing any more because it was closed.
func isLocked(err error) bool {
	var api *apiError
	return errors.As(err, &api) && (api.Code == codeArchived || api.Code == codeLocked)
}

// isRefused reports whether Discord does not take a message as it is, whatever the
// place: the same once more would be refused once more.
func isRefused(err error) bool {
	var api *apiError
	if !errors.As(err, &api) || api.Status < 400 || api.Status >= 500 || isUnwelcome(err) || isUnclear(err) {
		return false
	}
	return !slices.Contains([]int{http.StatusUnauthorized, http.StatusRequestTimeout, http.StatusTooManyRequests}, api.Status)
}

// tooLarge reports whether a message is refused for the size of its files.
func tooLarge(err error) bool {
	const codeTooLarge = 40005
	var api *apiError
	return errors.As(err, &api) && (api.Status == http.StatusRequestEntityTooLarge || api.Code == codeTooLarge)
}

package llm

import "strings"

// The reasons for an end that change what follows; every other word is an end
// like any.
const (
	finishLength  = "length"
	finishRefusal = "content_filter"
	finishError   = "error"
)

// brokenCall is said of a call of a tool that the endpoint itself cannot read.
const brokenCall = "malformed_function_call"

// finishWords are other makers' words for the reasons, in lower case.
const (
	lengthWords  = " length max_tokens max_output_tokens max_completion_tokens model_length token_limit length_limit model_context_window_exceeded incomplete "
	refusalWords = " content_filter content_filtered contentfilter safety image_safety recitation blocklist prohibited_content spii refusal error_toxic guardrail_intervened sensitive "
	brokenWords  = " error engine_error error_limit abort aborted cancelled insufficient_system_resource network_error malformed_function_call "
)

// The reason is in the words of the chat completions protocol.
func finishOf(said string) string {
	word := " " + strings.ToLower(strings.TrimSpace(said)) + " "
	switch {
	case strings.TrimSpace(word) == "":
		return ""
	case strings.Contains(lengthWords, word):
		return finishLength
	case strings.Contains(refusalWords, word):
		return finishRefusal
	case strings.Contains(brokenWords, word):
		return finishError
	}
	return said
}

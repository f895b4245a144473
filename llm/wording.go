//nolint:gochecknoglobals // tables and patterns that are made once and never changed
package llm

import (
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// sign is one row of the table of wordings: what an endpoint says, with which
// status, and what that means. The first row that fits counts, whatever the
// status by itself would mean: the same status stands for a used-up quota at
// one provider and for a busy minute at the next.
type sign struct {
	says   *pattern // of all words of the error: message, raw, type, code, reason
	but    *pattern // words that make it something else; nil for none
	status []int    // nil for any
	is     verdict
}

// The verdicts that several rows share. A row number is that of the table of errors.
var (
	verdictSize    = verdict{row: 2, class: ClassSize, kind: "size", act: actShrink}
	verdictRefusal = verdict{row: 3, class: ClassRefusal, kind: "refusal", act: actAppeal}
	verdictBlocked = verdict{row: 9, class: ClassRefusal, kind: "blocked", act: actAppeal}
	verdictCatalog = verdict{row: 4, class: ClassCatalog, kind: "catalog", act: actLower}
	verdictPolicy  = verdict{row: 5, class: ClassPolicy, kind: "policy", act: actLoosen}
	verdictAuth    = verdict{row: 6, class: ClassAuth, kind: "auth", act: actGiveUp}
	verdictMoney   = verdict{row: 8, class: ClassMoney, kind: "money", act: actGiveUp}
	verdictRate    = verdict{row: 11, class: ClassTransport, kind: "rate", act: actBackoff, trips: true}
	verdictOutage  = verdict{row: 12, class: ClassTransport, kind: "outage", act: actBackoff, trips: true}
	verdictLess    = verdict{row: 33, class: ClassBug, kind: "parameter", act: actLearn, trait: TraitMaxTokens}
	verdictImage   = verdict{row: 34, class: ClassCatalog, kind: "blind", act: actLower}
	verdictNoTools = verdict{row: 35, class: ClassBug, kind: "parameter", act: actLearn, trait: TraitNoTools}
	// What the model wrote is no call, and the endpoint kept it to itself.
	verdictBrokenCall = verdict{row: 24, class: ClassContent, kind: "broken_call", act: actAgain}
)

// signs is the table, the surest words first. It is read in lower case and
// without web addresses, which name billing pages and data policies in
// messages about anything.
var signs = []sign{
	// Pictures that a model cannot see say nothing about the model's being there.
	{says: compilePattern(`support image input|images? (inputs? )?(is|are) not supported|(not support|unsupported|no support for|not accept|cannot process|can.t process)[^.]{0,40}(image|vision|multimodal)|image_url is only supported|at most 0 image|unknown variant .{0,3}image_url|mmproj|not a (multimodal|vision) model|invalid content type[^.]{0,20}image_url|content[^.]{0,40} (must|should) be a (valid )?string`), is: verdictImage},

	// Tools that a model does not take, and calls of them that it cannot write.
	{says: compilePattern(`tool_use_failed|failed to call a function|tool call validation failed|malformed_function_call`), is: verdictBrokenCall},
	{says: compilePattern(`no endpoints found that support tool|(tools?|tool[ _-](use|calls?|calling|choice)|function[ _-]call(s|ing)?)\W{0,3} (is|are) not (supported|available|enabled)|not support[^.]{0,20}(tools?\b|tool[ _-]|function[ _-]?call)|tool choice requires --|tools param requires --`), status: []int{http.StatusBadRequest, http.StatusNotFound, http.StatusUnprocessableEntity, http.StatusInternalServerError, http.StatusNotImplemented}, is: verdictNoTools},

	// A prompt that the credit is too small for.
	{says: compilePattern(`prompt tokens limit`), is: verdictSize},

	// Money, in words that mean nothing else.
	{says: compilePattern(`insufficient_quota|insufficient (balance|credits?|funds|quota)|credit balance|credit_?limit|billing_(hard_)?limit|billing (hard )?limit|billing_not_active|account is not active`), but: compilePattern(`retry in [0-9]`), is: verdictMoney},
	{says: compilePattern(`spending limit|specified (api )?usage limits?|used all (your |of your )?(available )?credits|(run )?out of credits|key limit exceeded|payment[ _](required|method)|exceeded_?budget`), is: verdictMoney},
	{says: compilePattern(`budget[^.]{0,60}exceeded|exceeded[^.]{0,40}budget|(over|crossed) budget|budget_exceeded`), is: verdictMoney},
	{says: compilePattern(`openrouter_key_limit|openrouter_workspace|guardrail_budget`), status: []int{http.StatusForbidden}, is: verdictMoney},

	// A limit on requests or tokens by the minute or the day.
	{says: compilePattern(`exceed\w*[^.]{0,40}rate limit|rate[ -]?limit\w*[^.]{0,30}(exceeded|reached)|reached the rate limit|is temporarily rate-limited|rate_limited|requests? per (minute|second|day)|per[_ ](minute|day)[_ ]per|limited to \d+ api calls`), is: verdictRate},
	{says: compilePattern(`too many (requests|tokens)(, | per day)|quota exceeded for|resource[_ ](has been )?exhausted|exceeded your current quota|capacity exceeded|throttl`), but: compilePattern(`insufficient_quota|credits`), is: verdictRate},

	// What the endpoint may pass on at all.
	{says: compilePattern(`data policy|guardrail restrictions|no allowed providers|privacy_restricted|constraint_filtered|zero data retention`), is: verdictPolicy},

	// The words that were asked about.
	{says: compilePattern(`content[ _-]?(policy|filter|management)|content_policy_violation|responsibleaipolicy|content exists risk|usage (guidelines|polic)|flagged|moderation|safety_check|prohibited_content|blocked output|^refusal | refusal `), but: compilePattern(`rate limit`), status: []int{http.StatusBadRequest, http.StatusForbidden, http.StatusUnprocessableEntity, http.StatusUnavailableForLegalReasons, 498}, is: verdictRefusal},

	// More than fits: the answer asked for, then the prompt.
	{says: compilePattern(`max_(completion_|output_|new_)?tokens?\W.{0,60}(too large|too high|less than or equal|valid range|maximum allowed|at most|above maximum|exceeds the)|(exceeds?|above) the (model|maximum) limit of \d+|supports at most \d+ (completion|output) tokens`), is: verdictLess},
	{says: compilePattern(`context[ _-]?(length|window|size|limit)|exceed_context|max(imum)? (prompt|context|input|model|sequence) length|(prompt|input|request|messages?|text)( \([^)]*\))? (is|are|was) (too (long|large|big)|longer than)|too long (for|to)|string_above_max_length`), is: verdictSize},
	{says: compilePattern(`reduce (the|your) (length|size|prompt|message|input)|(input|prompt|request)\w*[^.]{0,50}(exceeds?|more than)[^.]{0,40}(max|limit)|request (entity |payload )?too large|request_too_large|payload_too_large|too large for model|exceeds the maximum size|long context requests|max_new_tokens|max_tokens must be at least 1, got -|too many (input |prompt )?tokens`), but: compilePattern(`peak load`), is: verdictSize},

	// The key. A model that a key may not use is a model that is not there.
	{says: compilePattern(`model_not_found|model_deprecated|model_decommissioned|model_not_available|no_endpoints|unavailable_upstream|invalid_model|deploymentnotfound|deployment[^.]{0,40}(not exist|not found)`), is: verdictCatalog},
	{says: compilePattern(`(access|authori[sz]ed)[^.]{0,30} (to |the )?model|model access is denied`), but: compilePattern(`api key`), is: verdictCatalog},
	{says: compilePattern(`(incorrect|invalid|wrong|expired|missing|no|not valid|unknown)[^.]{0,30}(api[ _-]?(key|token)|x-api-key|credentials?|security token|proxy server token|subscription key)|(api[ _-]?key|api[ _-]?token|security token|credentials?)\W[^.]{0,50}(invalid|not valid|expired|revoked|missing|required|incorrect|does not have permission)|unauthori[sz]ed|authentication|unregistered callers|api_key_invalid|user not found`), but: compilePattern(`model name|trial key`), is: verdictAuth},

	// The model.
	{says: compilePattern(`model\b[^.]{0,120}(not found|(does|do) not exist|not exist|decommissioned|deprecated|no longer|retired|is not available|not available on|isn.t supported|is not supported for|identifier is invalid|requires more system memory)|(invalid|unknown|unsupported) model|not a valid model|no endpoints found|unable to access (the )?(non-serverless )?model|try pulling|on-demand throughput|not_found_error[^{}]*model:`), but: compilePattern(`supported with this model|response[_ ]format`), is: verdictCatalog},
	{says: compilePattern(`more system memory`), is: verdictCatalog},

	// Nobody is at home, whatever the number says.
	{says: compilePattern(`overloaded|server busy|is too busy|loading model|temporarily unavailable|high demand|not ready yet`), is: verdictOutage},

	// Credit, in words that others use too.
	{says: compilePattern(`(more|add|purchase|buy) (more )?credits|need[^.]{0,20}credits`), status: []int{http.StatusPaymentRequired, http.StatusForbidden, http.StatusTooManyRequests, http.StatusBadRequest}, is: verdictMoney},
}

// pattern is a regular expression that is compiled when the first error is read: most processes never see one, and
// the table compiled takes a megabyte of each.
type pattern struct{ compile func() *regexp.Regexp }

func compilePattern(s string) *pattern {
	return &pattern{sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(s) })}
}

func (p *pattern) MatchString(s string) bool            { return p.compile().MatchString(s) }
func (p *pattern) FindStringSubmatch(s string) []string { return p.compile().FindStringSubmatch(s) }

func (p *pattern) FindAllStringSubmatch(s string, n int) [][]string {
	return p.compile().FindAllStringSubmatch(s, n)
}

func (p *pattern) ReplaceAllString(s, with string) string {
	return p.compile().ReplaceAllString(s, with)
}

// The first row that fits counts.
func readWords(f *Fault) (verdict, bool) {
	if f.afford > 0 && f.findStatus() == http.StatusPaymentRequired {
		return verdict{row: 8, class: ClassMoney, kind: "money", act: actLess, room: f.afford}, true
	}
	if f.findStatus() == http.StatusPaymentRequired && f.Waits {
		return verdict{row: 7, class: ClassTransport, kind: "in_flight", act: actPause}, true
	}
	if v, ok := overRate(f); ok {
		return v, true
	}
	for _, s := range signs {
		if s.status != nil && !slices.Contains(s.status, f.findStatus()) || !s.says.MatchString(f.Words) || s.but != nil && s.but.MatchString(f.Words) {
			continue
		}
		v := s.is
		if v.kind == "outage" && f.findStatus() == http.StatusTooManyRequests {
			v = verdictRate
		}
		switch v.act { //nolint:exhaustive // the others need nothing more
		case actShrink, actLearn:
			if n := roomFor(f.Words); n > 0 {
				v = verdict{row: 33, class: ClassSize, kind: "size", act: actLess, room: n}
			} else if v.act == actShrink {
				v.fit = fitOf(f.Words)
			}
		case actAppeal:
			if f.findStatus() == http.StatusForbidden {
				v = verdictBlocked
			}
		case actBackoff:
			v.trips = v.trips && !f.Waits
		}
		return v, true
	}
	return readParameter(f)
}

// Providers word a limit by the minute so.
var limitAndRequest = compilePattern(`limit:? ([0-9]+)[^0-9].*requested:? ~?([0-9]+)`)

// A request that can never pass a limit is told from one that came too early: waiting helps the
// second one alone.
func overRate(f *Fault) (verdict, bool) {
	m := limitAndRequest.FindStringSubmatch(f.Words)
	if m == nil || parseCount(m[2]) <= parseCount(m[1]) {
		return verdict{}, false
	}
	v := verdictSize
	v.fit = fitOf(f.Words)
	return v, true
}

// Providers say so how many tokens fit and how many of them the prompt took.
var rooms = []*pattern{
	compilePattern(`maximum context length is ([0-9]+) tokens.*\(([0-9]+) (?:in the messages|in your prompt|of text input)`),
	compilePattern(`maximum context length is ([0-9]+) tokens.*has ([0-9]+) input tokens`),
	compilePattern(`(?:must be|is) <= ([0-9]+)\. given: ([0-9]+)`),
}

// Some say it as a sum: prompt + answer > what fits.
var sums = compilePattern(`([0-9]+) \+ [0-9]+ > ([0-9]+)`)

// Providers say so how long an answer may be.
var bounds = []*pattern{
	compilePattern(`(?:at most|less than or equal to|limit of|<=|lower than) ([0-9]+)`),
	compilePattern(`range of max_\w*tokens is \[[0-9]+, ?([0-9]+)\]`),
	compilePattern(`max_tokens: [0-9]+ > ([0-9]+)`),
}

// No shorter answer is worth asking for.
const leastRoom = 256

// It is 0 when the endpoint does not say how long an answer may be, or when the prompt alone is
// too long.
func roomFor(words string) int {
	if m := sums.FindStringSubmatch(words); m != nil {
		return boundRoom(parseCount(m[2]) - parseCount(m[1]))
	}
	for _, r := range rooms {
		if m := r.FindStringSubmatch(words); m != nil {
			return boundRoom(parseCount(m[1]) - parseCount(m[2]))
		}
	}
	return 0
}

func boundRoom(n int) int {
	if n < leastRoom {
		return 0
	}
	return n
}

// It is 0 when the endpoint does not say what is the longest answer of the model.
func boundOf(words string) int {
	for _, r := range bounds {
		if m := r.FindStringSubmatch(words); m != nil {
			return parseCount(m[1])
		}
	}
	return 0
}

func parseCount(digits string) int {
	n, _ := loose(digits).readCount()
	return n
}

// An endpoint names a parameter by these words; its refusal teaches the trait.
type parameter struct {
	named *pattern
	trait Trait
}

var parameters = []parameter{
	{compilePattern(`messages\[\d+\]\.?role\b|\bsystem[' ]*(role|messages?|prompts?|instructions?)\b|\b(developer|system) instruction|\brole[: ']+system\b|roles must alternate`), TraitNoSystem},
	{compilePattern(`max_?completion_?tokens`), TraitCompletionTokens},
	{compilePattern(`stream_options|include_usage`), TraitNoStreamOptions},
	{compilePattern(`response_format|response format|json_schema|json_object|structured output|grammar`), TraitFormat},
	{compilePattern(`\btools\b|tool_choice`), TraitNoTools},
	{compilePattern(`temperature`), TraitTemperature},
	{compilePattern(`top_p`), TraitTopP},
	{compilePattern(`reasoning|thinking|\beffort\b`), TraitReasoning},
	{compilePattern(`\bprovider\b|session_id|cache_control`), TraitPlain},
	{compilePattern(`verified to stream|\bstream(ing)?\b`), TraitNoStream},
}

// An endpoint says by these words that it does not take something.
var refusesParameter = compilePattern(`unsupported|not supported|support|unrecognized|unknown|unexpected|extra (inputs|fields)|extra_forbidden|not permitted|not enabled|must alternate|not allowed|unavailable|cannot find field|invalid (parameter|value|schema)|failed to parse|deserialize|verified to stream|must contain the word`)

func readParameter(f *Fault) (verdict, bool) {
	switch f.findStatus() {
	case http.StatusBadRequest, http.StatusUnprocessableEntity, http.StatusNotFound, http.StatusInternalServerError:
	default:
		return verdict{}, false
	}
	if !refusesParameter.MatchString(f.Words) {
		return verdict{}, false
	}
	for _, about := range []string{strings.ToLower(f.Param), f.Words} {
		for _, p := range parameters {
			if about != "" && p.named.MatchString(about) {
				return verdict{row: 35, class: ClassBug, kind: "parameter", act: actLearn, trait: p.trait}, true
			}
		}
		if about == "max_tokens" && strings.Contains(f.Words, "unsupported") {
			return verdict{row: 35, class: ClassBug, kind: "parameter", act: actLearn, trait: TraitCompletionTokens}, true
		}
	}
	return verdict{}, false
}

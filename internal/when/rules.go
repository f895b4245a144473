//nolint:gochecknoglobals // tables that are made once and never changed
package when

import (
	"strconv"
	"strings"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
	"github.com/frasier-cos/frasier/internal/prose"
)

func newRule(form string, add func(p *phrase, w []string) bool) rule {
	return rule{lazyregexp.New(`^(?:` + form + `)`), add}
}

// rules are the parts of a time, the longer before those that they begin with.
var rules = append(append(append([]rule{}, repeatRules...), dayRules...), hourRules...)

var repeatRules = []rule{
	newRule(`every other .+|alle zwei wochen|jede[nrs]? zweiten? .+|every (?:second|third|two|three|four|\d+) .+|alle \d+ .+|fortnightly|biweekly`, func(p *phrase, _ []string) bool { return p.setOdd() }),
	newRule(`every working day|every work day|every weekday|each weekday|on weekdays|weekdays|werktags|jeden werktag|jeden arbeitstag`, func(p *phrase, _ []string) bool { return p.setDays("1-5") }),
	newRule(`every weekend|jedes wochenende`, func(p *phrase, _ []string) bool { return p.setDays("6") }),
	newRule(`(?:every|each|jede[nrs]?) (morning|afternoon|evening|night|morgen|vormittag|nachmittag|abend|nacht|mittag)|(morgens|abends|mittags|nachmittags)`, func(p *phrase, w []string) bool {
		return p.setHour(partOfDay(w[1]+strings.TrimSuffix(w[2], "s"))) && p.setDays("*")
	}),
	newRule(`every day|each day|daily|everyday|täglich|jeden tag`, func(p *phrase, _ []string) bool { return p.setDays("*") }),
	newRule(`(?:every|each|jede[nrs]?) `+weekdays+`((?:,? (?:and |und )?`+weekdays+`)*)`, func(p *phrase, w []string) bool { return p.setWeekdays(w[1] + " " + w[2]) }),
	newRule(`(?:on )?(mondays|tuesdays|wednesdays|thursdays|fridays|saturdays|sundays|montags|dienstags|mittwochs|donnerstags|freitags|samstags|sonntags)`, func(p *phrase, w []string) bool { return p.setWeekdays(w[1]) }),
	newRule(`(?:every month|each month|monthly|jeden monat|monatlich)(?: (?:on the|am) (\d{1,2})(?:st|nd|rd|th|\.)?)?|(?:every|each|jeden) (\d{1,2})(?:st|nd|rd|th|\.)(?: of (?:the|every|each) month| (?:im|des) monats?)?`, func(p *phrase, w []string) bool {
		n := w[1] + w[2]
		if n == "" {
			n = "1"
		}
		return p.setMonthly(n)
	}),
	newRule(`(?:on the|am) (\d{1,2})(?:st|nd|rd|th|\.) (?:of (?:every|each) month|jeden monats|jedes monats)`, func(p *phrase, w []string) bool { return p.setMonthly(w[1]) }),
	newRule(`every week|weekly|each week|jede woche|wöchentlich`, func(p *phrase, _ []string) bool { return p.setWeekly() }),
}

var dayRules = []rule{
	newRule(`(?:the )?day after tomorrow|übermorgen`, func(p *phrase, _ []string) bool { return p.setShift(2) }),
	newRule(`tonight|heute nacht`, func(p *phrase, _ []string) bool { return p.setShift(0) && p.setHour(partOfDay("tonight")) }),
	newRule(`this (morning|afternoon|evening)|heute (früh|morgen|vormittag|mittag|nachmittag|abend)`, func(p *phrase, w []string) bool {
		return p.setShift(0) && p.setHour(partOfDay(w[1]+w[2]))
	}),
	newRule(`today|heute`, func(p *phrase, _ []string) bool { return p.setShift(0) }),
	newRule(`tomorrow|tmrw|tomorow|morgen`, func(p *phrase, w []string) bool {
		if w[0] == "morgen" && p.dated() { // "am Montag morgen"
			return p.setHour(partOfDay("morgen"))
		}
		return p.setShift(1)
	}),
	newRule(`(?:in )?`+numbers+` weeks? from today|heute in `+numbers+` wochen?`, func(p *phrase, w []string) bool { return p.setShift(7 * int(readNumberWord(w[1]+w[2]))) }),
	newRule(`a week from (?:tomorrow|morgen)|tomorrow week|morgen in einer woche`, func(p *phrase, _ []string) bool { return p.setShift(8) }),
	newRule(`(?:in |within )?(?:half an hour|einer halben stunde)(?: from now)?`, func(p *phrase, _ []string) bool { return p.addSpan(0.5, "hour") }),
	newRule(`in (?:(?:an?|one) hour and a half|anderthalb stunden|eineinhalb stunden)`, func(p *phrase, _ []string) bool { return p.addSpan(1.5, "hour") }),
	newRule(`in (?:(?:a )?quarter of an hour|einer viertelstunde)`, func(p *phrase, _ []string) bool { return p.addSpan(0.25, "hour") }),
	newRule(`in (\d{1,2})h(\d{1,2})(?:m(?:in)?)?`, func(p *phrase, w []string) bool {
		return p.addSpan(readNumberWord(w[1]), "hour") && p.addSpan(readNumberWord(w[2]), "minute")
	}),
	newRule(`in (?:about |etwa )?`+numbers+` ?`+units+`(?: (?:and |und )?`+numbers+` ?`+units+`)?(?: time| from now)?`, func(p *phrase, w []string) bool {
		return p.addSpan(readNumberWord(w[1]), w[2]) && (w[4] == "" || p.addSpan(readNumberWord(w[3]), w[4]))
	}),
	newRule(numbers+` ?`+units+` (?:from now|later)`, func(p *phrase, w []string) bool { return p.addSpan(readNumberWord(w[1]), w[2]) }),
	newRule(`(?:at )?(?:the )?end of (?:the|this) month|(?:at )?month'?s? end|(?:zum |am )?monatsende|(?:am )?ende des monats`, func(p *phrase, _ []string) bool { return p.setMonthEnd() }),
	newRule(`(?:on |at )?(?:the|this) weekend|am wochenende`, func(p *phrase, _ []string) bool { return p.setWeekday("saturday", "") }),
	newRule(`next weekend|nächstes wochenende`, func(p *phrase, _ []string) bool { return p.setWeekday("saturday", "next") }),
	newRule(`(?:on )?`+weekdays+` next week|next week (?:on )?`+weekdays+`|nächste woche (?:am )?`+weekdays+`|`+weekdays+` nächste woche|kommende woche (?:am )?`+weekdays, func(p *phrase, w []string) bool {
		return p.setWeekday(strings.Join(w[1:], ""), "week")
	}),
	newRule(`(?:next|this|the) (?:week|month|year)|(?:nächste[ns]?|kommende[ns]?) (?:woche|monat|jahr)`, func(p *phrase, _ []string) bool { return p.setUnclear() }),
	newRule(weekdays+` (?:in a week|week)|`+weekdays+` in (?:einer|1) woche|a week on `+weekdays+`|a week from `+weekdays, func(p *phrase, w []string) bool {
		return p.setWeekday(strings.Join(w[1:], ""), "later")
	}),
	newRule(`(next|this|coming|nächste[nrms]?|kommende[nrms]?|diese[nrms]?) (?:`+weekdays+`|`+shorts+`)`, func(p *phrase, w []string) bool { return p.setWeekday(w[2]+w[3], w[1]) }),
	newRule(`(?:on|am) `+shorts, func(p *phrase, w []string) bool { return p.setWeekday(w[1], "") }),
	newRule(weekdays, func(p *phrase, w []string) bool { return p.setWeekday(w[1], "") }),
	newRule(`(?:on |am )?(\d{4})-(\d{1,2})-(\d{1,2})(?:t| )?`, func(p *phrase, w []string) bool { return p.setDate(w[1], w[2], w[3]) }),
	newRule(`(?:on |am )?(\d{1,2})\.(\d{1,2})\.(\d{4}|\d{2})?`, func(p *phrase, w []string) bool { return p.setDate(w[3], w[2], w[1]) }),
	newRule(`(?:on )?(\d{1,2})/(\d{1,2})(?:/(\d{4}|\d{2}))?`, func(p *phrase, w []string) bool { return p.setSlashed(w[1], w[2], w[3]) }),
	newRule(`(?:on |am )?(?:the )?(\d{1,2})(?:st|nd|rd|th|\.)?(?: of)? `+months+`(?:,? (\d{4}))?`, func(p *phrase, w []string) bool {
		return p.setDate(w[3], strconv.Itoa(int(readMonth(w[2]))), w[1])
	}),
	newRule(months+` (?:the )?(\d{1,2})(?:st|nd|rd|th)?(?:,? (\d{4}))?`, func(p *phrase, w []string) bool {
		return p.setDate(w[3], strconv.Itoa(int(readMonth(w[1]))), w[2])
	}),
	newRule(`(?:on )?the (\d{1,2})(?:st|nd|rd|th)|am (\d{1,2})\.`, func(p *phrase, w []string) bool { return p.setDayOfMonth(w[1] + w[2]) }),
}

var hourRules = []rule{
	newRule(`(?:at |um )?(?:noon|midday|high noon)|mittags|(?:am )?mittag`, func(p *phrase, _ []string) bool { return p.setHour(partOfDay("noon")) }),
	newRule(`(?:at |um )?(?:midnight|mitternacht)`, func(p *phrase, _ []string) bool { return p.setMidnight() }),
	newRule(`(?:in the |am |in der )?(morning|afternoon|evening|night|früh|vormittag|nachmittag|abend)s?|(?:at|in der) (night|nacht)`, func(p *phrase, w []string) bool {
		return p.setPart(w[1]+w[2], strings.HasPrefix(w[0], w[1]) && w[2] == "")
	}),
	newRule(`(?:at |by |um )?half past `+clocks, func(p *phrase, w []string) bool { return p.setClock(readNumberWord(w[1]), 30, "") }),
	newRule(`(?:at |by )?(?:a )?quarter past `+clocks+`|(?:um )?viertel nach `+clocks, func(p *phrase, w []string) bool {
		return p.setClock(readNumberWord(w[1]+w[2]), 15, "")
	}),
	newRule(`(?:at |by )?(?:a )?quarter to `+clocks+`|(?:um )?viertel vor `+clocks+`|(?:um )?dreiviertel `+clocks, func(p *phrase, w []string) bool {
		return p.setClock(readNumberWord(w[1]+w[2]+w[3])-1, 45, "")
	}),
	newRule(`(?:at |by )?(\d{1,2}|five|ten|twenty) (?:minutes )?(past|to) `+clocks+`|(?:um )?(fünf|zehn|zwanzig) (vor|nach) `+clocks, func(p *phrase, w []string) bool {
		n := map[string]int{"five": 5, "ten": 10, "twenty": 20, "fünf": 5, "zehn": 10, "zwanzig": 20}[w[1]+w[4]]
		if n == 0 {
			n = prose.ParseDigits(w[1])
		}
		if w[2] == "to" || w[5] == "vor" {
			return p.setClock(readNumberWord(w[3]+w[6])-1, 60-n, "")
		}
		return p.setClock(readNumberWord(w[3]+w[6]), n, "")
	}),
	newRule(`(?:um |gegen )?halb `+clocks, func(p *phrase, w []string) bool { return p.setClock(readNumberWord(w[1])-1, 30, "") }),
	newRule(`(?:at |by |um |gegen |@ ?|ab )?(\d{1,2})[:.](\d{2}) ?(a\.?m\.?|p\.?m\.?|uhr)?`, func(p *phrase, w []string) bool {
		minute := prose.ParseDigits(w[2])
		half := strings.ReplaceAll(w[3], ".", "")
		if strings.HasPrefix(w[0], "um") || strings.HasPrefix(w[0], "gegen") { // "um 9:30 am Freitag"
			half = ""
		}
		return p.setClock(readNumberWord(w[1]), minute, half+hasZero(w[1]))
	}),
	newRule(`(?:at |by |@ ?)?`+clocks+` ?(a\.?m\.?|p\.?m\.?)`, func(p *phrase, w []string) bool {
		return p.setClock(readNumberWord(w[1]), 0, strings.ReplaceAll(w[2], ".", ""))
	}),
	newRule(`(?:at |by |um |gegen |ab )?(\d{1,2}) ?(?:uhr|h) ?(\d{2})?`, func(p *phrase, w []string) bool {
		minute := prose.ParseDigits(w[2])
		return p.setClock(readNumberWord(w[1]), minute, "uhr"+hasZero(w[1]))
	}),
	newRule(`(?:at |by |um |gegen )?`+clocks+` o'?clock|(?:um |gegen )?`+clocks+` uhr`, func(p *phrase, w []string) bool { return p.setClock(readNumberWord(w[1]+w[2]), 0, "") }),
	newRule(`(?:at|by|@|um|gegen|ab) ?`+clocks, func(p *phrase, w []string) bool { return p.setClock(readNumberWord(w[1]), 0, hasZero(w[1])) }),
	newRule(`(utc|gmt|z)`, func(p *phrase, _ []string) bool { return p.setZone("UTC") }),
	newRule(`(cet|cest|mez|mesz|est|edt|cst|cdt|mst|mdt|pst|pdt|bst|jst)|(?:berlin|london|paris|new york|tokyo|eastern|central|pacific) time`, func(p *phrase, w []string) bool { return p.hour != nil && p.setZone(w[0]) }),
}

// hasZero marks an hour that is written as clocks of 24 hours are, "09".
func hasZero(hour string) string {
	if len(hour) > 1 && hour[0] == '0' {
		return "24"
	}
	return ""
}

package moment

import (
	"fmt"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
)

// dayEnglish finds a day with its year, as English texts write it.
var dayEnglish = lazyregexp.New(`(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day,? )?(\d{1,2} (?:January|February|March|April|May|June|July|August|September|October|November|December) \d{4})`)

// form says how a day is written with the months: day, month, year. The months have the form that
// stands behind a day.
func monthsOf(language string) (form string, months []string) {
	switch language {
	case "de":
		return "%d. %s %d", strings.Fields("Januar Februar März April Mai Juni Juli August September Oktober November Dezember")
	case "es":
		return "%d de %s de %d", strings.Fields("enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre")
	case "fr":
		return "%d %s %d", strings.Fields("janvier février mars avril mai juin juillet août septembre octobre novembre décembre")
	case "it":
		return "%d %s %d", strings.Fields("gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre")
	case "pt":
		return "%d de %s de %d", strings.Fields("janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro")
	case "nl":
		return "%d %s %d", strings.Fields("januari februari maart april mei juni juli augustus september oktober november december")
	case "pl":
		return "%d %s %d", strings.Fields("stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia")
	}
	return "", nil
}

// TranslateDays writes the days of an English text in another language of founders, without their
// weekday: "8 January 2027" is "8 de janeiro de 2027". It gives back what is left of the text
// besides them, and the days; none for a language that it does not know.
func TranslateDays(text, language string) (days []string, rest string) {
	form, months := monthsOf(language)
	if months == nil {
		return nil, text
	}
	rest = dayEnglish.ReplaceAllStringFunc(text, func(found string) string {
		at, err := time.Parse("2 January 2006", dayEnglish.FindStringSubmatch(found)[1])
		if err != nil { // the 31st of a short month
			return found
		}
		day := fmt.Sprintf(form, at.Day(), months[at.Month()-1], at.Year())
		if language == "fr" && at.Day() == 1 {
			day = strings.Replace(day, "1 ", "1er ", 1)
		}
		days = append(days, day)
		return ""
	})
	return days, strings.TrimSpace(rest)
}

package prose_test

import (
	"testing"

	"github.com/frasier-cos/frasier/internal/prose"
)

func TestLanguage(t *testing.T) {
	for text, want := range map[string]string{
		"The market is small and we are not the first.":                           "en",
		"Der Markt ist klein, und wir sind nicht die Ersten.":                     "de",
		"Le marché est petit et nous ne sommes pas les premiers dans cette ville": "fr",
		"El mercado es pequeño y no somos los primeros en la ciudad":              "es",
		"Il mercato è piccolo e non siamo i primi nella città della moda":         "it",
		"O mercado é pequeno e não somos os primeiros com uma loja":               "pt",
		"De markt is klein en wij zijn niet de eerste met een winkel":             "nl",
		"Rynek jest mały i nie jesteśmy pierwsi w tym mieście":                    "pl",
		"Marknaden är liten och vi är inte först på det":                          "sv",
		"Thị trường nhỏ và không có cho những người mới":                          "vi",
		"Ринок малий, і ми не перші":                                              "uk",
		"Рынок мал, и мы не первые":                                               "ru",
		"Η αγορά είναι μικρή":                                                     "el",
		"השוק קטן ואנחנו בונים עם React":                                          "he",
		"السوق صغير":             "ar",
		"بازار کوچک است پس گران": "fa",
		"시장은 작다":                 "ko",
		"市場は小さい":                 "ja",
		"市场很小":                   "zh",
		"ตลาดเล็ก":               "th",
		"बाज़ार छोटा है":         "hi",
		"Kế hoạch ra mắt":        "vi",
		"Plan A":                 "",
		"":                       "",
		"The Greek letter π and the and of is a sign of the ratio": "en",
	} {
		if got := prose.Language(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

package senses

// For tests.
var (
	Duration   = readDuration
	DecodeIn   = inFolder
	PlainDigit = plainDigits
)

// Figure is figure.
type Figure = figure

// Told is tell for one figure, read by "one" and by "two".
func Told(kind string, first Figure, check ...Figure) (text, note string) {
	second := sighting{Figures: check}
	if len(check) > 0 {
		second.By = "two"
	}
	return tellSight("p.png", sighting{By: "one", Kind: kind, Figures: []figure{first}}, second)
}

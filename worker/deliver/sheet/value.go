// Package sheet writes the tables of a finished document for spreadsheets: one
// workbook with a sheet a table, and each table as separated values. Numbers are
// numbers, and a text is never a formula.
package sheet

import (
	"strconv"
	"strings"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
)

// cellValue is a cell: a number with the form in which it is shown, or words.
type cellValue struct {
	words  string
	is     bool // a number
	number float64
	form   string // as spreadsheets write it: "#,##0.00"
	bare   bool   // a number without a sign of money or share
}

var figure = lazyregexp.New(`^([+−–-]?)\s?([€$£¥₹₽₩₺₴]|[A-Z]{3}\s|)\s?([+−-]?)([0-9](?:[0-9.,'’ \x{a0}\x{202f}\x{2009}]*[0-9])?)\s?(%|[€$£¥₹₽₩₺₴]|[A-Z]{3}|zł|kr|Kč|Ft|lei|)$`)

// grouped matches digits in groups of three, by each of the signs that group.
var grouped = lazyregexp.New(`^[0-9]{1,3}(?:[.,'’ \x{a0}\x{202f}\x{2009}][0-9]{3})+$`)

// comma says that a comma stands before decimals where the cell itself does not show it.
func parseValue(cell string, comma bool) cellValue {
	const digitsAtMost = 15 // a spreadsheet holds no more of one number
	words := cellValue{words: cell}
	m := figure.FindStringSubmatch(cell)
	if m == nil || m[1] != "" && m[3] != "" || m[2] != "" && m[5] != "" {
		return words
	}
	digits, decimals, groups, ok := parseDigits(m[4], comma)
	if !ok || len(strings.ReplaceAll(digits, ".", "")) > digitsAtMost {
		return words
	}
	n, err := strconv.ParseFloat(digits, 64)
	if err != nil {
		return words
	}
	sign := m[1] + m[3]
	if sign != "" && sign != "+" {
		n = -n
	}
	v := cellValue{words: cell, is: true, number: n, bare: m[2]+m[5] == ""}
	v.form = "0"
	if groups {
		v.form = "#,##0"
	}
	if decimals > 0 {
		v.form += "." + strings.Repeat("0", decimals)
	}
	switch before, behind := strings.TrimSpace(m[2]), m[5]; {
	case behind == "%":
		v.number, v.form = n/100, v.form+"%"
	case behind != "":
		v.form += `" ` + behind + `"`
	case len(before) == len("EUR") && before[0] < 0x80:
		v.form = `"` + before + ` "` + v.form
	case before != "":
		v.form = `"` + before + `"` + v.form
	}
	if sign == "+" {
		v.form = "+" + v.form + ";-" + v.form + ";" + v.form
	}
	return v
}

// Digits are written as programs do. ok is false for what is no number, such as a number with a
// leading zero, which is the name of something.
func parseDigits(text string, comma bool) (digits string, decimals int, groups, ok bool) {
	whole, rest := text, ""
	last := strings.LastIndexAny(text, ".,")
	points, commas := strings.Count(text, "."), strings.Count(text, ",")
	switch {
	case last < 0:
	case points > 0 && commas > 0: // the last one stands before the decimals
		whole, rest = text[:last], text[last+1:]
	case points+commas > 1: // several of one kind group
	case len(text)-last-1 != 3 || text[:last] == "0":
		whole, rest = text[:last], text[last+1:]
	case (text[last] == ',') == comma: // "1,200" or "1.200": as the others have it
		whole, rest = text[:last], text[last+1:]
	}
	if strings.ContainsAny(rest, ".,'’ \u00a0\u202f\u2009") {
		return "", 0, false, false
	}
	bare := strings.NewReplacer(".", "", ",", "", "'", "", "’", "", " ", "", "\u00a0", "", "\u202f", "", "\u2009", "").Replace(whole)
	groups = bare != whole
	if groups && !grouped.MatchString(whole) || len(bare) > 1 && bare[0] == '0' {
		return "", 0, false, false
	}
	if rest != "" {
		return bare + "." + rest, len(rest), groups, true
	}
	return bare, 0, groups, true
}

// fallback counts where no figure shows it.
func commaDecimals(rows [][]string, fallback bool) bool {
	comma, point := 0, 0
	for _, r := range rows {
		for _, cell := range r {
			m := figure.FindStringSubmatch(cell)
			if m == nil {
				continue
			}
			last := strings.LastIndexAny(m[4], ".,")
			if last < 0 {
				continue
			}
			several := strings.Count(m[4], ".")+strings.Count(m[4], ",") > 1
			mixed := strings.Contains(m[4], ".") && strings.Contains(m[4], ",")
			decimal := mixed || !several && (len(m[4])-last-1 != 3 || m[4][:last] == "0")
			grouping := several && !mixed
			if decimal && m[4][last] == ',' || grouping && m[4][last] == '.' {
				comma++
			} else if decimal || grouping {
				point++
			}
		}
	}
	if comma == point {
		return fallback
	}
	return comma > point
}

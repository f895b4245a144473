package org

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// NanoUSD is an amount of money in billionths of a US dollar. An int64 holds
// nine billion dollars; prices per token are whole numbers of it.
type NanoUSD int64

// Dollar is one US dollar.
const Dollar NanoUSD = 1_000_000_000

// String renders the amount as dollars: two decimals from a dollar up, four
// below it, "$0" for nothing, and "<$0.0001" for what four decimals hide.
func (n NanoUSD) String() string {
	sign := ""
	if n < 0 {
		sign, n = "-", -n
	}
	switch {
	case n == 0:
		return "$0"
	case n < 100_000:
		return sign + "<$0.0001"
	case n < Dollar:
		return fmt.Sprintf("%s$%.4f", sign, float64(n)/float64(Dollar))
	default:
		return fmt.Sprintf("%s$%.2f", sign, float64(n)/float64(Dollar))
	}
}

// USD returns the amount as a floating number of dollars, for JSON output.
func (n NanoUSD) USD() float64 { return float64(n) / float64(Dollar) }

// No larger amount makes sense, far below what an int64 holds.
const mostUSD = 1_000_000

// ParseUSD reads an amount as people write it: "5", "$2.50", "2,50". What means
// a thousand to some and one to others, such as "1,000", is not read.
func ParseUSD(text string) (NanoUSD, bool) {
	text = strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(text), "$"), "$")
	if !regexp.MustCompile(`^(?:0*[.,][0-9]{1,9}|[0-9]{1,9}(?:[.,][0-9]{1,2})?)$`).MatchString(text) {
		return 0, false
	}
	f, err := strconv.ParseFloat(strings.ReplaceAll(text, ",", "."), 64)
	if err != nil || f > mostUSD {
		return 0, false
	}
	return NanoUSD(f*float64(Dollar) + 0.5), true
}

// Cents returns an amount in dollars and cents, "under $0.01" for less.
func Cents(n NanoUSD) string {
	if n == 0 {
		return "$0"
	}
	if n < Dollar/100 {
		return "under $0.01"
	}
	return fmt.Sprintf("$%.2f", float64(n)/float64(Dollar))
}

// ParseLimit reads an amount in dollars; "off" and "none" are 0.
func ParseLimit(word string) (NanoUSD, bool) {
	if word == "off" || word == "none" {
		return 0, true
	}
	return ParseUSD(word)
}

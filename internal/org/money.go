package org

import "fmt"

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

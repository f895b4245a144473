package price

// Year is what a subscription costs that is paid for a year at once.
func Year(monthly int) int {
	return 12 * monthly
}

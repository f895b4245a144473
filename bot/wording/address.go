package wording

import "strings"

// ShowAddress is the address of a page as it may stand between < and >, in at most 300 letters.
func ShowAddress(address string) string {
	const most = 300
	return Clip(strings.NewReplacer("<", "%3C", ">", "%3E", " ", "%20", "\n", "", "\r", "").Replace(address), most)
}

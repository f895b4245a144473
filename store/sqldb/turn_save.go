package sqldb

// OrEmpty makes a nil list an empty one, which JSON writes as [].
func OrEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

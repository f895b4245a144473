package view

import "github.com/frasier-cos/frasier/internal/org"

// sizeOf is a size of model in words, as the chat has them.
func sizeOf(t org.Tier) string {
	switch t {
	case org.T1:
		return "a small model"
	case org.T2:
		return "a mid-size model"
	case org.T3:
		return "the best model"
	case org.TX:
		return "a model of another maker"
	case org.T0:
	}
	return "no model"
}

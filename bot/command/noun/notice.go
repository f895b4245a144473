package noun

import (
	"encoding/json"
	"fmt"

	"github.com/frasier-cos/frasier/internal/org"
)

// Notice lets a noun speak without being asked: it makes the words of a delivery that carries its figures (reports.News).
type Notice struct {
	Name string // of the news: as stored deliveries have it, so it stays
	// Say makes the words of the figures; an error means that they cannot be read.
	Say func(figures any) (org.Reply, error)
}

// Notify makes a notice of a function that says figures of one type.
func Notify[T any](name string, say func(T) org.Reply) Notice {
	return Notice{Name: name, Say: func(figures any) (org.Reply, error) {
		raw, stored := figures.(json.RawMessage)
		if !stored {
			f, is := figures.(T)
			if !is {
				return org.Reply{}, fmt.Errorf("news of %s are a %T", name, figures)
			}
			return say(f), nil
		}
		var f T
		if err := json.Unmarshal(raw, &f); err != nil {
			return org.Reply{}, fmt.Errorf("read the news of %s: %w", name, err)
		}
		return say(f), nil
	}}
}

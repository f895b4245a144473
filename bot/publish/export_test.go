package publish

import "github.com/frasier-cos/frasier/internal/org"

// Replace is replace, with another disk; nil is the real one.
func Replace(dir, name string, files []org.File, disk func(path string, data []byte) error) error {
	if disk != nil {
		before := write
		write = disk
		defer func() { write = before }()
	}
	return replace(dir, name, files)
}

package publish

import "github.com/frasier-cos/frasier/internal/org"

// Replace is replace, with another disk; nil is the real one.
func Replace(dir, name string, files []org.File, disk func(path string, data []byte) error) error {
	if disk != nil {
		before := write
		write = disk
		defer func() { write = before }()
	}
	return replaceFolder(dir, name, files)
}

// SetDisk puts another disk in the place of the real one until undo.
func SetDisk(disk func(path string, data []byte) error) (undo func()) {
	before := write
	write = disk
	return func() { write = before }
}

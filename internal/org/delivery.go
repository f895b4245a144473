package org

// File is a named blob. Data is empty in lists; the store loads it by hash.
type File struct {
	Name   string
	SHA256 string
	Data   []byte
}

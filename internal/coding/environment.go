package coding

// Toolchain is a compiler or an interpreter with what belongs to it, found on a machine.
type Toolchain struct {
	Name    string   `json:"name"` // "go", "node", "python", "rust", "jvm"
	Version string   `json:"version"`
	Path    string   `json:"path"` // of its program
	Bin     []string `json:"bin"`  // folders with its programs
	Read    []string `json:"read"` // folders that it reads; they hold no credentials
}

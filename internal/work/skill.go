package work

import "time"

// SkillFile is one file of a skill; Path is relative, with slashes.
type SkillFile struct {
	Path string
	Data []byte
}

// OutsideSkill is a skill that came from outside. Its text is data wherever it
// is shown: it may say how a kind of work is done and gives nobody any power.
type OutsideSkill struct {
	Name        string // "pricing-teardown"
	Description string // when to use it
	Files       []SkillFile
	Vetted      []VetResult
	Pinned      map[string]string // path to the SHA-256 that was approved
	AddedAt     time.Time
	// Refused says why it is not used although it was approved once; such a
	// skill has no files.
	Refused string
}

// VetResult is the answer of one scanner. A scanner that is missing, hangs, answers what nobody
// can read, or flags anything, rejects.
type VetResult struct {
	Scanner string `json:"scanner"`
	Passed  bool   `json:"passed"`
	Said    string `json:"said"`
}

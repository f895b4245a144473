package deliver

// describeKey says which key signs the document, so that a bundle signed with another one is known.
func (d Document) describeKey() []string {
	if d.Key == "" {
		return nil
	}
	return []string{"What this document rests on is signed with the key " + d.Key + ". Anybody can check that: ask for its signed bundle."}
}

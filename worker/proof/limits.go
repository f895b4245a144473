package proof

const (
	// The founder is asked about a change from this size on (our choice).
	codeFilesAsk = 50
	codeLinesAsk = 2000
)

package proof

const (
	// codeFilesAsk and codeLinesAsk are the size from which the founder is asked about a change (our choice).
	codeFilesAsk = 50
	codeLinesAsk = 2000
)

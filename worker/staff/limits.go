package staff

const (
	SkillPromptTokens = 2000
	SkillsPerPrompt   = 2
)

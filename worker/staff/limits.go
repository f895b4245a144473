package staff

// What a prompt is given of skills.
const (
	SkillPromptTokens = 2000
	SkillsPerPrompt   = 2
)

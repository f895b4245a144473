package vet

// SkillFiles and SkillBytes bound a skill from outside (our choice).
const (
	SkillFiles = 200
	SkillBytes = 1 << 20
)

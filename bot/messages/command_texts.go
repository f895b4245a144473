package messages

// CommandText says in a line what a command does; empty for an unknown one.
func CommandText(command string) string {
	return map[string]string{
		"confirm": "say yes to what was asked back",
		"help":    "what you can say",
	}[command]
}

// OptionText says what an option of a command is; empty for an unknown one.
func OptionText(command, option string) string {
	if text := map[string]string{
		"help command": "one command to explain",
	}[command+" "+option]; text != "" {
		return text
	}
	return map[string]string{"project": "a project: its number or how its title begins", "file": "a file that goes with it", "text": "words to go with it", "do": "what to do"}[option]
}

// OpenProjects is the choice of all open projects.
func OpenProjects() string { return "all open projects" }

package messages_test

func discordExamples() []example { return nil }

package messages_test

func terminalExamples() []example { return nil }

package messages_test

func watchExamples() []example { return nil }

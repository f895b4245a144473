package messages_test

func projectExamples() []example { return nil }

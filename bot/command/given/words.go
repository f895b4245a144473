package given

// ConfirmNothing says that there is no question to say yes to.
func ConfirmNothing() string {
	return "I'm not sure what that is a yes to, so nothing has changed. Tell me once more what you want."
}

// CommandGone says that what a button or menu was about is not known any more.
func CommandGone() string {
	return "I don't have that command any more. Please give it again, with the project's number."
}

package workspace

import (
	"fmt"
	"net/url"

	"github.com/frasier-cos/frasier/worker/fence"
)

// Login is who git says it is at an https address.
type Login struct {
	Connection string // as people call it
	Off        string // why it cannot be used now; empty for one that can

	user, token string
}

// NewLogin returns the login of a connection. Neither name nor token may hold a line's end.
func NewLogin(connection, user, token string) *Login {
	return &Login{Connection: connection, user: user, token: token}
}

// String names it without its token, and so does every other form in which it is printed.
func (l *Login) String() string { return "the login of " + l.Connection }

// GoString is String.
func (l *Login) GoString() string { return l.String() }

// answerGit is what git reads when it asks who it is; empty where there is no login.
func (l *Login) answerGit() []byte {
	if l == nil || l.Off != "" {
		return nil
	}
	return fmt.Appendf(nil, "username=%s\npassword=%s\n", l.user, l.token)
}

// settings have git ask for the login when the host of an address wants one, and at no other host: it may send git elsewhere.
func (l *Login) listSettings(address string) []string {
	at, err := url.Parse(address)
	if err != nil || l.answerGit() == nil {
		return nil
	}
	return []string{fmt.Sprintf("credential.%s://%s.helper=!cat <&%d; :", at.Scheme, at.Host, fence.SecretFile)}
}

// explainRefusal says what a host that takes no login, or not this one, wants. A token that is not known may be a new one soon.
func (l *Login) explainRefusal(host, source string, forbidden bool) error {
	switch {
	case l == nil:
		return &UnusableError{fmt.Sprintf("%s lets nobody read or write %s without a login, or there is no such repository; for a private one connect it on the machine (frasier connect github, or frasier connect gitea ADDRESS), or add its ssh address (git@host:owner/name.git), with a key of the user that runs me", host, source)}
	case l.Off != "":
		return &UnreachableError{Text: fmt.Sprintf("%s wants a login for %s, and %s cannot be used here: %s", host, source, l.Connection, l.Off), NeedsToken: true}
	case forbidden:
		return &UnusableError{fmt.Sprintf("%s says that the token of %s may not do that in %s: it needs the contents of that repository, read and write; give it that, or make a new one and run: frasier connect %s --rotate", host, l.Connection, source, l.Connection)}
	}
	return &UnreachableError{Text: fmt.Sprintf("%s does not know the token of %s any more; make a new one and run: frasier connect %s --rotate", host, l.Connection, l.Connection), NeedsToken: true}
}

// explainAbsence says of a repository that a host does not have that it may only not show it.
func (l *Login) explainAbsence(host, source string) string {
	if l == nil || l.Off != "" {
		return fmt.Sprintf("%s has no repository %s, or shows it to nobody who is not signed in", host, source)
	}
	return fmt.Sprintf("%s has no repository %s, or the token of %s may not see it", host, source, l.Connection)
}

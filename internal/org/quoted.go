package org

import "strings"

// quotedMark ends the content type of what a message carries and others said or made,
// so that it is stored with it.
const quotedMark = "; matter=quoted"

// AsQuoted is an attachment as matter of others: what a message replies to, forwards or
// shows. It is read as a file is, and it orders nothing.
func (a Attachment) AsQuoted() Attachment {
	a.ContentType = strings.TrimSuffix(a.ContentType, quotedMark) + quotedMark
	return a
}

// Quoted reports whether an attachment is matter of others.
func (a Attachment) Quoted() bool { return strings.HasSuffix(a.ContentType, quotedMark) }

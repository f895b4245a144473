package org

import (
	"slices"
	"strings"
)

// What a message carries and others said or made has this at the end of its content type, so that
// it is stored with it.
const quotedMark = "; matter=quoted"

// AsQuoted returns an attachment as matter of others: what a message replies to, forwards or
// shows. It is read as a file is, and it orders nothing.
func (a Attachment) AsQuoted() Attachment {
	a.ContentType = strings.TrimSuffix(a.ContentType, quotedMark) + quotedMark
	return a
}

// Quoted reports whether an attachment is matter of others.
func (a Attachment) Quoted() bool { return strings.HasSuffix(a.ContentType, quotedMark) }

// It stands before quotedMark on what Frasier said itself.
const oursMark = "; matter=ours"

// AsOurs returns an attachment that holds words of Frasier's own, to which a message replies.
func (a Attachment) AsOurs() Attachment {
	a.ContentType = strings.TrimSuffix(a.AsQuoted().ContentType, quotedMark)
	a.ContentType = strings.TrimSuffix(a.ContentType, oursMark) + oursMark
	return a.AsQuoted()
}

// Ours reports whether an attachment holds words of Frasier's own.
func (a Attachment) Ours() bool { return strings.HasSuffix(a.ContentType, oursMark+quotedMark) }

// Theirs returns the attachments that hold nothing of Frasier's own.
func Theirs(list []Attachment) []Attachment {
	return slices.DeleteFunc(slices.Clone(list), Attachment.Ours)
}

// Brings reports whether a message comes with a file or with matter of others. What it
// replies to of Frasier's own is known, and a note on what cannot be read holds nothing.
func (m Message) Brings() bool {
	return slices.ContainsFunc(m.Attachments, func(a Attachment) bool {
		return !a.Ours() && (!a.Quoted() || a.Text != "" || a.Sense != "" || a.Size > 0)
	})
}

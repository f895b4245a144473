package extract

// AttachmentBytesUsed is how much of an attachment's text is used; the rest is kept.
const AttachmentBytesUsed = 2 << 20

package extract

// AttachmentBytesUsed bounds the text of an attachment that is used; the rest is kept.
const AttachmentBytesUsed = 2 << 20

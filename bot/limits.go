package bot

// AttachmentBytesPerMessage limits the text that the attachments of a message may hold.
const AttachmentBytesPerMessage = 32 << 20

// PicturesPerMessage and SoundsPerMessage are how many pictures and recordings of one
// message are looked at and listened to: what a chat's message holds, and what
// people say in one go (our choice).
const (
	PicturesPerMessage = 10
	SoundsPerMessage   = 5
)

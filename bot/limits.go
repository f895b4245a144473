package bot

// AttachmentBytesPerMessage is how much text the attachments of a message may hold.
const AttachmentBytesPerMessage = 32 << 20

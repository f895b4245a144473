#ifndef BASE64_H
#define BASE64_H

#include <stddef.h>

/* base64_size says how much room the text takes, with its ending zero. */
size_t base64_size(size_t bytes);

/* base64 writes the bytes as base64 text and ends it with a zero. */
void base64(const unsigned char *in, size_t bytes, char *out);

#endif

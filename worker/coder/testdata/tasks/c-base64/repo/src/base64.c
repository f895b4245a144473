#include "base64.h"

static const char letters[] =
	"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

size_t base64_size(size_t bytes)
{
	return (bytes + 2) / 3 * 4 + 1;
}

void base64(const unsigned char *in, size_t bytes, char *out)
{
	while (bytes >= 3) {
		*out++ = letters[in[0] >> 2];
		*out++ = letters[(in[0] & 3) << 4 | in[1] >> 4];
		*out++ = letters[(in[1] & 15) << 2 | in[2] >> 6];
		*out++ = letters[in[2] & 63];
		in += 3;
		bytes -= 3;
	}
	if (bytes > 0) {
		*out++ = letters[in[0] >> 2];
		if (bytes == 1) {
			*out++ = letters[(in[0] & 3) << 4];
		} else {
			*out++ = letters[(in[0] & 3) << 4 | in[1] >> 4];
			*out++ = letters[(in[1] & 15) << 2];
		}
		*out++ = '=';
	}
	*out = '\0';
}

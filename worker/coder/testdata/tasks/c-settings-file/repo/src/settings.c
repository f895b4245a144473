#include "settings.h"

#include <ctype.h>
#include <string.h>

/* trim cuts blanks at both ends and copies what is left to out. */
static void trim(const char *from, const char *to, char *out, size_t size)
{
	while (from < to && isspace((unsigned char)*from))
		from++;
	while (to > from && isspace((unsigned char)to[-1]))
		to--;
	size_t n = (size_t)(to - from);
	if (n >= size)
		n = size - 1;
	memcpy(out, from, n);
	out[n] = '\0';
}

/* sign finds the equals sign of a line; NULL if there is none. */
static const char *sign(const char *line, const char *end)
{
	const char *at = NULL;

	for (const char *p = line; p < end; p++)
		if (*p == '=')
			at = p;
	return at;
}

bool settings_get(const char *text, const char *name, char *out, size_t size)
{
	char found[64];

	while (*text) {
		const char *end = text + strcspn(text, "\n");
		const char *at = sign(text, end);

		if (at && *text != '#') {
			trim(text, at, found, sizeof found);
			if (strcmp(found, name) == 0) {
				trim(at + 1, end, out, size);
				return true;
			}
		}
		text = *end ? end + 1 : end;
	}
	return false;
}

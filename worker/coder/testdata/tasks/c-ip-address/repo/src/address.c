#include "address.h"

#include <stdio.h>

bool address_read(const char *text, uint32_t *address)
{
	unsigned a = 0, b = 0, c = 0, d = 0;

	if (sscanf(text, "%u.%u.%u.%u", &a, &b, &c, &d) < 1)
		return false;
	*address = a << 24 | b << 16 | c << 8 | d;
	return true;
}

#include "table.h"

#include <stdio.h>
#include <string.h>

size_t text_width(const char *name)
{
	return strlen(name);
}

void table_row(char *out, size_t size, const char *name, size_t width, const char *price)
{
	size_t used = text_width(name);
	int fill = used < width ? (int)(width - used) : 0;

	snprintf(out, size, "%s%*s %s", name, fill, "", price);
}

#include "table.h"

#include <stdio.h>
#include <string.h>

static int failed;

static void row(const char *name, size_t width, const char *want)
{
	char got[64];

	table_row(got, sizeof got, name, width, "9");
	printf("%s - %s\n", strcmp(got, want) ? "not ok" : "ok", want);
	failed |= strcmp(got, want) != 0;
}

int main(void)
{
	row("Zoé", 6, "Zoé    9");
	row("Müller", 8, "Müller   9");
	row("éüö", 3, "éüö 9");
	row("Łukasz", 7, "Łukasz  9");
	row("Ada", 6, "Ada    9");
	row("Margaret", 6, "Margaret 9");
	if (text_width("Zoé") != 3 || text_width("") != 0 || text_width("Ada") != 3)
		failed = 1;
	return failed;
}

#include "table.h"

#include <stdio.h>
#include <string.h>

static int run, failed;

static void same(const char *got, const char *want)
{
	int good = strcmp(got, want) == 0;

	printf("%sok %d - \"%s\"\n", good ? "" : "not ", ++run, want);
	if (!good) {
		printf("# got \"%s\"\n", got);
		failed = 1;
	}
}

int main(void)
{
	char row[64];

	table_row(row, sizeof row, "Ada", 6, "4.20");
	same(row, "Ada    4.20");
	table_row(row, sizeof row, "Margaret", 6, "4.20");
	same(row, "Margaret 4.20");
	table_row(row, sizeof row, "", 3, "1");
	same(row, "    1");
	table_row(row, sizeof row, "日本", 2, "1");
	same(row, "日本 1");
	printf("1..%d\n", run);
	return failed;
}

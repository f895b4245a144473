#include "base64.h"

#include <stdio.h>
#include <string.h>

static int run, failed;

static void is(const char *in, const char *want)
{
	char got[64];
	int good;

	base64((const unsigned char *)in, strlen(in), got);
	good = strcmp(got, want) == 0 && strlen(got) + 1 <= base64_size(strlen(in));
	printf("%sok %d - %s\n", good ? "" : "not ", ++run, want);
	if (!good) {
		printf("# got %s\n", got);
		failed = 1;
	}
}

int main(void)
{
	is("", "");
	is("abc", "YWJj");
	is("ab", "YWI=");
	is("hello", "aGVsbG8=");
	is("hello!", "aGVsbG8h");
	printf("1..%d\n", run);
	return failed;
}

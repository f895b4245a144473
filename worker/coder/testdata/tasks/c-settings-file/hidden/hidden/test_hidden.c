#include "settings.h"

#include <stdio.h>
#include <string.h>

static int failed;

static void is(const char *text, const char *name, const char *want)
{
	char got[64];
	int good = settings_get(text, name, got, sizeof got) && strcmp(got, want) == 0;

	printf("%s - %s\n", good ? "ok" : "not ok", want);
	failed |= !good;
}

int main(void)
{
	char got[8];

	is("link = http://shop/?a=1\n", "link", "http://shop/?a=1");
	is("a=b=c=d", "a", "b=c=d");
	is("x = 1\n key  =  == \ny=2", "key", "==");
	is("x = 1\n key  =  == \ny=2", "y", "2");
	is(" paper =  A4 plain  \n", "paper", "A4 plain");
	is("empty=\n", "empty", "");
	if (settings_get("a=b=c\n", "a=b", got, sizeof got) || settings_get("#k=1\n", "k", got, sizeof got))
		failed = 1;
	return failed;
}

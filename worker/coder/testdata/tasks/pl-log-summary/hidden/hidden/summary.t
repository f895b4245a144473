use strict;
use warnings;
use Test::More;
use FindBin;

sub report {
    my ($log) = @_;
    my $file = "$FindBin::Bin/log";
    open my $out, '>', $file or die $!;
    print $out $log;
    close $out;
    my $got = qx{$^X "$FindBin::Bin/../bin/summary.pl" < "$file"};
    unlink $file;
    return $got;
}

is(report("GET / 200\nGET / 500\nGET / 200\nGET / 404\n"), "200: 2\n404: 1\n500: 1\nfailed: 25%\n", 'a quarter');
is(report(''), "failed: 0%\n", 'empty log');
is(report("GET / 503\nGET / 599\n"), "503: 1\n599: 1\nfailed: 100%\n", 'all');
is(report("GET / 499\nGET / 404\n"), "404: 1\n499: 1\nfailed: 0%\n", 'a fault of the client does not count');
like(report("GET / 500\nGET / 200\nPUT / 502\nGET / 301\nnonsense\n"), qr/^failed: 50%\n\z/m, 'other lines do not count');
like(report(("GET / 200\n" x 2) . "GET / 500\n"), qr/^failed: 33%$/m, 'whole per cent');

done_testing();

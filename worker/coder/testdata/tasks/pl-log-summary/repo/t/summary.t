use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Test::More;
use Summary;

sub report {
    my ($log) = @_;
    open my $in, '<', \$log or die $!;
    return Summary::report($in);
}

like(report("GET / 200\nGET /a 404\nGET /b 200\n"), qr/^200: 2\n404: 1\n/, 'counts by status');
like(report("GET / 200\nnonsense\n"), qr/^200: 1\n/, 'other lines are left out');
unlike(report("nonsense\n"), qr/nonsense/, 'and not printed');

done_testing();

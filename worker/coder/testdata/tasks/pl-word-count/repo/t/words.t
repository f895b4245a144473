use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Test::More;
use File::Temp 'tempfile';
use Words;

sub run {
    my ($text, @args) = @_;
    my ($fh, $file) = tempfile(UNLINK => 1);
    print $fh $text;
    close $fh;
    return scalar qx{$^X "$FindBin::Bin/../bin/words.pl" @args < "$file"};
}

is_deeply(Words::count('Tea, tea and cake'), { tea => 2, and => 1, cake => 1 }, 'count');
is(run("b a b\n"), "2 b\n1 a\n", 'the most frequent first');
is(run("c b a\n"), "1 a\n1 b\n1 c\n", 'then by alphabet');
is(run(''), '', 'no text');

done_testing();

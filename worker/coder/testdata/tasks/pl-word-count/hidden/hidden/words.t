use strict;
use warnings;
use Test::More;
use FindBin;

sub run {
    my ($text, @args) = @_;
    my $file = "$FindBin::Bin/text";
    open my $out, '>', $file or die $!;
    print $out $text;
    close $out;
    my $got = qx{$^X "$FindBin::Bin/../bin/words.pl" @args < "$file"};
    unlink $file;
    return $got;
}

my $text = "d d d d a b b b c c e\n";
is(run($text, 3), "4 d\n3 b\n2 c\n", 'three');
is(run($text, 1), "4 d\n", 'one');
is(run($text, 4), "4 d\n3 b\n2 c\n1 a\n", 'by alphabet when equal');
is(run($text, 10), "4 d\n3 b\n2 c\n1 a\n1 e\n", 'more than there are');
is(run($text), "4 d\n3 b\n2 c\n1 a\n1 e\n", 'all');
is(run('', 3), '', 'no text');

done_testing();

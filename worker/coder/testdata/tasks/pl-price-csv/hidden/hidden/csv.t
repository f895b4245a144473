use strict;
use warnings;
use Test::More;
use FindBin;
use lib "$FindBin::Bin/../lib";
use PriceCsv;

my @cases = (
    [qq("Cup, large",4.20\n),       'Cup, large', '4.20'],
    [qq(a,"b,c,d",e\n),             'a', 'b,c,d', 'e'],
    [qq("19"" screen",99\n),        '19" screen', '99'],
    [qq("say ""hi"", twice",1\n),   'say "hi", twice', '1'],
    [qq("""",1\n),                  '"', '1'],
    [qq("",1\n),                    '', '1'],
    [qq(Tea,,\n),                   'Tea', '', ''],
    [qq(,"a,",\r\n),                '', 'a,', ''],
    [qq(Tea,1.50),                  'Tea', '1.50'],
);
for my $case (@cases) {
    my ($line, @want) = @$case;
    is_deeply([PriceCsv::fields($line)], \@want, $line =~ s/\s+\z//r);
}

done_testing();

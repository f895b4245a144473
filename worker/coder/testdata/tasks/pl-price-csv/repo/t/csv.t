use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Test::More;
use PriceCsv;

is_deeply([PriceCsv::fields("Tea,1.50\n")], ['Tea', '1.50'], 'plain fields');
is_deeply([PriceCsv::fields(qq("Green tea","2.50"\r\n))], ['Green tea', '2.50'], 'quotes are taken off');
is_deeply([PriceCsv::fields("Tea,,\n")], ['Tea', '', ''], 'empty fields stay');
is_deeply([PriceCsv::fields(qq("",1\n))], ['', '1'], 'an empty field in quotes');

done_testing();

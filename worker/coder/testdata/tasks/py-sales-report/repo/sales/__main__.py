import sys

from sales.report import read, report

sys.stdout.write(report(read(sys.stdin)))

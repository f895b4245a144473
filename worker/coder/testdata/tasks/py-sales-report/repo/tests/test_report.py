import unittest
from decimal import Decimal

from sales.report import read, report


class ReportTest(unittest.TestCase):
    def test_read(self):
        self.assertEqual(read(["tea,1.50", "cup,9", "tea,2.00"]), {"tea": Decimal("3.50"), "cup": Decimal("9")})

    def test_products(self):
        lines = report({"tea": Decimal("3.5"), "cup": Decimal("9")}).splitlines()
        self.assertEqual(lines[:2], ["cup;9.00", "tea;3.50"])


if __name__ == "__main__":
    unittest.main()

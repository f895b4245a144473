import os
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from places.hours import Hours
from places.sign import sign


class HiddenTest(unittest.TestCase):
    def test_past_midnight(self):
        bar = Hours("18:00", "02:00")
        for at, want in [("18:00", True), ("23:59", True), ("0:00", True), ("1:59", True), ("2:00", False),
                         ("12:00", False), ("17:59", False)]:
            self.assertEqual(bool(bar.is_open(at)), want, at)

    def test_until_midnight(self):
        bar = Hours("20:00", "0:00")
        self.assertTrue(bar.is_open("23:30"))
        self.assertFalse(bar.is_open("0:00"))

    def test_day(self):
        shop = Hours("9:00", "18:00")
        for at, want in [("9:00", True), ("18:00", False), ("20:00", False), ("1:00", False)]:
            self.assertEqual(bool(shop.is_open(at)), want, at)
        self.assertEqual(sign("Shop", shop, "20:00"), "Shop is closed")

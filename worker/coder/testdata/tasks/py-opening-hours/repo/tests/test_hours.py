import unittest

from places.hours import Hours
from places.sign import sign


class HoursTest(unittest.TestCase):
    def test_day(self):
        shop = Hours("9:00", "18:00")
        self.assertEqual(shop.is_open("9:00"), True)
        self.assertEqual(shop.is_open("17:59"), True)
        self.assertEqual(shop.is_open("18:00"), False)
        self.assertEqual(shop.is_open("8:59"), False)
        self.assertEqual(shop.is_open("1:00"), False)

    def test_sign(self):
        self.assertEqual(sign("Bakery", Hours("6:00", "12:00"), "7:30"), "Bakery is open")
        self.assertEqual(sign("Bakery", Hours("6:00", "12:00"), "13:30"), "Bakery is closed")


if __name__ == "__main__":
    unittest.main()

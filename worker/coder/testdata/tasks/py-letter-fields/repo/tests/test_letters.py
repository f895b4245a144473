import unittest

from letters.fill import fill
from letters.send import letters


class LettersTest(unittest.TestCase):
    def test_fill(self):
        self.assertEqual(fill("Dear {name} of {city}", {"name": "Ada", "city": "Bonn"}), "Dear Ada of Bonn")

    def test_twice(self):
        self.assertEqual(fill("{n}, {n}!", {"n": 3}), "3, 3!")

    def test_unknown_fields_stay(self):
        self.assertEqual(fill("{name}: {later} { x", {"name": "Ada"}), "Ada: {later} { x")

    def test_letters(self):
        self.assertEqual(letters("Hi {name}", [{"name": "Ada"}, {"name": "Bo"}]), ["Hi Ada", "Hi Bo"])


if __name__ == "__main__":
    unittest.main()

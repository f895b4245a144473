import os
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from letters.fill import fill
from letters.send import letters


class HiddenTest(unittest.TestCase):
    def test_braces(self):
        fields = {"name": "{city} Tours", "city": "Bonn {name}"}
        self.assertEqual(fill("{name} in {city}", fields), "{city} Tours in Bonn {name}")
        self.assertEqual(fill("{name} in {city}", dict(reversed(fields.items()))), "{city} Tours in Bonn {name}")

    def test_odd_signs(self):
        self.assertEqual(fill("{a}", {"a": r"\1 \n {a} $1 {{a}}"}), r"\1 \n {a} $1 {{a}}")

    def test_field_names_with_signs(self):
        self.assertEqual(fill("{first name}, {a.b}, {axb}", {"first name": "Ada", "a.b": 1}), "Ada, 1, {axb}")

    def test_others(self):
        self.assertEqual(letters("{n}{n} {later} { x", [{"n": 1}, {}]), ["11 {later} { x", "{n}{n} {later} { x"])

import os
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from server.settings import SettingsError, read


class HiddenTest(unittest.TestCase):
    def test_outside(self):
        for port in ("0", "-5", "65536", "99999"):
            with self.assertRaises(SettingsError) as caught:
                read(f"# ours\n\nhost = a\nport = {port}\n")
            self.assertIn("line 4", str(caught.exception))

    def test_first_line(self):
        with self.assertRaisesRegex(SettingsError, "line 1"):
            read("port = 0")

    def test_inside(self):
        for port in (1, 80, 65535):
            self.assertEqual(read(f"port = {port}")["port"], port)

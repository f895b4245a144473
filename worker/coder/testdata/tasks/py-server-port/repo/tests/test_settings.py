import unittest

from server.settings import SettingsError, read


class SettingsTest(unittest.TestCase):
    def test_defaults(self):
        self.assertEqual(read(""), {"host": "localhost", "port": 8080})

    def test_values(self):
        self.assertEqual(read("# ours\nhost = example.com\nport=443 # safe\n"), {"host": "example.com", "port": 443})

    def test_refuses_words_and_unknown_names(self):
        for text in ("port = http", "color = red", "host"):
            with self.assertRaises(SettingsError):
                read(text)


if __name__ == "__main__":
    unittest.main()

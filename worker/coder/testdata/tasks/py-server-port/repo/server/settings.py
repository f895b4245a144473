"""The settings file: lines of the form 'name = value'; # begins a remark."""


class SettingsError(Exception):
    """The file cannot be used; the text says why."""


DEFAULTS = {"host": "localhost", "port": 8080}


def read(text):
    settings = dict(DEFAULTS)
    for line in text.splitlines():
        line = line.split("#")[0].strip()
        if not line:
            continue
        name, found, value = line.partition("=")
        name, value = name.strip(), value.strip()
        if not found or name not in DEFAULTS:
            raise SettingsError(f"unknown setting: {name}")
        if name == "port":
            try:
                value = int(value)
            except ValueError:
                raise SettingsError(f"not a port: {value}") from None
        settings[name] = value
    return settings

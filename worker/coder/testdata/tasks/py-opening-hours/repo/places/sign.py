"""The words on the web page."""


def sign(name, hours, at):
    return f"{name} is {'open' if hours.is_open(at) else 'closed'}"

"""Form letters: {name} in the text stands for the field called name."""


def fill(text, fields):
    """Put the fields into the text; names that are not known stay as they are."""
    for name, value in fields.items():
        text = text.replace("{" + name + "}", str(value))
    return text

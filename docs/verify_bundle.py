"""Checks a signed bundle of Frasier's and the document beside it, with nothing but Python's standard library.

    python3 verify_bundle.py signed-bundle.txt [DOCUMENT ...] [--key FINGERPRINT]

Files that lie beside the bundle under the names that were signed are compared, and so is any DOCUMENT. It ends with 0 when all
is as it was signed, with 1 when anything is not, and with 2 when it could not look. The signature is ed25519 (RFC 8032).
"""
import hashlib, json, os, re, sys

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT = pow(2, (P - 1) // 4, P)

def add(a, b):
    """Adds two points in extended coordinates."""
    e, f = (a[1] - a[0]) * (b[1] - b[0]), (a[1] + a[0]) * (b[1] + b[0])
    g, h = 2 * a[3] * b[3] * D, 2 * a[2] * b[2]
    e, f, g, h = f - e, h - g, h + g, f + e
    return e * f % P, g * h % P, f * g % P, e * h % P

def times(n, point):
    out = (0, 1, 1, 0)
    while n:
        if n & 1:
            out = add(out, point)
        point, n = add(point, point), n >> 1
    return out

def find_x(y, odd):
    if y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * ROOT % P
    if (x * x - square) % P or (x == 0 and odd):
        return None
    return P - x if x & 1 != odd else x

def unpack(raw):
    y = int.from_bytes(raw, "little")
    odd, y = y >> 255, y & ((1 << 255) - 1)
    x = find_x(y, odd)
    return None if x is None else (x, y, 1, x * y % P)

BASE_Y = 4 * pow(5, P - 2, P) % P
BASE_X = find_x(BASE_Y, 0)
BASE = (BASE_X, BASE_Y, 1, BASE_X * BASE_Y % P)

def is_signed(public, text, signature):
    if len(public) != 32 or len(signature) != 64:
        return False
    a, r, s = unpack(public), unpack(signature[:32]), int.from_bytes(signature[32:], "little")
    if a is None or r is None or s >= L:
        return False
    h = int.from_bytes(hashlib.sha512(signature[:32] + public + text).digest(), "little") % L
    left, right = times(s, BASE), add(r, times(h, a))
    return (left[0] * right[2] - right[0] * left[2]) % P == 0 and (left[1] * right[2] - right[1] * left[2]) % P == 0

def unhex(text, size):
    return bytes.fromhex(text) if re.fullmatch("[0-9a-f]{%d}" % (2 * size), text or "") else b""

def digest(data):
    return hashlib.sha256(data).hexdigest()

def name_key(public):
    digits = digest(bytes.fromhex(public))[:32]
    return "-".join(digits[i : i + 4] for i in range(0, 32, 4))

def read(raw):
    """Returns the statement and the names of the keys that vouch for the signer, that one last."""
    lines = raw.split(b"\n")
    if len(lines) != 4 or lines[0] != b"frasier-bundle 1" or lines[3]:
        raise ValueError("it is no signed bundle of this format, or lines of it were cut off or put in")
    word, _, digits = lines[2].decode("latin-1").partition(" ")
    try:
        said = json.loads(lines[1].decode("utf-8"))
        keys, _ = said["keys"], said["files"][0]["name"]
        named = name_key(keys[-1]["key"])
    except (ValueError, KeyError, IndexError, TypeError, AttributeError) as e:
        raise ValueError("its statement was changed: it can't be read (%s)" % e) from e
    if word != "signature" or not is_signed(unhex(keys[-1]["key"], 32), lines[0] + b"\n" + lines[1] + b"\n", unhex(digits, 64)):
        raise ValueError("its statement or its signature was changed: they don't belong together under the key %s that it names" % named)
    vouch = [named]
    for old, new in zip(keys[-2::-1], keys[:0:-1]):
        if not new.get("signature"):
            break
        link = "frasier-key 1\n%s\n%s\n" % (old["key"], new["key"])
        if not is_signed(unhex(old["key"], 32), link.encode(), unhex(new["signature"], 64)):
            raise ValueError("the key %s says that %s signed it, which it did not" % (name_key(new["key"]), name_key(old["key"])))
        vouch.insert(0, name_key(old["key"]))
    order = said["order"]
    if order.get("words") and digest((order["salt"] + "\n" + order["words"]).encode()) != order["sha256"]:
        raise ValueError("the words of the order are not those of its hash")
    return said, vouch

def compare(said, vouch, load, key):
    """Returns what is wrong, and the names of the files that are as they were signed."""
    wrong, same = [], []
    if key and key not in vouch:
        wrong.append("it is signed by another key: %s, and you expect %s" % (vouch[-1], key))
    for f in said["files"]:
        data = load(f["name"])
        if data is None:
            continue
        (same if digest(data) == f["sha256"] and len(data) == f["bytes"] else wrong).append(f["name"])
        named = re.findall(r"\b[0-9a-f]{4}(?:-[0-9a-f]{4}){7}\b", data.decode("utf-8", "replace")) if f["name"].endswith(".md") else []
        if named and not set(named) & set(vouch):
            wrong.append("it is signed by another key: %s, and %s names %s" % (vouch[-1], f["name"], named[-1]))
    for n, q in enumerate(said["quotes"], 1):
        text = load("documents/%s.txt" % q["page_sha256"])
        if text is not None and digest(text) != q["page_sha256"]:
            wrong.append("the text of %s is not what was read" % q["url"])
        elif text is not None and text[q["start"] : q["end"]] != q["quote"].encode():
            wrong.append("quote %d does not stand in the text of its page" % n)
    return wrong, same

def show(text):
    """Leaves of somebody else's words one line that acts on no terminal."""
    return "".join(c if c.isprintable() else " " for c in str(text))

def main(args):
    key = ""
    if "--key" in args:
        key = args.pop(args.index("--key") + 1) if "--key" in args[:-1] else ""
        args.remove("--key")
        if not key:
            sys.exit("--key needs the fingerprint of the key that must have signed")
    if not args:
        sys.exit(__doc__)
    raw, given = open(args[0], "rb").read(), [open(a, "rb").read() for a in args[1:]]
    try:
        said, vouch = read(raw)
    except ValueError as e:
        print(show("NOT as it was signed: %s." % e))
        return 1
    named = {f["sha256"]: f["name"] for f in said["files"]}
    others = {named.get(digest(d), said["files"][0]["name"]): d for d in given}

    def load(name):
        path = os.path.join(os.path.dirname(os.path.abspath(args[0])), name)
        if name in others or ".." in name or name.startswith("/") or not os.path.isfile(path):
            return others.get(name)
        return open(path, "rb").read()

    wrong, same = compare(said, vouch, load, key)
    wrong += [os.path.basename(a) for a, d in zip(args[1:], given) if digest(d) not in named]  # also where another stands in its place above
    print(show("NOT as it was signed: %s." % "; ".join(wrong) if wrong else "As it was signed: %s, with %d quotes." % (said["title"], len(said["quotes"]))))
    print(show("Signed by the key %s. Compared, and the same: %s." % (vouch[-1], ", ".join(same) or "nothing")))
    print("The signer's word alone:\n" + "\n".join("- " + show(w) for w in said["our_word_alone"]))
    return 1 if wrong else 0

if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except OSError as e:
        print(e, file=sys.stderr)
        sys.exit(2)

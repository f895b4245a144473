package extract

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/md5" // the format's own choice
	"crypto/rc4" // the format's own choice
	"crypto/sha256"
	"crypto/sha512"
)

// A file may open without a password and yet be encrypted.
type lock struct {
	key   []byte
	aes   bool
	whole bool // the key of the file is that of each object
}

const padding = "\x28\xBF\x4E\x5E\x4E\x75\x8A\x41\x64\x00\x4E\x56\xFF\xFA\x01\x08\x2E\x2E\x00\xB6\xD0\x68\x3E\x80\x2F\x0C\xA9\xFE\x64\x53\x69\x7A"

// The key is that of the empty password; PDF 32000-1:2008, 7.6.
func (f *pdfFile) findKey() (*lock, error) {
	e := f.getDict(f.trailer["Encrypt"])
	version, revision := int(f.getNumber(e["V"])), int(f.getNumber(e["R"]))
	owner := castTo[string](f.resolveRef(e["O"]))
	user := castTo[string](f.resolveRef(e["U"]))
	ids := f.getArray(f.trailer["ID"])
	if e["Filter"] == pdfName("Standard") && version == 5 {
		return f.findNewKey(e, revision, owner, user)
	}
	if e["Filter"] != pdfName("Standard") || revision < 2 || revision > 4 || len(owner) != len(padding) || len(user) != len(padding) || len(ids) == 0 {
		return nil, errLocked
	}
	id := castTo[string](f.resolveRef(ids[0]))
	bits := int(f.getNumber(e["Length"]))
	if version < 2 || bits == 0 {
		bits = 40
	}
	k := &lock{}
	switch version {
	case 1, 2:
	case 4:
		name := castTo[pdfName](e["StmF"])
		switch f.getDict(f.getDict(e["CF"])[name])["CFM"] {
		case pdfName("AESV2"):
			k.aes, bits = true, 128
		case pdfName("V2"):
			bits = 128
		default:
			return nil, errLocked
		}
	default:
		return nil, errLocked
	}
	if bits < 40 || bits > 128 || bits%8 != 0 {
		return nil, errLocked
	}
	p := uint32(int64(f.getNumber(e["P"])))
	tail := ""
	if revision == 4 && f.resolveRef(e["EncryptMetadata"]) == false {
		tail = "\xff\xff\xff\xff"
	}
	k.key = computeFileKey(padding+owner+string([]byte{byte(p), byte(p >> 8), byte(p >> 16), byte(p >> 24)})+id+tail, revision, bits/8)
	if !isUserKey(k.key, user, id, revision) {
		return nil, errLocked
	}
	return k, nil
}

func computeFileKey(seed string, revision, n int) []byte {
	const rounds = 50
	sum := md5.Sum([]byte(seed))
	if revision >= 3 {
		for range rounds {
			sum = md5.Sum(sum[:n])
		}
	}
	return bytes.Clone(sum[:n])
}

// The user's entry was made with the key.
func isUserKey(key []byte, user, id string, revision int) bool {
	if revision == 2 {
		return string(decryptRC4(key, []byte(padding))) == user
	}
	sum := md5.Sum([]byte(padding + id))
	out := decryptRC4(key, sum[:])
	for i := 1; i <= 19; i++ {
		turned := bytes.Clone(key)
		for k := range turned {
			turned[k] ^= byte(i)
		}
		out = decryptRC4(turned, out)
	}
	return user[:len(out)] == string(out)
}

func decryptRC4(key, data []byte) []byte {
	c, err := rc4.NewCipher(key)
	if err != nil {
		return nil
	}
	out := make([]byte, len(data))
	c.XORKeyStream(out, data)
	return out
}

// The bytes are the stream or a string of an object.
func (k *lock) unlockBytes(data []byte, num, gen int) []byte {
	if k.whole {
		return decryptAES(k.key, data)
	}
	seed := append(bytes.Clone(k.key), byte(num), byte(num>>8), byte(num>>16), byte(gen), byte(gen>>8))
	if k.aes {
		seed = append(seed, "sAlT"...)
	}
	sum := md5.Sum(seed)
	key := sum[:min(len(sum), len(k.key)+5)]
	if !k.aes {
		return decryptRC4(key, data)
	}
	return decryptAES(key, data)
}

// The data begins with its first block of chaining and ends with its padding.
func decryptAES(key, data []byte) []byte {
	block, err := aes.NewCipher(key)
	n := len(data) / aes.BlockSize * aes.BlockSize
	if err != nil || n < 2*aes.BlockSize {
		return nil
	}
	out := make([]byte, n-aes.BlockSize)
	cipher.NewCBCDecrypter(block, data[:aes.BlockSize]).CryptBlocks(out, data[aes.BlockSize:n])
	if pad := int(out[len(out)-1]); pad <= aes.BlockSize && pad <= len(out) {
		out = out[:len(out)-pad]
	}
	return out
}

// The key is that of the empty password for AES-256; PDF 32000-2:2020, 7.6.4.3.3.
func (f *pdfFile) findNewKey(e pdfDict, revision int, owner, user string) (*lock, error) {
	const hash, salt, whole = 32, 8, 48
	packed := castTo[string](f.resolveRef(e["UE"]))
	name := castTo[pdfName](e["StmF"])
	method := f.getDict(f.getDict(e["CF"])[name])["CFM"]
	if revision != 5 && revision != 6 || len(user) < whole || len(owner) < whole || len(packed) < hash || method != pdfName("AESV3") {
		return nil, errLocked
	}
	digest := func(salted string) []byte {
		if revision == 5 {
			sum := sha256.Sum256([]byte(salted))
			return sum[:]
		}
		return computeHardHash([]byte(salted))
	}
	if !bytes.Equal(digest(user[hash:hash+salt]), []byte(user[:hash])) {
		return nil, errLocked
	}
	block, err := aes.NewCipher(digest(user[hash+salt : whole]))
	if err != nil {
		return nil, errLocked
	}
	key := make([]byte, hash)
	cipher.NewCBCDecrypter(block, make([]byte, aes.BlockSize)).CryptBlocks(key, []byte(packed[:hash]))
	return &lock{key: key, aes: true, whole: true}, nil
}

// The empty password is hashed with its salt: at least 64 rounds, and as many more as the last
// byte asks for.
func computeHardHash(salt []byte) []byte {
	const rounds, times, most = 64, 64, 400
	sum := sha256.Sum256(salt)
	key := sum[:]
	for i := 0; i < most; i++ {
		text := bytes.Repeat(key, times)
		block, err := aes.NewCipher(key[:aes.BlockSize])
		if err != nil {
			return nil
		}
		cipher.NewCBCEncrypter(block, key[aes.BlockSize:2*aes.BlockSize]).CryptBlocks(text, text)
		third := 0
		for _, b := range text[:aes.BlockSize] {
			third += int(b)
		}
		switch third % 3 {
		case 0:
			s := sha256.Sum256(text)
			key = s[:]
		case 1:
			s := sha512.Sum384(text)
			key = s[:]
		default:
			s := sha512.Sum512(text)
			key = s[:]
		}
		if i >= rounds-1 && int(text[len(text)-1]) <= i+1-32 {
			break
		}
	}
	return key[:sha256.Size]
}

// Only strings are locked.
func (k *lock) unlockValue(v any, num, gen int) any {
	switch v := v.(type) {
	case string:
		return string(k.unlockBytes([]byte(v), num, gen))
	case pdfArray:
		for i := range v {
			v[i] = k.unlockValue(v[i], num, gen)
		}
	case pdfDict:
		for key := range v {
			v[key] = k.unlockValue(v[key], num, gen)
		}
	}
	return v
}

package quote

const (
	gramSize = 8       // bytes of a gram
	gramText = 4 << 10 // bytes of a text below which looking through it is cheaper
	gramBits = 8       // bits per gram: at most one in eight is there by chance
)

// grams is a set of hashes of all runs of gramSize bytes of a text, as bits.
// Most quotes that are not in a long text hold a run that is not there either,
// and so are refused without a look at the text. The nil set holds everything.
type grams []uint64

func newGrams(text []byte) grams {
	if len(text) < gramText {
		return nil
	}
	size := 1
	for size*64 < len(text)*gramBits {
		size *= 2
	}
	g := make(grams, size)
	for h := range hashGrams(text) {
		h &= uint64(size*64 - 1)
		g[h/64] |= 1 << (h % 64)
	}
	return g
}

// false is certain.
func (g grams) mayContain(want []byte) bool {
	if g == nil {
		return true
	}
	for h := range hashGrams(want) {
		h &= uint64(len(g)*64 - 1)
		if g[h/64]&(1<<(h%64)) == 0 {
			return false
		}
	}
	return true
}

func hashGrams(text []byte) func(yield func(uint64) bool) {
	return func(yield func(uint64) bool) {
		var run uint64
		for i, c := range text {
			run = run<<8 | uint64(c)
			if i >= gramSize-1 && !yield(run*0x9E3779B97F4A7C15>>20) {
				return
			}
		}
	}
}

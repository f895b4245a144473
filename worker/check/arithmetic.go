package check

import "strconv"

// parser reads declared arithmetic: sums of products of numbers, with
// parentheses. It is deliberately small; anything else is not arithmetic.
type parser struct {
	text  string
	at    int
	depth int
}

// maxNesting bounds parentheses.
const maxNesting = 16

func (p *parser) space() {
	for p.at < len(p.text) && p.text[p.at] == ' ' {
		p.at++
	}
}

func (p *parser) operator(set string) byte {
	p.space()
	if p.at < len(p.text) {
		for i := range len(set) {
			if p.text[p.at] == set[i] {
				p.at++
				return set[i]
			}
		}
	}
	return 0
}

func (p *parser) sum() (float64, bool) {
	v, ok := p.product()
	for ok {
		op := p.operator("+-")
		if op == 0 {
			break
		}
		var w float64
		w, ok = p.product()
		if op == '-' {
			w = -w
		}
		v += w
	}
	return v, ok
}

func (p *parser) product() (float64, bool) {
	v, ok := p.value()
	for ok {
		op := p.operator("*/")
		if op == 0 {
			break
		}
		var w float64
		if w, ok = p.value(); !ok {
			break
		}
		if op == '*' {
			v *= w
			continue
		}
		if w == 0 {
			return 0, false
		}
		v /= w
	}
	return v, ok
}

func (p *parser) value() (float64, bool) {
	if p.operator("(") != 0 {
		if p.depth++; p.depth > maxNesting {
			return 0, false
		}
		v, ok := p.sum()
		p.depth--
		return v, ok && p.operator(")") != 0
	}
	sign := 1.0
	if p.operator("-") != 0 {
		sign = -1
	}
	p.space()
	from := p.at
	for p.at < len(p.text) && (p.text[p.at] >= '0' && p.text[p.at] <= '9' || p.text[p.at] == '.') {
		p.at++
	}
	v, err := strconv.ParseFloat(p.text[from:p.at], 64)
	if err != nil {
		return 0, false
	}
	if p.operator("%") != 0 {
		v /= 100
	}
	return sign * v, true
}

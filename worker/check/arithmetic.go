package check

import "strconv"

// sumParser reads sums of products of numbers, with parentheses, and on purpose nothing else.
type sumParser struct {
	text  string
	at    int
	depth int
}

const maxNesting = 16

func (p *sumParser) skipSpace() {
	for p.at < len(p.text) && p.text[p.at] == ' ' {
		p.at++
	}
}

func (p *sumParser) readOperator(set string) byte {
	p.skipSpace()
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

func (p *sumParser) parseSum() (float64, bool) {
	v, ok := p.parseProduct()
	for ok {
		op := p.readOperator("+-")
		if op == 0 {
			break
		}
		var w float64
		w, ok = p.parseProduct()
		if op == '-' {
			w = -w
		}
		v += w
	}
	return v, ok
}

func (p *sumParser) parseProduct() (float64, bool) {
	v, ok := p.parseValue()
	for ok {
		op := p.readOperator("*/")
		if op == 0 {
			break
		}
		var w float64
		if w, ok = p.parseValue(); !ok {
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

func (p *sumParser) parseValue() (float64, bool) {
	if p.readOperator("(") != 0 {
		if p.depth++; p.depth > maxNesting {
			return 0, false
		}
		v, ok := p.parseSum()
		p.depth--
		return v, ok && p.readOperator(")") != 0
	}
	sign := 1.0
	if p.readOperator("-") != 0 {
		sign = -1
	}
	p.skipSpace()
	from := p.at
	for p.at < len(p.text) && (p.text[p.at] >= '0' && p.text[p.at] <= '9' || p.text[p.at] == '.') {
		p.at++
	}
	v, err := strconv.ParseFloat(p.text[from:p.at], 64)
	if err != nil {
		return 0, false
	}
	if p.readOperator("%") != 0 {
		v /= 100
	}
	return sign * v, true
}

package roadmap

import (
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
)

// A number stands before or behind what it counts, often without a blank, in Chinese, Japanese and
// Korean.
const (
	hanDigits = `[0-9]{1,4}|[〇零一二三四五六七八九十百]{1,5}`
	hanThings = `段階|段阶|阶段|階段|フェーズ|フェイズ|ステップ|ステージ|スプリント|マイルストーン|步骤|步驟|步|里程碑|冲刺|四半期|季度|季|週間目|週目|週間|週|周目|周|か月目|ヶ月目|ヵ月目|カ月目|か月|ヶ月|个月|個月|月目|月份|月|日目|日|天|期|回|弾|次|部分|部|` +
		`단계|주차|주|차수|차|분기|개월차|개월|월|일차|일|회차|스프린트|스텝|페이즈|마일스톤`
)

var (
	hanBefore  = lazyregexp.New(`^第?\s*(` + hanDigits + `)\s*(` + hanThings + `)(?:$|[\s:、,.)(~/|・「【」】』》〉]|-|–|—|[0-9\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}])`)
	hanBehind  = lazyregexp.New(`^(` + hanThings + `)\s*(` + hanDigits + `)(?:$|[^0-9\pL])`)
	hanKorean  = lazyregexp.New(`^제\s*([0-9]{1,3})\s*(` + hanThings + `)(?:$|[^\pL])`)
	hanYear    = lazyregexp.New(`^([0-9]{4})\s*[年년]\s*(?:第|제)?\s*(` + hanDigits + `|[QH][1-4])\s*(` + hanThings + `)?(?:$|[^\pL0-9])`)
	hanLeading = lazyregexp.New(`^(?:\(\s*)?([〇零一二三四五六七八九十]{1,3})(?:[、.)]\s*|\s+)\S`)
	tightLead  = lazyregexp.New(`^\(?([0-9]{1,2})[.)、]\s*[\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}]`)
	circleLead = lazyregexp.New(`^[①-⑳❶-❿➀-➉⓵-⓾]`)
)

// parseHan reads "第1段階：調査", "フェーズ2", "1주차", "2027年1月" and "一、调研". label is in plain digits.
func (c *counters) parseHan(label string) (sequenceTurn, bool) {
	label = strings.Trim(label, "*_# 【「[『《〈")
	if m := hanYear.FindStringSubmatch(label); m != nil {
		return sequenceTurn{"年 " + m[3], []int{parseHanNumber(m[1]), parseHanNumber(strings.TrimLeft(m[2], "QH"))}}, true
	}
	if m := hanKorean.FindStringSubmatch(label); m != nil {
		return sequenceTurn{"제" + m[2], []int{parseHanNumber(m[1])}}, true
	}
	if m := hanBefore.FindStringSubmatch(label); m != nil {
		stem := m[2]
		if stem == "月" || stem == "월" {
			stem = "month"
		}
		return sequenceTurn{stem, []int{parseHanNumber(m[1])}}, true
	}
	if m := hanBehind.FindStringSubmatch(label); m != nil {
		return sequenceTurn{m[1], []int{parseHanNumber(m[2])}}, true
	}
	if m := hanLeading.FindStringSubmatch(label); m != nil {
		return sequenceTurn{"leading 一", []int{parseHanNumber(m[1])}}, true
	}
	if m := tightLead.FindStringSubmatch(label); m != nil {
		return sequenceTurn{"leading number", []int{parseHanNumber(m[1])}}, true
	}
	return sequenceTurn{}, false
}

// It reads digits and Chinese numerals; 0 for none.
func parseHanNumber(words string) int {
	if n, err := strconv.Atoi(words); err == nil {
		return n
	}
	all, digit := 0, 0
	for _, r := range words {
		switch r {
		case '百':
			all, digit = all+max(digit, 1)*100, 0
		case '十':
			all, digit = all+max(digit, 1)*10, 0
		case '零':
			digit = 0
		default:
			digit = strings.IndexRune("〇一二三四五六七八九", r) / len("〇")
		}
	}
	return all + digit
}

// Full-width forms, circled numbers and the digits of other scripts become ASCII; a circled number
// gets a dot and a blank behind it.
func convertDigits(text string) string {
	if at := circleLead.FindString(text); at != "" {
		text = strconv.Itoa(parseCircled([]rune(at)[0])) + ". " + strings.TrimLeft(text[len(at):], " .、:")
	}
	return strings.Map(func(r rune) rune {
		if r < unicode.MaxLatin1 || !unicode.Is(unicode.Nd, r) {
			return r
		}
		n := rune(0)
		for n < 9 && unicode.Is(unicode.Nd, r-n-1) {
			n++
		}
		return '0' + n
	}, norm.NFKC.String(text))
}

// "①と②" becomes "1, 2"; a text that says anything else gives nothing.
func formatNumberList(text string) string {
	var spaced strings.Builder
	for _, r := range text {
		if n := parseCircled(r); n > 0 {
			spaced.WriteString(" " + strconv.Itoa(n) + " ")
			continue
		}
		spaced.WriteRune(r)
	}
	words := strings.FieldsFunc(convertDigits(spaced.String()), func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("、,・&/+.と和及跟与", r) })
	for _, w := range words {
		if _, err := strconv.Atoi(w); err != nil {
			return ""
		}
	}
	return strings.Join(words, ", ")
}

// There are four kinds of circled numbers; 0 for other signs.
func parseCircled(r rune) int {
	for _, first := range "①❶➀⓵" {
		if last := map[rune]rune{'①': '⑳', '❶': '❿', '➀': '➉', '⓵': '⓾'}[first]; r >= first && r <= last {
			return int(r-first) + 1
		}
	}
	return 0
}

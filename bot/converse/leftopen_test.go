package converse

import (
	"slices"
	"testing"
)

func TestLeftOpen(t *testing.T) {
	t.Parallel()
	const two = "What does a tonne of oats cost in March? And which farmers near Lisbon grow them?"
	for _, c := range []struct {
		text, answer string
		want         []string
	}{
		{two, "Oats cost 212 euros a tonne in March.", []string{"And which farmers near Lisbon grow them?"}},
		{two, "Oats cost 212 euros a tonne in March; the farmers near Lisbon are not in my documents.", nil},
		{two, "I don't know either.", nil},
		{"What does a tonne of oats cost?", "I don't know.", nil},
		{"Is it done? When?", "Yes, since noon.", nil},
		{"Was kostet eine Tonne Hafer im März? Welche Bauern liefern nach Lisbon?", "Der Hafer kostete im März 212 Euro.", []string{"Welche Bauern liefern nach Lisbon?"}},
		{"Find the price of oats. He asked \"which farmers grow barley here?\" and left. What do rents in Lisbon cost?", "Rents in Lisbon are 32 euros.", nil},
		{"燕麦多少钱？谁种？", "燕麦212欧元。", nil},
		{"三月燕麦的价格是多少？里斯本附近有哪些农民？", "三月燕麦的价格是每吨212欧元。", []string{"里斯本附近有哪些农民？"}},
		{"三月燕麦的价格是多少\n里斯本附近有哪些农民", "三月燕麦的价格是每吨212欧元。", []string{"里斯本附近有哪些农民"}},
		{"三月燕麦的价格是多少？里斯本附近有哪些农民？", "燕麦价格是212欧元，里斯本附近的农民我还不知道。", nil},
		{"三月燕麦的价格是多少？里斯本附近有哪些农民？", "Oats cost 212 euros.", nil},
		{"三月のオーツ麦の価格はいくらですか。リスボン近郊の農家はどこですか。", "オーツ麦の価格は1トン212ユーロです。", []string{"リスボン近郊の農家はどこですか。"}},
		{"オーツ麦の価格を調べてください。農家は調べました。", "オーツ麦の価格は212ユーロです。", nil},
		{"3월 귀리 가격이 얼마예요. 리스본 근처 농가는 어디 있나요", "귀리 가격은 톤당 212유로입니다.", []string{"리스본 근처 농가는 어디 있나요"}},
		{"3월 귀리 가격이 얼마예요? 리스본 근처 농가는 어디 있나요?", "귀리 가격은 212유로이고, 리스본 근처 농가는 자료에 없습니다.", nil},
		{"ราคาข้าวโอ๊ตเดือนมีนาคมเท่าไหร่ เกษตรกรใกล้ลิสบอนมีใครบ้าง", "ราคาข้าวโอ๊ตอยู่ที่ 212 ยูโร", []string{"เกษตรกรใกล้ลิสบอนมีใครบ้าง"}},
		{"ราคาข้าวโอ๊ตเท่าไหร่ เกษตรกรใกล้ลิสบอนมีใครบ้าง", "ราคาข้าวโอ๊ต 212 ยูโร ส่วนเกษตรกรใกล้ลิสบอนยังไม่ทราบ", nil},
	} {
		if got := leftOpen(c.text, c.answer); !slices.Equal(got, c.want) {
			t.Errorf("%q answered by %q leaves open %q, want %q", c.text, c.answer, got, c.want)
		}
	}
}

package store_test

import (
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
)

// What was said is found by other forms of its words, in eight languages, of which two
// are written without spaces; and the best match is what was meant.
func TestRecallKnowsFormsOfWords(t *testing.T) {
	said := [][2]string{ // a language's memories, each with a question that has no word of it as it stands there
		{"We negotiated lower prices with the roastery.", "negotiate price"},
		{"The parties signed the contract in May.", "party contracts"},
		{"Lena stopped shipping to Norway.", "stop ships"},
		{"Our policy allows two refunds a year.", "policies refund"},
		{"The box weighs four kilos.", "boxes weighing"},

		{"Die Verträge mit den Lieferanten laufen im Juni aus.", "Vertrag Lieferant"},
		{"Wir haben zwei Häuser in Husum besichtigt.", "Haus besichtigen"},
		{"Die Mieten der Läden steigen jährlich.", "Miete Laden"},
		{"Unsere Kundin bestellte dreißig Leuchten.", "Kundinnen bestellten Leuchte"},
		{"Der Preis der Bücher bleibt gleich.", "Preise Buch"},

		{"Decidimos cerrar las tiendas los domingos.", "decidir tienda"},
		{"Los proveedores suben los precios en enero.", "proveedor precio"},
		{"La reunión con el banco fue larga.", "reuniones bancos"},
		{"Compramos dos camiones usados.", "comprar camión"},
		{"El alquiler del local vence pronto.", "alquileres locales"},

		{"Nous avons refusé les contrats du fournisseur.", "refuser contrat fournisseurs"},
		{"Les journaux annoncent une grève.", "journal grèves"},
		{"Le loyer de la boutique augmente.", "loyers boutiques"},
		{"Nous achetons des meubles anciens.", "acheter meuble ancien"},
		{"Les vendeuses veulent partir tôt.", "vendeuse"},

		{"Il fornitore alza i prezzi.", "fornitori prezzo"},
		{"Le riunioni del lunedì sono troppo lunghe.", "riunione lunga"},
		{"Abbiamo comprato tre negozi a Lecce.", "comprare negozio"},
		{"I clienti chiedono sconti.", "cliente sconto"},
		{"La banca rifiuta il prestito.", "banche prestiti"},

		{"Мы подписали договоры с поставщиком.", "договор поставщики"},
		{"Цены на аренду растут.", "цена аренда"},
		{"Клиенты просят скидку.", "клиент скидки"},
		{"Новая лавка открыта в Гамбурге.", "новой лавки"},
		{"Бюджет рекламы сократили.", "бюджета реклама"},

		{"来月から配送料を五百円に値上げすることにしました。", "配送料の値上げ"},
		{"倉庫の契約は六月に終わります。", "契約"},
		{"新しいパッケージのデザインを決めました。", "デザイン"},
		{"銀行との会議は長かった。", "銀行会議"},
		{"京都の店舗は日曜日に閉めます。", "店舗 日曜日"},

		{"我们决定从五月起提高运费。", "运费提高"},
		{"仓库的合同六月到期。", "合同"},
		{"供应商明年涨价。", "明年供应商"},
		{"上海的店铺周日关门。", "店铺 周日"},
		{"客户要求打折。", "客户打折"},
	}
	b := newBench(t)
	want := map[string]org.MessageID{}
	for _, s := range said {
		id, _ := b.say(s[0], org.Turn{Reply: "."})
		want[s[1]] = id
		b.pass(time.Minute)
	}
	found, first := 0, 0
	for _, s := range said {
		list, err := b.db.Recall(t.Context(), s[1], 5)
		b.ok(err)
		for i, m := range list {
			if m.Ref == string(want[s[1]]) {
				found++
				if i == 0 {
					first++
				}
			}
		}
		if len(list) == 0 || list[0].Ref != string(want[s[1]]) {
			t.Errorf("%q does not find %q first: %v", s[1], s[0], list)
		}
	}
	t.Logf("queries=%d found=%d first=%d", len(said), found, first)
	const long = "negozio contratos camión reuniones banderas cliente precio tiendas alquileres locales"
	if list, err := b.db.Recall(t.Context(), long, 50); err != nil || len(list) < 6 { // eight count, some stand in one
		t.Errorf("of ten words %d are found, %v", len(list), err)
	}
	for _, none := range []string{"contrast", "nego", "船", "parka"} {
		if list, err := b.db.Recall(t.Context(), none, 5); err != nil || len(list) > 0 {
			t.Errorf("%q finds %v, %v", none, list, err)
		}
	}
}

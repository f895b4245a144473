package roadmap

import "strings"

// The names come one after the other, each in several languages.
type sequenceNames struct {
	kind  string
	names []string
	short bool // their first three letters will do
	among bool // only beside another word
}

// People count time by these words. Words of other languages are read where they stand beside a
// number.
func listSequences() []sequenceNames {
	return []sequenceNames{
		{kind: "month", short: true, names: []string{
			"january januar jänner janvier enero gennaio janeiro januari styczeń январь leden ocak січень ianuarie januára tammikuu január ιανουάριος يناير ינואר", "february februar feber février fevrier febrero febbraio fevereiro februari luty февраль únor şubat лютий februarie helmikuu február φεβρουάριος فبراير פברואר",
			"march märz maerz mars marzo março maart marzec март březen mart mrz березень martie maaliskuu március μάρτιος مارس מרץ", "april avril abril aprile kwiecień апрель duben nisan квітень aprilie huhtikuu április απρίλιος أبريل אפריל", "may mai mayo maggio maio mei maj май květen mayıs травень toukokuu május μάιος مايو מאי",
			"june juni juin junio giugno junho czerwiec июнь červen haziran червень iunie kesäkuu június ιούνιος يونيو יוני", "july juli juillet julio luglio julho lipiec июль červenec temmuz липень iulie heinäkuu július ιούλιος يوليو יולי", "august août aout agosto augustus augusti sierpień август srpen ağustos серпень elokuu augusztus αύγουστος أغسطس אוגוסט",
			"september septembre septiembre settembre setembro wrzesień sept сентябрь září eylül вересень septembrie syyskuu szeptember σεπτέμβριος سبتمبر ספטמבר", "october oktober octobre octubre ottobre outubro październik октябрь říjen ekim жовтень octombrie lokakuu október οκτώβριος أكتوبر אוקטובר",
			"november novembre noviembre novembro listopad ноябрь kasım листопад noiembrie marraskuu νοέμβριος نوفمبر נובמבר", "december dezember décembre diciembre dicembre dezembro grudzień декабрь prosinec aralık грудень decembrie joulukuu δεκέμβριος ديسمبر דצמבר",
		}},
		{kind: "day", names: []string{
			"monday montag lundi lunes lunedì segunda maandag poniedziałek måndag понедельник понеділок δευτέρα 月曜日 月曜 周一 星期一 週一 월요일", "tuesday dienstag mardi martes martedì terça dinsdag wtorek tisdag вторник вівторок τρίτη 火曜日 火曜 周二 星期二 週二 화요일",
			"wednesday mittwoch mercredi miércoles mercoledì quarta woensdag środa onsdag среда середа τετάρτη 水曜日 水曜 周三 星期三 週三 수요일", "thursday donnerstag jeudi jueves giovedì quinta donderdag czwartek torsdag четверг четвер πέμπτη 木曜日 木曜 周四 星期四 週四 목요일",
			"friday freitag vendredi viernes venerdì sexta vrijdag piątek fredag пятница п'ятниця παρασκευή 金曜日 金曜 周五 星期五 週五 금요일", "saturday samstag samedi sábado sabato zaterdag sobota lördag суббота субота σάββατο 土曜日 土曜 周六 星期六 週六 토요일", "sunday sonntag dimanche domingo domenica zondag niedziela söndag воскресенье неділя κυριακή 日曜日 日曜 周日 周天 星期日 星期天 週日 일요일",
		}},
		{kind: "time", names: []string{"now jetzt maintenant ahora adesso agora nu teraz сейчас зараз 今 现在 지금", "next demnächst ensuite próximo prossimo dopo straks następnie потом далі 次 接下来 다음", "later später plus-tard después luego poi depois później позже пізніше 後で 以后 나중"}},
		{kind: "#", among: true, names: []string{
			"one first 1st eins erste erster erstes un une premier première 1er uno primero primera primo prima um primeiro primeira een eerste jeden pierwszy pierwsza первый первая första перший перша перше πρώτη πρώτο πρώτος birinci ilk første ensimmäinen első 첫 첫째 첫번째 الأول الأولى ראשון ראשונה",
			"two second 2nd zwei zweite zweiter zweites deux deuxième 2e dos segundo secondo seconda dois twee tweede dwa drugi druga второй вторая andra другий друга друге второе δεύτερη δεύτερο δεύτερος doua ikinci anden toinen második 두 둘째 두번째 الثاني الثانية שני שנייה שניה",
			"three third 3rd drei dritte dritter drittes trois troisième tres tercero tercera tre terzo terza três terceiro terceira drie derde trzy trzeci trzecia третий третья tredje третій третя третє третье τρίτη τρίτο τρίτος treia üçüncü kolmas harmadik 세 셋째 세번째 الثالث الثالثة שלישי שלישית",
			"four fourth 4th vier vierte vierter viertes quatre quatrième cuatro cuarto cuarta quattro quarto quatro vierde cztery czwarty czwarta четвёртый четвертий четверта четвертая τέταρτη τέταρτο dördüncü fjerde neljäs negyedik 네 넷째 네번째 الرابع الرابعة רביעי רביעית",
			"five fifth 5th fünf fünfte fünfter cinq cinquième cinco quinto quinta cinque vijf vijfde pięć piąty piąta пятый п'ятий пятая πέμπτη πέμπτο beşinci femte viides ötödik 다섯 다섯째 다섯번째 الخامس الخامسة חמישי חמישית", "six sixth 6th sechs sechste sixième seis sexto sei sesto zes zesde sześć szósty шестой",
			"seven seventh 7th sieben siebte septième siete séptimo sette settimo sete zeven zevende siedem siódmy", "eight eighth 8th acht achte huit huitième ocho octavo otto ottavo oito achtste osiem ósmy",
			"nine ninth 9th neun neunte neuf neuvième nueve noveno nove nono negen negende dziewięć", "ten tenth 10th zehn zehnte dix dixième diez décimo dieci dez tien tiende dziesięć",
		}},
	}
}

// The things that such a stem counts stand beside each other and not one after the other.
func isBesideStem(stem string) bool {
	for _, w := range strings.Fields(strings.Trim(stem, "# ")) {
		switch w {
		case "option", "options", "alternative", "variant", "variante", "plan", "scenario", "szenario", "scénario", "escenario", "risk", "risiko", "risque", "riesgo", "goal", "ziel", "objectif", "objetivo",
			"obiettivo", "objective", "okr", "kpi", "key", "question", "frage", "pregunta", "appendix", "anhang", "annex", "annexe", "team", "track", "stream", "workstream", "area", "bereich", "idea", "idee",
			"hypothesis", "hypothese", "product", "produkt", "segment", "persona", "customer", "kunde", "market", "markt", "channel", "kanal", "region", "theme", "thema", "category", "kategorie", "pillar", "säule",
			"選択肢", "オプション", "案", "方案", "选项", "옵션", "위험", "リスク", "风险", "目標", "目标", "목표", "章", "제장", "вариант", "варіант", "цель", "мета", "риск", "ризик", "раздел", "розділ", "figure", "table", "note", "version", "person", "founder", "competitor", "rival", "city", "country", "location", "store", "shop", "chapter", "kapitel":
			return true
		}
	}
	return false
}

package moment

// MonthNames are the months in the languages of founders, one line a month.
func MonthNames() []string {
	return []string{
		"january januar jänner janvier enero gennaio janeiro januari styczeń stycznia январь января",
		"february februar feber février febrero febbraio fevereiro februari luty lutego февраль февраля",
		"march märz mars marzo março maart marzec marca март марта",
		"april avril abril aprile kwiecień kwietnia апрель апреля",
		"may mai mayo maggio maio mei maj maja май мая",
		"june juni juin junio giugno junho czerwiec czerwca июнь июня",
		"july juli juillet julio luglio julho lipiec lipca июль июля",
		"august août agosto augustus sierpień sierpnia август августа",
		"september septembre septiembre settembre setembro wrzesień września сентябрь сентября",
		"october oktober octobre octubre ottobre outubro październik października октябрь октября",
		"november novembre noviembre novembro listopad listopada ноябрь ноября",
		"december dezember décembre diciembre dicembre dezembro december grudzień grudnia декабрь декабря",
	}
}

package roadmap

import "regexp"

// Parse does not insist on these words of dependence.
type dependWords struct {
	keys, plain, brackets, behind, clause, around, suffixed, trailing, quoted *regexp.Regexp
	fields                                                                    map[string]field
}

// Words are in the languages of founders. Those that mean little else are strong: they need no
// colon. The weak ones are everyday words as well.
const (
	strongWords = `depends\s+(?:up)?on|dependent\s+on|blocked\s+(?:by|on)|requires|waits?\s+(?:for|on)|waiting\s+(?:for|on)|preceded\s+by|prerequisites?|pre-?req(?:uisite)?s?|predecessors?|` +
		`hängt\s+ab\s+von|abhängig\s+von|blockiert\s+(?:durch|von)|wartet\s+auf|voraussetzung(?:en)?(?:\s+(?:ist|sind))?|benötigt|setzt\s+voraus|` +
		`dépend\s+d(?:u|es?)(?:\s+l[ae]s?)?|bloquée?s?\s+par|nécessite|prérequis|pré-requis|requiert|en\s+attente\s+d(?:e|u|es)|` +
		`depende\s+de(?:l|\s+la|\s+los|\s+las)?|bloquead[oa]s?\s+por|requiere|requisitos?\s+previos?|a\s+la\s+espera\s+de(?:l|\s+la)?|` + //nolint:misspell // words of other languages
		`dipende\s+da(?:l|lla|gli|lle|i)?|bloccat[oa]\s+da(?:l|lla)?|richiede|prerequisit[oi]|in\s+attesa\s+d(?:i|el|ella)|` +
		`depende\s+d[oa]s?|bloquead[oa]s?\s+pel[oa]|requer|pré-requisitos?|` +
		`hangt\s+af\s+van|afhankelijk\s+van|geblokkeerd\s+door|wacht\s+op|vereist|` +
		`zależ(?:y|ne|ny|na)\s+od|wymaga|(?:za)?blokowan[eya]\s+przez|czeka\s+na|beror\s+på|kräver|väntar\s+på|blockeras\s+av|зависит\s+от|требует|заблокировано|ждёт|ждет|залежить\s+від|потребує|závisí\s+na|vyžaduje|` + //nolint:misspell // words of other languages
		`afhænger\s+af|avhenger\s+av|kræver|krever|riippuu|depinde\s+de|függ|εξαρτάται\s+από|απαιτεί|依赖于?|依賴於?|取决于|前置(?:任务|条件|作业)?|前提(?:条件)?|先行(?:タスク|作業)?|依存(?:先|タスク)?|선행\s?(?:작업|조건)?|의존`
	weakWords = `after|following|once|needs?|required?|dependenc(?:y|ies)|dependenci|nach|braucht|abhängigkeit(?:en)?|sobald|erst\s+(?:wenn|nach)|vorgänger|après|une\s+fois(?:\s+que)?|dès\s+que|seulement\s+(?:quand|après)|dépendances?|attend|` +
		`prédécesseurs?|después\s+de(?:l|\s+la)?|tras|una\s+vez(?:\s+que)?|(?:solo|sólo)\s+(?:cuando|después\s+de(?:l|\s+la)?)|en\s+cuanto|necesita|dependencias?|predecesor(?:as?|es)?|` + //nolint:misspell // words of other languages
		`dopo|una\s+volta(?:\s+che)?|solo\s+(?:quando|dopo)|non\s+appena|dipendenz[ae]|predecessor[ei]|necessita(?:\s+di)?|depois\s+d[eoa]|depois\s+que|assim\s+que|(?:só|somente|apenas)\s+(?:quando|depois\s+d[eoa]|após)|após|precisa(?:\s+de)?|dependências?|predecessoras?|` +
		`na(?:dat)?|zodra|pas\s+(?:als|na|nadat|wanneer)|afhankelijkhe(?:id|den)|voorganger|po|dopiero\s+(?:gdy|po|kiedy)|jak\s+tylko|gdy\s+tylko|zależności|poprzednik|efter|först\s+när|när|после(?:\s+того\s+как)?|как\s+только|только\s+после|нужно|зависимости|предшественники?|після(?:\s+того\s+як)?|` +
		`залежності|sonra|után|după|μετά(?:\s+από)?`
	// "Start after: ..." begins so.
	beginWords = `starts?|begins?|do|work(?:\s+on\s+(?:it|this))?|can\s+(?:start|begin)|start(?:en|et)?|beginn(?:en|t)?|anfangen|machen|commence(?:r)?|débute(?:r)?|démarre(?:r)?|faire|empezar|empieza|comenzar|comienza|iniciar|inicia|hacer|` +
		`iniziare|inizia|cominciare|fare|começar|começa|fazer|begin(?:nen|t)|doen|zacząć|zaczyna\s+się|rozpocząć|zrobić|börja(?:r)?|starta(?:r)?|göra|начать|начинать|начинается|делать|почати|починати|робити`
	// The next word follows without a blank.
	elided = `(?:dépend\s+d(?:e\s+l)?|dipende\s+da?ll|nécessite\s+l|après\s+l|dopo\s+l|en\s+attente\s+d(?:e\s+l)?|dès\s+qu|une\s+fois\s+qu)['’]`
	// A condition that stands behind what waits for it begins so.
	onlyWhen = `(?:but\s+)?(?:only\s+(?:when|after|once|if)|not\s+before|once|as\s+soon\s+as|erst\s+(?:wenn|nach(?:dem)?|sobald)|sobald|nicht\s+(?:vor|bevor)|(?:seulement|uniquement|mais)\s+(?:quand|lorsque|après|une\s+fois(?:\s+que)?)|dès\s+qu(?:e\s|['’])|une\s+fois(?:\s+qu(?:e\s|['’]))?|pas\s+avant|` +
		`(?:solo|sólo|solamente)\s+(?:cuando|después\s+de(?:\s+que)?|tras|si)|una\s+vez(?:\s+que)?|en\s+cuanto|no\s+antes\s+de|(?:solo|soltanto)\s+(?:quando|dopo(?:\s+che)?|se)|una\s+volta(?:\s+che)?|non\s+appena|non\s+prima\s+di|` +
		`(?:só|somente|apenas)\s+(?:quando|depois\s+d[eoa]|depois\s+que|após|se)|assim\s+que|não\s+antes\s+d[eoa]|(?:pas|alleen)\s+(?:als|wanneer|nadat|na)|zodra|niet\s+voor(?:dat)?|dopiero\s+(?:gdy|kiedy|po|jak)|jak\s+tylko|gdy\s+tylko|nie\s+przed|` +
		`först\s+(?:när|efter)|når|så\s+snart|только\s+(?:когда|после)|как\s+только|не\s+раньше|лише\s+(?:коли|після)|як\s+тільки|až\s+(?:když|po))`
	// Quotation marks hold a title among other words.
	quotes = `„“”"«»‹›「」『』`
)

func newDependWords() *dependWords {
	m := regexp.MustCompile
	all := strongWords + `|` + weakWords
	return &dependWords{
		keys:     m(`^(?i)((?:(?:` + beginWords + `)\s+)?(?:` + all + `))\s*[:：]\s*(.*)$`),
		plain:    m(`^(?i)(?:(?:` + strongWords + `)\s+|(?:` + elided + `)\s*)(\S.*)$`),
		brackets: m(`(?i)[(\[（【]\s*(?:(?:` + all + `)(?:\s*[:：]\s*|\s+)|` + elided + `\s*)([^()\[\]（）【】]+)[)\]）】]`),
		behind: m(`(?i)(?:\s*[,;|–—、，；]|\s-|\.)\s*(?:and\s+|und\s+|et\s+|y\s+|e\s+|en\s+|i\s+)?(?:(?:` + strongWords + `)(?:\s*[:：]\s*|\s+)|(?:` + all + `)\s*[:：]\s*|` + elided +
			`\s*)([^;]+)$`),
		clause: m(`^(?i)(?:once|after|when|as\s+soon\s+as|sobald|nach|wenn|nachdem|une\s+fois(?:\s+que)?|après|dès\s+que|quand|una\s+vez(?:\s+que)?|después\s+de|cuando|tras|` +
			`dopo|una\s+volta(?:\s+che)?|quando|depois\s+d[eoa]|após|assim\s+que|zodra|na|als|gdy|po|kiedy|efter|när|после|когда)\s+([^,:]{3,80}),\s*\S`),
		around: m(`(?i)(?:[(\[]\s*|[,;|–—]\s*|\s-\s*|^)(?:setzt\s+(.{2,90}?)\s+voraus|hängt\s+von\s+(.{2,90}?)\s+ab|(?:ist\s+)?von\s+(.{2,90}?)\s+abhängig|hangt\s+van\s+(.{2,90}?)\s+af|(?:is\s+)?van\s+(.{2,90}?)\s+afhankelijk|` +
			`(?:zodra|nadat|als|sobald|wenn)\s+([` + quotes + `].{2,90}?[` + quotes + `]\s+[^()\[\],;]{2,40}))\s*(?:[)\]]|[.]?$)`),
		suffixed: m(`[(（【\[]\s*(?:在)?([0-9０-９①-⑳❶-❿➀-➉⓵-⓾]|[^()（）【】\[\]]{2,60}?)\s*(?:(?:完成|结束|結束)?(?:之后|以后|后|之後|以後)|(?:の|が)?(?:完了|終了|終わっ)?(?:した|たら|てから|の)?(?:後|あと)(?:に|で)?|(?:が|を)?(?:終わったら|終えたら|済んだら|終わってから)|\s(?:완료\s*|종료\s*)?(?:이후|후에|후|뒤에|뒤|다음에?)|\s(?:tamamlandıktan\s+)?sonra)\s*[)）】\]]`),
		trailing: m(`(?i)(?:\s*[,;|–—、，；(\[]|\s-)\s*` + onlyWhen + `\s*([^()\[\];]{3,120})[)\]]?\s*[.]?$`),
		quoted:   m(`[` + quotes + `]\s*([^` + quotes + `]{2,})[` + quotes + `]`),
		fields: map[string]field{
			"abnahme": fieldAccept, "akzeptanzkriterien": fieldAccept, "fertig wenn": fieldAccept, "fertig, wenn": fieldAccept, "definition of done": fieldAccept, "dod": fieldAccept,
			"critères d'acceptation": fieldAccept, "terminé quand": fieldAccept, "criterios de aceptación": fieldAccept, "hecho cuando": fieldAccept, "criteri di accettazione": fieldAccept,
			"critérios de aceitação": fieldAccept, "acceptatiecriteria": fieldAccept, "klaar als": fieldAccept, "kryteria akceptacji": fieldAccept, "gotowe gdy": fieldAccept,
			"assigned to": fieldRole, "assignee": fieldRole, "verantwortlich": fieldRole, "zuständig": fieldRole, "responsable": fieldRole, "responsabile": fieldRole, //nolint:misspell // words of other languages
			"responsável": fieldRole, "verantwoordelijk": fieldRole, "eigenaar": fieldRole, "odpowiedzialny": fieldRole,
		},
	}
}

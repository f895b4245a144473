package classify

import (
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
)

// An order with more words says something of its subject.
const vagueMost = 12

// Vague reports whether an order names nothing that the work would be about: "make it
// better", "do the thing". Its words stand for something that only its author knows. A
// message with files, with quoted words or to which something is replied has a subject.
func Vague(m org.Message) bool {
	if m.Brings() || m.RepliesTo != "" || len(prose.Links(m.Text)) > 0 || strings.Contains(m.Text, "\n") {
		return false
	}
	words := prose.Words(Own(m.Text))
	return len(words) > 0 && len(words) <= vagueMost && !slices.ContainsFunc(words, func(w string) bool { return !isIn(pointing, w) })
}

// Subjects counts the words of an order that name what it is about.
func Subjects(text string) int {
	n := 0
	for _, w := range prose.Words(Own(text)) {
		if !isIn(pointing, w) && !prose.StopWord(w) {
			n++
		}
	}
	return n
}

// pointing are words that order something and name nothing, in the languages of founders.
const pointing = greeting + " " + nod + " " +
	"a about after again ahead all also an and any anything are as asap at be begin best better bit both by can care change continue could deal do does done doing everything " +
	"expand fast faster finish fix for from further get give go going good great guys handle have help here how i idea ideas if improve improved improvement improvements improving in into is it its job just keep kindly let like little " +
	"look lot make making matter me more move my need needs new next nice nicer now of off on one ones optimise optimize other our out over part please polish problem properly quality quick quickly really redo right run shorter simpler so solve some somehow someone " +
	"something soon start stuff sure take task tasks team than that the their them then there these they thing things think this those thoughts through time to today tomorrow too try up us usual want way we well whatever what will with work works working would you your yourself " +
	"als alles an anfangen arbeite arbeiten auch aufgabe auf bau bearbeite bearbeiten beginn beginne besser bisschen bitte da damit dann daran darum das dem den der dich die dies diese dieses ding dinge dir doch du ein eine einfach einmal erledige erledigen es etwas euch fang fange für gut gute " +
	"helfen hilf ich ihr ihm im in ist ja jetzt kann kannst könnt könntest kümmere los mach mache machen macht mal mehr mein meine mich mir mit nach noch nun nur optimiere optimieren problem sache sachen schneller schöner sich sie so sollen start starte thema tu tun um uns und unser verbessere verbessern vom von war was weiter wie wir wird wollen würdest zu zum " +
	"améliore améliorer améliorez aide aider alors au aussi avec bien ce cela ces cet cette chose choses commence comme continue dans de des du elle en encore est et fais faire fait faites il je la le les lui ma mes mieux moi mon ne notre nous occupe on optimise ou peu peux plaît plus pour pourrais pouvez que qui quoi rends s'il sa se ses si sur ta te ton tout toute travaille truc trucs tu un une va vas vite vous y ça " +
	"a ahora algo ayuda ayúdame bien bueno como con continúa cosa cosas de del el ella en eso esa ese esta este esto favor hacer haga hagan haz hazlo házlo la las le lo los mas me mejor mejora mejorar mejóralo mi más nos nuestro ocúpate optimiza para poco podrías por puedes que se si sigue tema todo trabaja tu tú un una vamos y ya " +
	"agora ajuda ajude algo aquilo coisa coisas começa continua da disso do ele ela essa esse esta este faz faça faze fazer isso isto me melhor melhora melhorar melhore meu minha mais na no o os para poderia por pouco pra que se tudo um uma você " +
	"aiuta aiutami bene che ci comincia con cosa cose di e fa' fai fallo falla fare il inizia la lo ma meglio mi migliora miglioralo migliorare mio nostro ora ottimizza per più po puoi potresti quella quello questa questo su tutto un una " +
	"aan aub begin beter dat de ding dingen dit doe doen een en er ga graag help het hier iets ik kun kunt maak mee meer met mij mijn nog nu om onze op te verbeter verder wat we werk wil ze zo " +
	"coś i jest lepiej lepsze mi mnie na nam nasz ok popraw pomóż proszę rób się sprawę teraz to tym ulepsz w więcej z zacznij zajmij zrób " +
	"bättre den det gör göra hjälp jag mer mig nu något på saken snälla vi улучши улучшите сделай сделайте это лучше пожалуйста помоги мне нам дело это начни давай ещё еще " +
	"改善 改善して よくして 良くして やって やってください お願い お願いします よろしく それ これ あれ して ください もっと 例の件 改进 改进一下 改善一下 优化 优化一下 弄好 弄好点 做 做一下 做吧 这个 那个 更好 一点 请 帮 帮我 把 它 它做好"

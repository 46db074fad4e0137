"""Words that the French grammar tells apart by what stands around them."""

from __future__ import annotations

import re

from kb.cards.altered.symbols import COST_LISTS
from kb.cards.grammar import Grammar
from kb.cards.tagging import Row, any_of, compiled
from kb.cards.text import Mark

_COSTS = "coûts? de (?:main|réserve|base)"
_RELATOR = r"(?:je|vous|il|elle|ils)"
_SUBJECT = r"(?:je|il|elle|ils|vous|un|le|la|les|cette|ce|votre|mon|chaque|l')"


def marks(grammar: Grammar) -> tuple[Mark, ...]:
    """Return the marks in the order in which they apply."""
    words = grammar.words_of
    verb = rf"(?:{any_of(words['verb6'])})"
    nouns = grammar.entries
    head = any_of(nouns["NOUN_M"].forms + nouns["NOUN_F"].forms)
    sort = any_of(nouns["SORT_M"].forms + nouns["SORT_F"].forms)
    noun = rf"(?:{head}|{sort})"
    past = any_of(nouns["PAST_M"].forms + nouns["PAST_F"].forms)
    key = rf"(?:{any_of(nouns['KEY_M'].forms + nouns['KEY_F'].forms)})"
    rows: list[Row] = [
        # Verbs that are other words too
        (r"(?<![^ ])(à|y) a ", r"\1 a^k "),
        (r"(?<![^ ])(y) a ", r"\1 a^k "),
        (r"(?<![^ ])(fait|font) (?=face )", r"\1^z "),
        (r"(?<![^ ])à jouer ", "à^v jouer "),
        (
            r"dont aucune statistique ne est supérieure à ",
            "dont aucune statistique ne est^r supérieure à^r ",
        ),
        (r"(?<![^ ])pour (?=chacune? )", "pour^e "),
        (r"(?<![^ ])autant de (?=[^.]*que vous le voulez )", "autant^q de "),
        (r"que vous le voulez ", "que vous le^o voulez^q "),
        (r"(entre votre \S+) et ", r"\1 et^b "),
        (r"(?<![^ ])(jouer|jouée?|jouez) dans ", r"\1 dans^a "),
        (r"(?<![^ ])(révélez|piochez|jouez|jouer) (également|immédiatement|aussi) ", r"\1 \2^g "),
        (
            rf"(?<![^ ])(?<!à )(me|le|la|les|l'|lui) "
            rf"(?=(?:{verb[3:-1]}|fait\^z|font\^z|souhaitez) )",
            r"\1^o ",
        ),
        (r"(?<![^ ])(faire|faites|fait|fais|font) (?=(?:gagner|perdre|changer) )", r"\1^m "),
        (r"(?<=le\^o )(faire|faites|fait|fais|font) ", r"\1^d "),
        (r"(?<![^ ])(faites) (?=ce qui)", r"\1^d "),
        (r"(?<![^ ])fois (?=,)", "fois^r "),
        (rf"(?<![^ ])(a|avez|ai|ont) (?=(?:{past}) )", r"\1^k "),
        (r"(?<![^ ])(gagnez|gagner|gagne) (?=la partie)", r"\1^w "),
        (r"(?<![^ ])(compte) (?=pas dans)", r"\1^t "),
        (r"(?<![^ ])x (?=ne |peut )", "x^p "),
        (r"\{([jhr])\} (?!$)(?<=capacités \{[jhr]\} )", r"{\1}^n "),
        (r"terrain \{([vmo])\} ", r"terrain {\1}^s "),
        (rf"(jetons?(?: {sort})*) ({sort})(?= )", r"\1 \2"),
        (r"(?<![^ ])(les (?:\S+)) premières ", r"\1 premières^t "),
        (r"(?<![^ ])(la|votre|sa|leur) (défausses?) ", r"\1 \2^n "),
        (r"(?<![^ ])(deux|trois|une|les) (cibles?) ", r"\1 \2^n "),
        # Dashes of quantity
        (r"(?<![^ ])(choisi\w+|jusque à) l' un ", r"\1 l' un^p "),
        (r"(?<![^ ])un seul ", "un^n seul "),
        (r"(?<![^ ])(une?) (?=de (?:mes|vos|ses|leurs) )", r"\1^n "),
        (r"(?<![^ ])l' (?=une?\^n de )", "l'^u "),
        (r"(?<![^ ])(un|une) autre ", r"\1 autre^q "),
        (r"(?<![^ ])les deux (?=[.:,])", "les deux^p "),
        (r"(?<![^ ])(vos|mes|ses) deux ", r"\1 deux^q "),
        (r"(?<![^ ])moins de (?=\{)", "moins de^m "),
        (r"(?<![^ ])moins de ", "moins de^q "),
        (r"(?<![^ ])de (moins|plus) ", r"de \1^m "),
        (r"(?<![^ ])ou (moins|plus) ", r"ou \1^m "),
        (r"(boosts?) ou (moins)\^m (?=,)", r"\1 ou^m \2 "),
        (r"de moins\^m pour (?=le |la |un )", "de moins^f pour "),
        (r"(?<![^ ])pas de (?=boost)", "pas^n de^n "),
        (r"(?<![^ ])quel nombre ", "quel^f nombre "),
        (r"(?<![^ ])que (?=un\^n seul)", "que^s "),
        # Who is or becomes the first player is so, as who is behind is: no player is counted
        (
            r"(?<![^ ])(suis|es|est|êtes|sont|étais|était|étaient|étiez|deviens|devient|devenez"
            r"|deviennent|devenir) le premier joueur ",
            r"\1 le^b premier joueur ",
        ),
        # Times
        (r"(?<![^ ])à le (?=midi|crépuscule)", "à le^p "),
        (r"(?<![^ ])le (?=matin )", "le^p "),
        (r"(?<=pendant l' )après-midi ", "après-midi^p "),
        (r"(?<![^ ])après (?=que )", "après^e "),
        # Destinations
        (
            r"(?<![^ ])((?:met|mettez|mettre|mets|mettent|crée|créez|créer|créent|renvo\w+|envo\w+)"
            r"(?: (?!crée|met|\.|,|pour |sur |en |dans |“)[^ ]+(?: (?:en \{[vmo]\}|en jeu))*)*)"
            r" (en|dans|sur) (?!jeu |\{)",
            r"\1 \2^d ",
        ),
        (r"(?<![^ ])(envoyez|envoyer) en ", r"\1 en^d "),
        (
            r"(?<![^ ])en\^d réserve "
            r"(?=une? |jusque |ne |chaque |deux |trois |toutes? |tous |les? |la |l' )",
            "en^e réserve ",
        ),
        (r", (?=distribué)", ",^d "),
        (r"(?<![^ ])(vais|va|allez|vont|aller) (en|dans) ", r"\1 \2^d "),
        (r"(?<![^ ])((?:vais|va|allez|vont) (?:en|dans)\^d [^.-]*?) depuis ", r"\1 depuis^g "),
        (r"(?<![^ ])(plac\w+ [^.]*?) sur ", r"\1 sur^d "),
        (r"(?<![^ ])au-dessus de ", "au-dessus de^d "),
        (r"(?<![^ ])(déplac\w+ [^.]*?) de ([^.]*?) vers ", r"\1 de^g \2 vers "),
        (r"(?<![^ ])(échang\w+ [^.]*?) (avec|contre) ", r"\1 \2^x "),
        (r"(?<=\[foncer\] )avec ", "avec^w "),
        (r"(?<=\[foncez\] )avec ", "avec^w "),
        (r"(?<=gratuitement )dans ", "dans^a "),
        (r"(?<=de moins\^m )dans ", "dans^a "),
        (r"(?<=jouer )(dans) (?=une)", r"\1 "),
        (r"(?<![^ ])((?:avance|recule)(?:r|z|nt)?(?: pas)?) de ", r"\1 de^y "),
        (r"(?<![^ ])(rédui\w+ [^.]*?) de (?=\{)", r"\1 de^y "),
        (r"(?<![^ ])(change(?:r|z|nt)? (?:[^.]*? )?)de expédition (?=[.,])", r"\1de expédition^s "),
        # Relative clauses and qualities
        (rf"(?<![^ ])(de|avec) (?=(?:un )?(?:{_COSTS}|total de) )", r"\1^h "),
        (r"(?<![^ ])(inférieur|supérieur) ou égal à ", r"\1^h ou^h égal^h à^h "),
        (r"(?<![^ ])total de (?=#|\{)", "total^h de^h "),
        (r"(?<=avec\^h )un (?=total|coût)", "un^h "),
        (rf"({noun}(?: \S+){{0,3}}) que (?=(?:{_RELATOR}|un adversaire) )", r"\1 que^r "),
        (r"(?<=réserve )que (?=un adversaire)", "que^t "),
        (r"(?<=réserve )que\^r (?=un adversaire)", "que^t "),
        (r"(?<![^ ])qui (?=\S+ (?:en|à|fait\^z|font\^z) )", "qui^r "),
        (
            r"que\^r \w+ (?:joue|jouez|jouent)(?: (?!ce |cet |chaque )\S+){0,3}"
            r" (?:ce|cet|chaque) (?=tour|après-midi|jour)",
            lambda m: re.sub(
                r" (ce|cet|chaque) $",
                r" \1^r ",
                re.sub(r" (depuis|en) ", r" \1^r ", m.group(), count=1),
            ),
        ),
        (r"(joué|jouée) de ((?:votre|ma|sa|leur) main ce) ", r"\1 de^r \2^r "),
        (r"(joué|jouée) de (?=(?:votre|ma|sa|leur) main)", r"\1 de^f "),
        (rf"({past}) de cette (façon|manière) ", r"\1 de cette^r \2^r "),
        (r"(?<=base )de (?=#)", "de^c "),
        (r"(?<=base )de\^m (?=#)", "de^c "),
        (r"(?<![^ ])(contrôle(?:z|nt)?) ou (?=dans )", r"\1 ou^p "),
        (r"en jeu (ou|et) (?=en )", r"en jeu \1^p "),
        (r"(?<![^ ])sur (?=#|:|un résultat)", "sur^n "),
        (r"(?<![^ ])pour (?=chaque )", "pour "),
        (r"(?<![^ ])pour chaque ", "pour chaque^f "),
        (
            r"(?<![^ ])par (?=(?:\S+ )?(?!un |le |la |vos |vous )[a-zé]+ )"
            r"(?<!é par )(?<!ée par )(?<!és par )(?<!ées par )",
            "par^f ",
        ),
        (r"(?<![^ ])pour (?=\{)", "pour^f "),
        (rf"(?<![^ ])pour (?=(?:me|le|la|les|l'|lui)\^o |que |{verb} )", "pour^v "),
        (r"(?<![^ ])avec (?=“)", "avec^q "),
        (
            r"(?<![^ ])(peut|peux|pouvez|peuvent) (immédiatement|uniquement|seulement|également) ",
            r"\1 \2^e ",
        ),
        (r"(?<![^ ])(piochez|jouez|jouer) (aussi|immédiatement) (?=une|un|jusque)", r"\1 \2^g "),
        (r"(?<![^ ])(étais|était) déjà ", r"\1 déjà^e "),
        # Coordination, by what follows
        (r"(?<![^ ])(sinon|puis) , ", r"\1 , "),
        (r", si (?=[^-]*- )", ", si^t "),
        (r"(?<=\S ), puis ", ",^t puis^t "),
        (r",\^t puis\^t (?=pioche |défausse |crée )", ",^v puis^v "),
        (
            rf"((?:^|[-.•] |\}} )(?:vous pouvez )?(?:ciblez|choisissez)[^.,]*), (?={_RELATOR} )",
            r"\1,^c ",
        ),
        (r"que(?:\^r)? vous le(?:\^o)? voulez(?:\^q)? ", "que vous le^o voulez^q "),
        (r"(?<![^ ])(jetons?) (compagnon|personnage) ", r"\1 \2^s "),
        (rf"((?:gagne|gagnent|gagner|perd|perdre) {key}) ,(?:\^s)? (?={key} ou )", r"\1 ,^l "),
        (r"(?<![^ ])et (?=(?:je|il|elle|ils|vous) )", "et^c "),
        (r"((?:faire|fait)\^m [^.]*?) (et|ou) (?=gagner |perdre )", r"\1 \2^w "),
        (rf"(?<![^ ])(et|ou) (?=(?:(?:me|le|la|les|lui)\^o )?{verb} )", r"\1^v "),
        (rf"(?<![^ ])({noun}|\{{[vmo]\}}) (et|ou) (?=(?:{noun}|\{{[vmo]\}}) )", r"\1 \2^n "),
        (r"(\{[vmo]\}) , (?=\{[vmo]\} )", r"\1 ,^n "),
        (rf"({key}) ou (?={key} )(?!\S+ \.)", r"\1 ou^s "),
        (rf"(?<![^ ])({key}) , (?={key} (?:ou))", r"\1 ,^s "),
        (rf"((?:gagne|gagnent|gagner|perd|perdre) {key}) ,\^s (?={key} ou)", r"\1 ,^l "),
        (rf"((?:gagne|gagnent|gagner|perd|perdre) {key} ,\^l {key}) ou\^s ", r"\1 ou "),
        (r"(?<![^ ])(en retard|à égalité|en avance) ou ", r"\1 ou^s "),
        (r"^(\[[^ ]+\]) , (?=\[)", r"\1 ,^k "),
        (r", (épuisée?) ", r", \1^x "),
        (r": $", ":^h "),
        (r": (?=“)", ":^q "),
    ]
    return compiled((*rows, *COST_LISTS))

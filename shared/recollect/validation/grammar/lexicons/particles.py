"""Small words of the seven languages that negate, restrict or defer a statement, or say nothing."""

from typing import Final

from recollect.validation.grammar.words import word_set

WITHOUT: Final = word_set("without ohne sans sin sem senza zonder")
"""Words for not having something."""

AT: Final = word_set("at chez bij")
"""Words before where somebody works."""

OR: Final = word_set("or oder ou o of")
"""Words between alternatives."""

HAVING: Final = word_set("has have had hat haben tiene tienen tem ha hanno ont heeft hebben")
"""Forms of `have`, which the lexicon gives no meaning; but for `a`, which is an article, too."""

PLURAL_VERBS: Final = word_set("are were remain sind waren son estan sont sono sao estao zijn")
"""Verbs of several subjects."""

THAT: Final = word_set("that darum dass que che ervoor dat")
"""Words before a clause that says what another one is about."""

SINCE: Final = word_set("since seit depuis desde dal sinds")
"""Words before the time when something began."""

DENYING: Final = WITHOUT | word_set("""
not no never none nobody nothing neither nor cannot noone nicht kein keine keinen keiner keines
keinem nie niemals niemand nichts ningun ninguna ninguno nunca nadie nada tampoco jamas pas aucun
aucune jamais personne rien nao nenhum nenhuma ninguem non nessun nessuno nessuna niente niet geen
nooit niets insufficient
""")
"""Words that deny, besides those that end in `n't`."""

FAILING: Final = word_set("""
stop stopped stops fail failed fails failing failure unable refuse refused refuses lost lose loses
missing misses lack lacks down offline expired broken denied reject rejects rejected blank frozen
drop drops dropped hang hangs timeout timeouts error errors loss read-only disconnected
disconnects unreachable unhealthy panic panics panicked crash crashes crashed crashing
outage outages hit hits affected affects impacted disrupted interrupted suffered
""")
"""Words that say that something does not work."""

PARTLY: Final = word_set("""
some most partly half only except few unknown automatically manually directly entirely fully
completely
""")
"""Words beside which a statement is not about everything."""

PLANNED: Final = word_set("""
once provided sobald sofern zodra aussitot will planned plan plans planning announced
scheduled prepared tonight tomorrow expected due wait
waiting waits promised shall upcoming todo intended hopes going awaiting wird werden geplant
vorgesehen heute morgen erwartet folgt previsto prevista previstos previstas planificado manana
espera esperando sera prevu prevue prevus prevues demain attente planejado planejada amanha
aguardando domani attesa programmato gepland verwacht zal wacht wachten
""")
"""Words that say that something is still to come."""

GRAMMAR: Final = word_set("""
the a an and or of to in on at for with by from as is are was were be been being it its this that
these those has have had do does did will would there they he she we you so now also only just
still already per about got get der die das den dem des ein eine einen einem einer und oder ist
sind war waren hat haben von vom zu zum zur im am auf mit bei fur aus nach seit es el la los las
un una unos unas y o son fue de del en con por para se que su le les lo al une du et ou est sont
au aux dans sur avec par pour ce cette il os um uma e sao foi da dos no na nos nas em com gli i
uno ed sono di della dei delle nel nella het een zijn heeft van te naar op met bij voor uit
""")
"""Words of grammar, which say neither what a statement is about nor which field it names."""

IDLE: Final = GRAMMAR | word_set("""
last longer anymore can could may their his her our your us them who which what when where while
than then yet again currently today back up out off over all any some each every both more most
other very seen since after before because but if until into hi hello yes ok please thanks gets
jan feb mar apr jun jul aug sep oct nov dec january february march april june july august
september october november december utc wurde wurden wird werden noch schon er sie fueron ha han
esta estan sus ya desde sigue etait ont ete cet elle qui depuis encore toujours uns foram tem
ainda stato stata hanno che ancora hebben sinds nog steeds done finished completed complete
happened through bereits erledigt abgeschlossen hecho realizado completado termine terminee deja
effectue effectuee fait ja feito concluido concluida realizada gia fatto completato eseguito reeds
voltooid uitgevoerd gedaan
""")
"""Words that do not say what a statement is about."""

POSSESSIVES: Final = word_set("its their ihr su sus son sa suo zijn")
"""What belongs to the object that was named before."""

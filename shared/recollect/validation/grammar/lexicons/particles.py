"""Small words of the seven languages that turn, defer or end what a statement says."""

from typing import Final

DENYING: Final = """
not no never none nobody nothing without neither nor cannot noone nicht kein keine keinen keiner
keines keinem nie niemals niemand ohne nichts ningun ninguna ninguno nunca nadie sin nada tampoco
jamas pas aucun aucune jamais personne sans rien nao nenhum nenhuma ninguem sem non nessun nessuno
nessuna senza niente niet geen nooit zonder niets insufficient
"""
"""Words that deny; besides, those that end in `n't`."""

FAILING: Final = """
stop stopped stops fail failed fails failing failure unable refuse refused refuses lost lose loses
missing misses lack lacks down offline expired broken denied reject rejects rejected blank frozen
drop drops dropped hang hangs timeout timeouts error errors loss read-only disconnected
disconnects unreachable unhealthy panic panics panicked crash crashes crashed crashing
outage outages hit hits affected affects impacted disrupted interrupted suffered
"""
"""Words that say that something does not work."""

PARTLY: Final = """
some most partly half only except few unknown automatically manually directly entirely fully
completely
"""
"""Words beside which a statement is not of all."""

PLANNED: Final = """
once provided sobald sofern zodra aussitot will planned plan plans planning announced
scheduled prepared tonight tomorrow expected due wait
waiting waits promised shall upcoming todo intended hopes going awaiting wird werden geplant
vorgesehen heute morgen erwartet folgt previsto prevista previstos previstas planificado manana
espera esperando sera prevu prevue prevus prevues demain attente planejado planejada amanha
aguardando domani attesa programmato gepland verwacht zal wacht wachten
"""
"""Words that say that something is still to come."""

IDLE: Final = """
last longer anymore the a an and or of to in on at for with by from as is are was were be been
being it its this that these those has have had do does did will would can could may there their
they he she his her our your we you us them who which what when where while so than then now
also only just still yet already again currently today back up out off over all any some each
every both more most other very seen since after before because but if until into per about hi
hello yes ok please thanks got get gets jan feb mar apr jun jul aug sep oct nov dec january
february march april june july august september october november december utc der die das den
dem des ein eine einen einem einer und oder ist sind war waren hat haben wurde wurden wird
werden von vom zu zum zur im am auf mit bei fur aus nach seit noch schon es er sie el la los las
un una unos unas y o son fue fueron ha han esta estan de del en con por para se que su sus le
les lo al ya desde sigue une du et ou est sont etait ont ete au aux dans sur avec par pour ce
cet cette il elle qui depuis encore toujours os um uma uns e sao foi foram tem da dos no na nos
nas em com ainda gli i uno ed sono stato stata hanno di della dei delle nel nella che ancora het
een zijn heeft hebben van te naar op met bij voor uit sinds nog steeds done finished completed
complete happened through bereits erledigt abgeschlossen hecho realizado completado termine
terminee deja effectue effectuee fait ja feito concluido concluida realizada gia fatto
completato eseguito reeds voltooid uitgevoerd gedaan
"""
"""Words of grammar, which tell nothing of what a statement is about."""

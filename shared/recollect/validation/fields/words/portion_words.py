"""Words of claims about how many objects of a list have a value, in seven languages."""

from typing import Final

from recollect.validation.grammar.words import word_set

EVERYTHING: Final = word_set("""
everything everyone everybody alles todo tudo tout tutto
""")
"""Pronouns for all objects."""

NOTHING: Final = word_set("""
nothing nichts nada rien niente nulla niets
""")
"""Pronouns for no object."""

STANDING: Final = word_set("""
stand stands sit sits locate located lie lies run runs running belong belongs own owned owns look
looked after hold held manage managed handle handled housed deploy deployed rate rated
classify classified mark marked class classed concern concerns affect affects fall falls come comes
use uses live lives carry carries count counts breach breached violated exceeded
steht stehen liegt liegen lauft laufen gehort gehoren betrifft betreffen betreut verwaltet
esta estan pertenece pertenecen corre corren afecta afectan gestiona
trouve trouvent appartient appartiennent concerne concernent tourne tournent
trova trovano appartiene appartengono riguarda riguardano gira girano stanno
esta estao fica ficam pertence pertencem afeta afetam violaram
staat staan ligt liggen draait draaien hoort horen
""")
"""Verbs that may stand between the objects and a value that they have."""

EXCEPT: Final = word_set("""
apart except besides ausser neben salvo excepto sauf tranne exceto behalve naast
aside bar barring other otherwise outside save fuera andere
""")
"""Words that introduce an exception."""

LISTS: Final = word_set("""
list table results overview fleet inventory cluster namespace all listed here shown liste tabelle
lista tabla resultados tabella elenco lijst tabel alle todos todas tous toutes tutti tutte
alles load usage use value values level utilisation utilization reading count number rate figure
auslastung wert nutzung uso valor carga charge valeur utilisation carico valore gebruik waarde
""")
"""Words for a whole list and for the values of fields, which do not select any objects."""

"""Superlatives and comparatives in seven languages, and the words around them."""

from typing import Final

EXTREMES: Final = """
highest: largest, biggest, greatest, most, maximum, hochste, hochsten, hochster, hochstes,
 größte,
 größten, meisten, mas alto, mas alta, mayor, mas, le plus, la plus, les plus, plus haut, plus
 eleve,
 plus elevee, plus grand, plus grande, piu alto, piu alta, piu grande, maggior, mais alto, mais
 alta,
 maior, hoogste, grootste, meeste
lowest: smallest, least, fewest, niedrigste, niedrigsten, kleinste, kleinsten, wenigsten, mas
 bajo,
 mas baja, menor, le moins, la moins, plus bas, plus basse, plus petit, plus petite, piu basso,
 piu bassa, piu piccolo, minor, mais baixo, mais baixa, laagste, minste
oldest: earliest, alteste, altesten, altester, mas antiguo, mas antigua, mas viejo, plus ancien,
 plus ancienne, plus vieux, piu vecchio, piu vecchia, mais antigo, mais antiga, oudste
newest: latest, youngest, most recent, neueste, neuesten, jungste, jungsten, mas reciente, mas
 nuevo,
 plus recent, plus recente, piu recente, mais recente, nieuwste, jongste
longest: am langsten, langste, langsten, mas tiempo, mas largo, mas larga, plus longtemps, plus
 long,
 plus longue, piu a lungo, piu lungo, piu lunga, mais tempo, mais longo, mais longa, langst
shortest: kurzeste, kurzesten, mas corto, mas corta, plus court, plus courte, piu corto, piu
 breve,
 mais curto, mais curta, kortste
last: most recently, zuletzt, por ultimo, en dernier, per ultimo, per ultima, als laatste
first: zuerst, en premier, per primo, per prima, als eerste
"""
"""Superlatives, each with those that say the same."""

COMPARED: Final = """
highest: higher, larger, bigger, greater, more, mehr, hoher, größer, meer, hoger, groter
lowest: lower, smaller, fewer, less, weniger, niedriger, kleiner, minder, lager
oldest: older, earlier, alter, ouder
newest: newer, later, younger, neuer, junger, nieuwer
longest: longer, langer
shortest: shorter, kurzer, korter
"""
"""Comparatives, by the superlatives that go the same way."""

THAN: Final = """
than als dan
"""
"""Words before what something is compared with."""

AMONG: Final = """
of among amongst within from in unter von bei aus im entre de en parmi dans sur chez tra fra di
 nel
dei delle da das dos van onder tussen
"""
"""Words before those of whom something is the highest or the first."""

OFTEN: Final = """
often frequently oft haufig veces souvent spesso vezes vaak
"""
"""Words for how often something happened."""

OPENED: Final = """
opened created started reported raised logged
"""
"""What names of dates say from which the age of a thing counts."""

AGES: Final = """
uptime age up alter edad eta idade
"""
"""What names of times say that tell how old something is, or since when it runs."""

STARTED: Final = """
rebooted restarted booted neugestartet reiniciado reiniciada redemarre riavviato herstart
"""
"""Words for what begins an uptime."""

LISTS: Final = """
list table results overview fleet inventory cluster namespace all listed here shown liste tabelle
lista tabla resultados tabella elenco lijst tabel alle todos todas tous toutes tutti tutte
alles load usage use value values level utilisation utilization reading count number rate figure
auslastung wert nutzung uso valor carga charge valeur utilisation carico valore gebruik waarde
"""
"""Words for all that a result has, and for what fields have, that leave nothing out."""

OTHERS: Final = """
other others else rest any another andere anderen anderer anderes otro otra otros otras autre
 autres
altro altra altri altre outro outra outros outras
"""
"""Words for all others."""

ORDINALS: Final = """
second third fourth next zweite zweiten dritte dritten zweit nachst segundo segunda tercer tercero
deuxieme troisieme secondo seconda terzo tweede derde op na one two three among amongst unter parmi
onder nearly almost fast casi presque quasi quase bijna
"""
"""Words before a superlative that make it no superlative: `the second highest`."""

MACHINES: Final = """
host hosts machine machines server servers device devices node nodes
"""
"""Names of fields that count machines, whatever they call them."""

RELATIVE: Final = """
that which who der die das que qui che dat
"""
"""Words before a verb that goes on with whom something is said of."""

EXCEPT: Final = """
apart except besides ausser neben salvo excepto sauf tranne exceto behalve naast
"""
"""Words before those that are left out."""

AFTER: Final = """
after following nach despues apres dopo depois na
"""
"""Words before those that come first in an order."""

POSSESSIVES: Final = """
s his her their its our my sein ihr deren su sus son sa leur suo sua loro seu zijn haar hun
"""
"""Words before a superlative that tell whose first one it is."""

MORE: Final = """
mas plus piu mais menos moins meno mayor menor maior
"""
"""Words that are superlatives only behind an article."""

ARTICLES: Final = """
el la los las le les il lo i gli o a os as l
"""
"""Those articles."""

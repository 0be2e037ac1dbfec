"""German words by their meanings, which `english` explains."""

from collections.abc import Mapping
from typing import Final

WORDS: Final[Mapping[str, str]] = {
    "status:new": "neu, neuer",
    "status:open": "offen, geöffnet, noch offen, aktiv, aktive, aktiven, aktiver, offener, offene,"
    " offenen, wieder geöffnet, ungelöst",
    "status:in_progress": "in bearbeitung, in arbeit, wird bearbeitet, wird gerade bearbeitet",
    "status:pending": "wartend, ausstehend, zurückgestellt, pausiert, in warteschleife, auf eis,"
    " wartet auf rückmeldung, in wartestellung, wartet",
    "status:resolved": "gelöst, behoben, erledigt",
    "status:closed": "geschlossen, abgeschlossen",
    "status:cancelled": "storniert, abgebrochen, zurückgezogen",
    "status:operational": "betriebsbereit, in betrieb, funktionsfähig, online",
    "status:down": "außer betrieb, nicht betriebsbereit, offline, ausgefallen",
    "status:retired": "stillgelegt, ausgemustert, außer dienst, außer betrieb,"
    " außer betrieb genommen",
    "status:maintenance": "in wartung, in reparatur, in der reparatur, wird repariert",
    "status:healthy": "gesund, fehlerfrei, in ordnung, laufen einwandfrei, laufen normal, laufen,"
    " funktionieren, einwandfrei",
    "status:unhealthy": "ungesund, fehlerhaft, nicht gesund, nicht bereit, gestört, beeinträchtigt",
    "cause:oom": "speichermangel, zu wenig speicher",
    "cause:crash_loop": "absturzschleife, absturzschleifen",
    "priority:1": "kritisch, kritische, kritischer, kritischen",
    "priority:2": "hoch, hohe, hoher, hohen, hohem",
    "priority:3": "mittel, mittlere, mittlerer, mittleren, moderat, normal, normale",
    "priority:4": "niedrig, niedrige, niedriger, niedrigen, gering, geringe, geringer",
    "priority:5": "planung, sehr niedrig",
    "label:status": "status, zustand, stand, aktueller status, aktueller stand, betriebsstatus",
    "label:priority": "priorität, prio",
    "label:assignee": "zugewiesen an, zugewiesen, bearbeiter, bearbeiterin, zuständig,"
    " verantwortlich, zugeteilt, bearbeitet von, sachbearbeiter",
    "label:group": "gruppe, team, zuweisungsgruppe, supportgruppe, bearbeitergruppe",
    "label:customer": "kunde, kundin, kundenname, firma, auftraggeber",
    "label:sla": "sla, vereinbarte zeit, vereinbarten zeit",
    "label:opened": "eröffnet, eröffnet am, erstellt, erstellt am, geöffnet am, gemeldet am,"
    " angelegt am",
    "label:updated": "aktualisiert, aktualisiert am, zuletzt aktualisiert, letzte aktualisierung,"
    " letztes update",
    "label:closed": "geschlossen am, gelöst am, abgeschlossen am",
    "label:number": "fallnummer, ticketnummer, nummer, vorfallnummer",
    "label:address": "ip, ip adresse, adresse",
    "label:contact": "ansprechpartner, ansprechpartnerin, kontakt, kontaktperson",
    "label:other": "kategorie, auswirkung, dringlichkeit, standort, ursache, lösung, melder,"
    " gemeldet von, abhängigkeiten, umgebung, beschreibung",
    "case": "fall, fälle, fällen, falls, ticket, tickets, vorfall, vorfälle, vorfällen, störung,"
    " störungen, anfrage, anfragen, vorgang, vorgänge, incident, incidents, case, cases, problem",
    "pod": "pod, pods",
    "item": "server, firewall, gerät, geräte, switch, router, host",
    "user": "benutzer, benutzern, benutzerinnen, nutzer, nutzern, anwender, anwendern, personen,"
    " mitarbeiter, mitarbeitern, mitarbeitende, mitarbeitenden, leute, leuten, beschäftigte,"
    " beschäftigten, menschen, nutzerinnen, user, usern, kollegen, mitarbeiterinnen",
    "thing:customer": "kunden",
    "thing:site": "standorte, standorten, filialen, büros",
    "thing:mailbox": "postfächer, postfach, postfächern",
    "thing:restart": "neustarts, neustart",
    "thing:attempt": "versuche, versuchen",
    "thing:device": "geräte, geräten, rechner, computer, laptops, arbeitsplätze",
    "thing:printer": "drucker, druckern",
    "thing:error": "fehler",
    "times": "mal",
    "label:item": "betroffenes gerät, betroffener server, betroffen ist, betroffen war",
    "be": "ist, sind, bleibt, bleiben, steht, lautet, gilt, befindet sich, liegt",
    "been": "wurde, wurden, ist, sind, worden, gilt als",
    "was": "war, waren",
    "not": "nicht, nie, noch nicht, nicht mehr, keineswegs, kein, keine, weder",
    "if": "falls, wenn, ob, sofern",
    "when": "sobald, bis, bevor, solange, als",
    "maybe": "könnte, sollte, wird, werden, muss, soll, dürfte, vielleicht, vermutlich,"
    " wahrscheinlich, möglicherweise, bitte, möchten, möchte, voraussichtlich, müssen, sollen,"
    " wollen, geplant, demnächst, hoffentlich, bald",
    "said": "sie sagten, du sagtest, laut benutzer, laut kunde, der benutzer sagt, sie schrieben,"
    " sie erwähnten, der kunde sagt, ihre nachricht, sie meinten, sie haben geschrieben, sagt er,"
    " sagt sie, sie fragten, wie sie",
    "formerly": "früher, zuvor, ursprünglich, anfangs, zunächst, vorher, ehemals, damals, vorherig,"
    " andere, anderer, anderen, ähnliche, ähnlicher, hatte, frühere, weitere",
    "adverb": "derzeit, aktuell, momentan, jetzt, noch, noch immer, immer noch, weiterhin, bereits,"
    " schon, auch, inzwischen, mittlerweile, somit, also, als, auf, im, in, mit, der, die, das,"
    " seit, zurzeit, gegenwärtig, nach wie vor, ja, nein, bei, heute, nun, alle, beide, im status,"
    " vollständig, sich, von, priorität, status",
    "determiner": "der, die, das, dieser, diese, dieses, ein, eine, ihr, ihre, unser, den, dem, zu,"
    " im, in, zum, aktuell, derzeit, ja, nein, auch, und, also, hier, laut, gemäß, für, mein,"
    " hallo, momentan, noch, somit, kurz, zur, von, danke, weiterhin",
    "it": "er, es, sie, dieser, dies, das",
    "every": "alle, alle der, jeder, jede, jedes, sämtliche, allen, aller",
    "none": "kein, keine, keiner, keines, keiner der, keine der, keines der, null",
    "both": "beide, beiden",
    "half": "die hälfte, die hälfte der, hälfte der",
    "fraction": "halbe, halben, halber, anderthalb, eineinhalb, zweieinhalb, dreieinhalb,"
    " viereinhalb, viertelstunde, dreiviertelstunde",
    "most": "die meisten, die meisten der, die mehrheit der",
    "some": "einige, einige der, mehrere, manche",
    "not_all": "nicht alle, nicht jeder",
    "share": "von, der, von den, der insgesamt, aus, von insgesamt",
    "total": "gefunden, insgesamt, es gibt, es liegen, treffer, gefundene",
    "number:1": "ein, eine, einer, eines, einem, einen",
    "number:100": "hundert, einhundert",
    "about": "etwa, ungefähr, rund, circa, ca, knapp, fast, schätzungsweise, zirka",
    "over": "über, mehr als, mindestens",
    "under": "unter, weniger als, höchstens, bis zu, maximal",
    "unit:second": "sekunde, sekunden",
    "unit:minute": "minute, minuten",
    "unit:hour": "stunde, stunden, std",
    "unit:day": "tag, tage, tagen",
    "unit:week": "woche, wochen",
    "unit:month": "monat, monate, monaten",
    "unit:year": "jahr, jahre, jahren",
    "remaining": "läuft in, laufen in, endet in, fällig in, verbleibend, verbleiben, verbleibende,"
    " übrig, restzeit, noch, bleiben, verbleibt, bleibt, verbleibenden, restlich",
    "breached": "verletzt, überschritten, gerissen, verstrichen, abgelaufen, überfällig",
    "kept": "eingehalten, im plan, im rahmen, im sla, läuft noch",
    "assigned": "zugewiesen an, bearbeitet von, liegt bei, zuständig ist, bearbeiter ist,"
    " verantwortlich ist, bearbeiterin ist, betreut von, ist bei, zugeteilt an, übernommen von,"
    " zugewiesen ist, ist aktuell bei",
    "handles": "bearbeitet, ist zuständig, kümmert sich, ist zugewiesen, arbeitet daran,"
    " ist verantwortlich, übernimmt, betreut, hat den fall, ist der bearbeiter, ist dran,"
    " arbeitet am, arbeitet an, zugewiesen, zugeteilt, hat das ticket, übernommen",
    "nobody": "niemand, niemandem, nicht zugewiesen, noch niemandem, niemanden,"
    " noch nicht zugewiesen, keinem bearbeiter, kein bearbeiter",
    "team": "team, gruppe, abteilung, support, technik",
    "from": "von",
    "to": "auf, zu",
    "but": "aber, jedoch, sondern, während, obwohl, da, weil, allerdings, denn",
    "and": "und, oder",
}

NUMBERS: Final = (
    "zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn"
    " sechzehn siebzehn achtzehn neunzehn"
)
TENS: Final = "zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig"
MONTHS: Final = (
    "januar,jan,jänner februar,feb märz,mrz april,apr mai juni,jun juli,jul august,aug"
    " september,sep,sept oktober,okt november,nov dezember,dez"
)

COMMON: Final = (
    "der die das ist sind und von den dem ein eine mit nicht für auf wurde es zu im am hat noch"
    " wird sich des bei ihr als in ab an um vom zum bis"
)

NOTHING: Final = (
    "keine fälle, keine tickets, keine ergebnisse, keine treffer, nichts gefunden,"
    " kein fall, keine vorfälle, keine offenen, keine passenden, keinen fall, keine einträge,"
    " keinen treffer, kein ticket, 0 fälle, nichts, keine"
)
"""Phrases that say that a search found nothing."""

"""Dutch words by their meanings, which `english` explains."""

from collections.abc import Mapping
from typing import Final

WORDS: Final[Mapping[str, str]] = {
    "status:new": "nieuw, nieuwe",
    "status:open": "open, openstaand, actief, actieve, openstaande, heropend, geopend, onopgelost,"
    " nog open",
    "status:in_progress": "in behandeling, in uitvoering, bezig, wordt behandeld",
    "status:pending": "in de wacht, in afwachting, wachtend, on hold, gepauzeerd, wacht op",
    "status:resolved": "opgelost, verholpen",
    "status:closed": "gesloten, afgesloten, afgehandeld, dicht",
    "status:cancelled": "geannuleerd, ingetrokken",
    "status:operational": "operationeel, in bedrijf, in gebruik",
    "status:down": "buiten werking, buiten gebruik, buiten dienst, niet operationeel,"
    " buiten bedrijf, offline",
    "status:retired": "buiten gebruik gesteld, buiten gebruik, uitgefaseerd",
    "status:maintenance": "in onderhoud, in reparatie, wordt gerepareerd",
    "status:healthy": "gezond, in orde, draaien, werken, draaien goed",
    "status:unhealthy": "ongezond, niet gezond, defect, falend, verstoord",
    "cause:oom": "geheugengebrek, geheugentekort",
    "cause:crash_loop": "crashlus",
    "priority:1": "kritiek, kritieke, kritisch, kritische",
    "priority:2": "hoog, hoge",
    "priority:3": "gemiddeld, gemiddelde, middel, matig, normaal, normale, middelmatig",
    "priority:4": "laag, lage",
    "priority:5": "planning, zeer laag",
    "label:status": "status, huidige status, toestand, stand, staat",
    "label:priority": "prioriteit, prio",
    "label:assignee": "toegewezen aan, toegewezen, behandelaar, eigenaar, verantwoordelijke,"
    " toegekend aan, behandeld door",
    "label:group": "groep, team, toewijzingsgroep, behandelgroep, oplosgroep",
    "label:customer": "klant, bedrijf",
    "label:sla": "afgesproken tijd, sla",
    "label:opened": "geopend, geopend op, aangemaakt, aangemaakt op, gemeld op",
    "label:updated": "bijgewerkt, bijgewerkt op, laatst bijgewerkt, laatste update",
    "label:closed": "gesloten op, opgelost op, afgesloten op",
    "label:number": "nummer, zaaknummer, ticketnummer",
    "label:address": "ip, ip adres, adres",
    "label:contact": "contactpersoon, contact",
    "label:other": "categorie, impact, urgentie, locatie, oorzaak, oplossing, omgeving,"
    " afhankelijkheden, gemeld door, melder, omschrijving",
    "case": "zaak, zaken, ticket, tickets, incident, incidenten, melding, meldingen, verzoek,"
    " verzoeken, casus, probleem, case, cases",
    "pod": "pod, pods",
    "item": "server, servers, firewall, apparaat, apparaten",
    "user": "gebruiker, gebruikers, mensen, personen, medewerkers, werknemers, collega's",
    "thing:customer": "klanten",
    "thing:site": "locaties, vestigingen, kantoren",
    "thing:mailbox": "mailboxen, postvakken",
    "thing:restart": "herstarts, herstart",
    "thing:attempt": "pogingen",
    "thing:device": "apparaten, computers, werkplekken",
    "thing:printer": "printers",
    "thing:error": "fouten",
    "times": "keer, maal",
    "be": "is, zijn, blijft, blijven, staat, staat op, staan, staan op, bevindt zich",
    "been": "is, zijn, werd, werden, is inmiddels",
    "was": "was, waren",
    "not": "niet, nooit, nog niet, niet meer, geen, niet langer",
    "if": "als, indien, of",
    "when": "zodra, totdat, tot, voordat, wanneer, toen, zolang",
    "maybe": "zou, moet, misschien, mogelijk, waarschijnlijk, zal, wordt, worden, wilt, kunt,"
    " graag, alstublieft, zullen, moeten, wil, gaat, binnenkort, verwacht",
    "said": "u zei, u zegt, volgens u, volgens de gebruiker, de gebruiker zegt, u noemde,"
    " de klant zegt, zoals u, je zei, uw bericht, u schreef, volgens jou",
    "formerly": "eerder, voorheen, oorspronkelijk, aanvankelijk, eerst, had, vroeger, vorige,"
    " soortgelijke, vergelijkbare, andere",
    "adverb": "momenteel, nu, nog, nog steeds, steeds, al, reeds, ook, inmiddels, volledig, als,"
    " in, op, met, de, het, van, sinds, op dit moment, thans, een, alle, allebei, beide, dus,"
    " vandaag, prioriteit, status, inderdaad, gemarkeerd als, door",
    "determiner": "de, het, deze, dit, dat, een, uw, ons, onze, je, jouw, van, in, momenteel, ja,"
    " nee, en, voor, volgens, mijn, hallo, dus, nog, beide, bedankt, op",
    "it": "het, deze, dit, dat, hij, zij, ze",
    "every": "alle, elke, iedere, al de, alle van de",
    "none": "geen, geen van de, geen enkele, nul, geen enkel",
    "both": "beide, allebei, beiden",
    "half": "de helft, de helft van de, helft van de",
    "fraction": "half, anderhalf, tweeënhalf, drieënhalf, vierenhalf, kwartier",
    "most": "de meeste, het merendeel van de",
    "some": "sommige, enkele, meerdere, verschillende",
    "not_all": "niet alle, niet allemaal",
    "share": "van, van de, van in totaal, uit",
    "total": "gevonden, in totaal, er zijn, er is, totaal",
    "number:1": "een, één",
    "number:100": "honderd",
    "about": "ongeveer, circa, rond, zo'n, bijna, ruwweg, rond de",
    "over": "meer dan, ruim, minstens, minimaal",
    "under": "minder dan, hooguit, maximaal, tot",
    "unit:second": "seconde, seconden",
    "unit:minute": "minuut, minuten",
    "unit:hour": "uur, uren",
    "unit:day": "dag, dagen",
    "unit:week": "week, weken",
    "unit:month": "maand, maanden",
    "unit:year": "jaar, jaren",
    "remaining": "resterend, resterende, over, resteert, resteren, nog",
    "breached": "geschonden, overschreden, verlopen, verstreken",
    "kept": "gehaald, binnen de sla, op schema",
    "assigned": "toegewezen aan, behandeld door, in handen van, ligt bij, liggen bij,"
    " toegekend aan, behandelaar is, opgepakt door, is bij, eigenaar is, wordt behandeld door,"
    " de behandelaar is",
    "handles": "werkt aan, behandelt, is verantwoordelijk, is toegewezen, heeft de zaak,"
    " heeft het ticket, is de behandelaar, houdt zich bezig, werkt eraan, is eigenaar, pakt,"
    " is bezig, heeft de case, toegewezen",
    "nobody": "niemand, niet toegewezen, nog niet toegewezen, aan niemand, nog niet aan iemand",
    "team": "team, groep, afdeling, support, ondersteuning",
    "from": "van",
    "to": "naar",
    "but": "maar, terwijl, hoewel, omdat, want, echter",
    "and": "en, of",
}

NUMBERS: Final = (
    "twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien zestien"
)
TENS: Final = "twintig dertig veertig vijftig zestig zeventig tachtig negentig"
MONTHS: Final = (
    "januari,jan februari,feb maart,mrt april,apr mei juni,jun juli,jul augustus,aug"
    " september,sep,sept oktober,okt november,nov december,dec"
)

COMMON: Final = (
    "de het een is van en op in voor niet aan door dat te die er zijn heeft wordt nog bij om"
    " deze uw naar"
)

NOTHING: Final = (
    "geen zaken, geen tickets, geen resultaten, niets gevonden, geen incidenten, niets,"
    " geen meldingen, geen enkele, geen cases, geen, geen overeenkomsten, 0 zaken"
)
"""Phrases that say that a search found nothing."""

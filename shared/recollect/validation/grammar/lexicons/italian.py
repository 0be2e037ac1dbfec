"""Italian words by their meanings, which `english` explains."""

from collections.abc import Mapping
from typing import Final

WORDS: Final[Mapping[str, str]] = {
    "status:new": "nuovo, nuova",
    "status:open": "aperto, aperta, aperti, aperte, attivo, attiva, attivi, attive, riaperto,"
    " non risolto",
    "status:in_progress": "in corso, in lavorazione, in elaborazione, in carico",
    "status:pending": "in attesa, in sospeso, sospeso",
    "status:resolved": "risolto, risolta, risolti, risolte",
    "status:closed": "chiuso, chiusa, chiusi, chiuse",
    "status:cancelled": "annullato, annullata, cancellato",
    "status:operational": "operativo, operativa, in funzione, in servizio",
    "status:down": "fuori servizio, non operativo, offline",
    "status:retired": "dismesso, ritirato, dismessa, fuori servizio",
    "status:maintenance": "in manutenzione, in riparazione",
    "status:healthy": "sano, sani, integri, in salute, in buono stato, sana, sane, funzionano,"
    " funzionano tutti",
    "status:unhealthy": "non sani, in errore, degradato, degradati, non integri, guasti,"
    " con problemi",
    "cause:oom": "memoria esaurita, mancanza di memoria",
    "cause:crash_loop": "ciclo di crash, loop di crash",
    "priority:1": "critica, critico",
    "priority:2": "alta, alto, elevata",
    "priority:3": "media, moderata, medio, normale",
    "priority:4": "bassa, basso",
    "priority:5": "pianificazione, molto bassa",
    "label:status": "stato, stato attuale",
    "label:priority": "priorità",
    "label:assignee": "assegnato a, assegnata a, assegnato, assegnata, assegnatario, responsabile,"
    " incaricato, assegnato all, in carico a",
    "label:group": "gruppo, team, gruppo di assegnazione, squadra",
    "label:customer": "cliente, azienda, società",
    "label:sla": "tempo concordato, sla",
    "label:opened": "aperto il, creato, creato il, data di apertura, aperta il, data di creazione",
    "label:updated": "aggiornato, aggiornato il, ultimo aggiornamento",
    "label:closed": "chiuso il, risolto il, data di chiusura",
    "label:number": "numero, numero del caso, numero ticket",
    "label:address": "ip, indirizzo ip, indirizzo",
    "label:contact": "contatto, referente",
    "label:other": "categoria, impatto, urgenza, posizione, causa, soluzione, ambiente, dipendenze,"
    " segnalato da, descrizione, sede",
    "case": "caso, casi, ticket, incidente, incidenti, richiesta, richieste, segnalazione,"
    " segnalazioni, pratica, pratiche, problema",
    "pod": "pod",
    "item": "server, firewall, dispositivo, dispositivi",
    "user": "utente, utenti, persone, dipendenti, impiegati, collaboratori, colleghi",
    "thing:customer": "clienti",
    "thing:site": "sedi, uffici, siti",
    "thing:mailbox": "caselle",
    "thing:restart": "riavvii, riavvio",
    "thing:attempt": "tentativi",
    "thing:device": "computer, dispositivi, postazioni",
    "thing:printer": "stampanti",
    "thing:error": "errori",
    "times": "volte",
    "be": "è, sono, resta, rimane, risulta, si trova, restano, rimangono, risultano",
    "been": "è stato, è stata, sono stati, sono state, fu, è, sono, già, viene",
    "was": "era, erano",
    "not": "non, mai, non ancora, non più, né, neanche, senza",
    "if": "se",
    "when": "quando, finché, prima, appena, una volta, fino a quando",
    "maybe": "potrebbe, dovrebbe, deve, forse, probabilmente, possibilmente, sarà, per favore,"
    " vuole, desidera, saranno, bisogna, vuoi, a breve, presto, posso",
    "said": "hai detto, ha detto, secondo lei, secondo l'utente, l'utente dice, hai menzionato,"
    " il cliente dice, come dice, ha scritto, il tuo messaggio, hai scritto",
    "formerly": "precedentemente, in precedenza, originariamente, inizialmente, all'inizio, aveva,"
    " simile, simili, altro, altra, altri, altre, precedente",
    "adverb": "attualmente, ora, ancora, già, anche, tuttora, adesso, oggi, completamente, come,"
    " in, a, con, il, la, di, da, al momento, dal, un, una, tutti, entrambi, stato, priorità,"
    " pienamente, i, lo",
    "determiner": "il, lo, la, i, gli, le, l, questo, questa, quello, suo, sua, tuo, un, una, del,"
    " di, in, attualmente, sì, no, e, per, secondo, al, nostro, ciao, tutti, con, grazie",
    "which": "che",
    "it": "esso, essa, questo, quello, ciò, lui, lei",
    "every": "tutti, tutte, tutti i, tutte le, ogni, ciascun, tutti gli",
    "none": "nessun, nessuno, nessuna, nessuno dei, nessuna delle, zero",
    "both": "entrambi, entrambe, tutti e due",
    "half": "metà, la metà, la metà dei, metà dei, la metà delle",
    "fraction": "mezza, mezzo, mezz, quarto, quarti",
    "most": "la maggior parte, la maggior parte dei, la maggioranza dei",
    "some": "alcuni, alcune, diversi, diverse",
    "not_all": "non tutti, non tutte",
    "share": "su, dei, di, delle, degli, su un totale di",
    "total": "trovato, trovati, ho trovato, in totale, ci sono, c'è, esistono, complessivamente",
    "number:1": "un, uno, una",
    "number:100": "cento",
    "about": "circa, quasi, approssimativamente, intorno a, più o meno",
    "over": "oltre, più di, almeno",
    "under": "meno di, fino a, al massimo",
    "unit:second": "secondo, secondi",
    "unit:minute": "minuto, minuti",
    "unit:hour": "ora, ore",
    "unit:day": "giorno, giorni",
    "unit:week": "settimana, settimane",
    "unit:month": "mese, mesi",
    "unit:year": "anno, anni",
    "remaining": "rimanenti, rimanente, restanti, restano, rimangono, mancano, residue, residui",
    "breached": "violato, superato, scaduto, non rispettato, sforato",
    "kept": "rispettato, nei tempi, entro lo sla",
    "assigned": "assegnato a, assegnata a, gestito da, seguito da, in carico a, in carico al,"
    " in carico ad, in carico alla, in carico allo, in carico ai, affidato a, preso in carico da,"
    " gestita da, responsabile è, nelle mani di, affidata a, seguita da, assegnato ad,"
    " assegnata ad, il responsabile è, presa in carico da, se ne occupa",
    "handles": "sta lavorando, si occupa, è assegnato, è assegnata, è responsabile, gestisce,"
    " è incaricato, è il responsabile, segue il, lavora su, ha in carico, se ne occupa,"
    " ha preso in carico, sta gestendo, è la responsabile, sta seguendo",
    "nobody": "nessuno, non assegnato, non è assegnato, non è stato assegnato, non assegnata,"
    " non è assegnata, non ancora assegnato",
    "team": "team, gruppo, squadra, reparto, supporto",
    "from": "da",
    "to": "a",
    "but": "ma, però, mentre, anche se, perché, poiché, tuttavia",
    "and": "e, o, ed",
}

NUMBERS: Final = (
    "due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici"
    " sedici"
)
TENS: Final = "venti trenta quaranta cinquanta sessanta settanta ottanta novanta"
MONTHS: Final = (
    "gennaio,gen febbraio,feb marzo,mar aprile,apr maggio,mag giugno,giu luglio,lug agosto,ago"
    " settembre,set ottobre,ott novembre,nov dicembre,dic"
)

COMMON: Final = (
    "il lo la i gli le di del della che è sono e un una per con in al nel stato da non ha su dei"
    " dal si alla"
)

NOTHING: Final = (
    "nessun caso, nessun ticket, nessun risultato, nessuna corrispondenza, niente,"
    " nessun incidente, non ho trovato, non ci sono, non risultano, nulla, nessun, nessuna,"
    " non sono stati trovati, 0 casi"
)
"""Phrases that say that a search found nothing."""

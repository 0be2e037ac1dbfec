"""Words for states in seven languages, and which states exclude each other."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from recollect.validation.grammar.folding import WORD, folded
from recollect.validation.grammar.words import Word

STATES: Final = """
delivered: has arrived, zugestellt, geliefert, entregado, entregada, livre, livree, consegnato,
 consegnata, entregue, bezorgd, geleverd
shipped: in transit, on its way, on the way, dispatched, sent out, under way, unterwegs, versandt,
 verschickt, enviado, enviada, en camino, expedie, expediee, en route, spedito, spedita, in
 viaggio, onderweg, verzonden
out for delivery: in zustellung, en reparto, en cours de livraison, in consegna
held: on hold, held at customs, held by customs, stuck at customs, stuck in customs,
 zuruckgehalten, retenido, retenida, retenu, retenue, trattenuto, trattenuta, vastgehouden
returned: sent back, zuruckgesandt, devuelto, devuelta, retourne, restituito, teruggestuurd
won: gewonnen, ganado, ganada, gagne, gagnee, vinto, vinta, ganho, in your favour, in our favour,
 zu ihren gunsten, zu unseren gunsten
lost: verloren, perdido, perdida, perdu, smarrito, smarrita
backordered: on backorder, backorder, on back order, back ordered
not shipped: unshipped
paid: paid in full, fully paid, settled, bezahlt, beglichen, pagado, pagada, paye, payee, pagato,
 pagata, pago, paga, betaald
partially paid: partly paid, part paid, teilweise bezahlt, parcialmente pagado, parcialmente pagada,
 partiellement paye, partiellement payee, parzialmente pagato, parzialmente pagata,
 parcialmente pago, parcialmente paga, deels betaald, gedeeltelijk betaald
overdue: past due, uberfallig, vencido, vencida, en retard de paiement, scaduto, scaduta,
 achterstallig
unpaid: outstanding, offen, unbezahlt, pendiente de pago, impaye, impayee, non pagato, openstaand
confirmed: bestatigt, confirmado, confirmada, confirme, confirmee, confermato, confermata,
 bevestigd
waitlisted: on the waiting list, on the waitlist, on a waiting list, waiting list, waitlist,
 warteliste, lista de espera
tentative: provisional, on option, vorlaufig, provisional, provisoire,
 provvisorio, provvisoria, provisorio, provisoria, voorlopig
cancelled: canceled, called off, storniert, abgesagt, gekundigt, cancelado, cancelada, annule,
 annulee, annullato, annullata, geannuleerd, opgezegd
pending: not yet booked, awaiting approval, waiting for approval, pending approval,
 approval pending, needs approval, wartet auf freigabe, freigabe ausstehend,
 en attente d'approbation, pendiente de aprobacion, ausstehend, vorgemerkt, pendiente,
 en attente, in attesa, pendente, in behandeling
booked: posted, cleared, gebucht, contabilizado, contabilizada, comptabilise, contabilizzato,
 geboekt
succeeded: successful, success, passed, green, erfolgreich, exitoso, exitosa, reussi, reussie,
 riuscito, riuscita, bem sucedido, geslaagd
failed: failure, unsuccessful, broken, red, fehlgeschlagen, gescheitert, fallido, fallida, echoue,
 fallito, fallita, falhou, mislukt
skipped: was not run, never ran, did not run, ubersprungen, omitido, omitida, ignore, saltato,
 saltata, overgeslagen
open: still open, aperta, aperto, abierta, abierto, ouvert, ouverte, aberto, aberta
merged
closed: geschlossen, cerrado, cerrada, ferme, fermee, chiuso, chiusa, fechado, fechada, gesloten
running: in progress, in assessment, under review, in review, being reviewed, being assessed,
 ongoing, still running, being processed, still being processed, processing,
 laufend, lauft noch, en curso, en cours, in corso, em andamento, bezig
queued: in the queue, waiting to start
paused: on pause, pausiert, pausado, pausada, en pause, in pausa, gepauzeerd
completed: complete, finished, done, abgeschlossen, completado, completada, termine, terminee,
 completato, completata, concluido, concluida, voltooid, afgerond
progressing: rolling out, still rolling out, being rolled out
rolled back: rolledback, zuruckgerollt, reverted
active: aktiv, activo, activa, actif, active, attivo, attiva, ativo, ativa, actief
suspended: gesperrt, suspendido, suspendida, suspendu, suspendue, sospeso, sospesa, suspenso,
 suspensa, opgeschort
expired: abgelaufen, caducado, caducada, expirado, expire, expiree, verlopen
locked: locked out, bloqueado, bloqueada, verrouille, bloccato, bloccata, vergrendeld
unlocked: entsperrt, desbloqueado, desbloqueada, deverrouille, deverrouillee, sbloccato, sbloccata,
 ontgrendeld
disabled: deactivated, deaktiviert, desactivado, desactivada, desactive, disattivato, disattivata,
 desativado, uitgeschakeld
invited: invitation pending, eingeladen, invitado, invitada, invite, invitato, uitgenodigd
trialing: trial, on trial, in trial
approved: genehmigt, aprobado, aprobada, approuve, approuvee, approvato, approvata, aprovado,
 goedgekeurd
rejected: declined, denied, refused, abgelehnt, rechazado, rechazada, refuse, refusee, rifiutato,
 respinto, recusado, afgewezen, geweigerd
refunded: fully refunded, refunded in full, paid back, erstattet, reembolsado, reembolsada,
 rembourse, remboursee, rimborsato, rimborsata, terugbetaald
partially refunded: partly refunded, teilweise erstattet, parcialmente reembolsado,
 parcialmente reembolsada, partiellement rembourse, partiellement remboursee,
 parzialmente rimborsato, parzialmente rimborsata, deels terugbetaald
firing: alerting, ringing, feuert
acknowledged: acked, bestaetigt
silenced: muted, stummgeschaltet, silenciada, silencieuse, silenziato
resolved: dealt with, cleared, behoben, resuelto, resuelta, resolu, resolue, risolto, risolta,
 resolvido, opgelost
warning: in warning
healthy: ok, gesund, sano, sana, sain, saine, saudavel, gezond
degraded: beeintrachtigt, degradado, degradada, degrade, degradee, degradato
down: offline, unreachable, not reachable, ausgefallen, caido, caida
enabled: switched on, turned on, aktiviert, activado, activada, attivato, attivata, ativado,
 ingeschakeld
"""
"""Each state, with all phrases that mean it."""

EXCLUSIVE: Final = """
delivered, shipped, out for delivery, held, returned, lost, backordered, not shipped, pending
delivered, shipped, out for delivery, held, returned, lost, backordered, cancelled, running
delivered, completed, pending
paid, overdue, unpaid, pending, running, cancelled, refunded
paid, partially paid
refunded, partially refunded
won, lost, pending, running
locked, unlocked
open, merged, closed
confirmed, tentative, waitlisted, cancelled, pending, rejected, expired
booked, tentative, pending, cancelled, failed, rejected
succeeded, failed, skipped, running, queued, cancelled, paused, pending, rolled back
completed, failed, running, queued, paused, pending, cancelled, skipped, rolled back, rejected
active, suspended, expired, cancelled, locked, disabled, invited, pending, paused
active, trialing
approved, rejected, pending, running, refunded
refunded, rejected, pending, running, failed
completed, approved, pending, running, rejected
firing, acknowledged, resolved, silenced
healthy, warning, degraded, down, failed
progressing, degraded, completed, failed, paused, rolled back
enabled, disabled, cancelled, expired
"""
"""Groups of states; a thing is in at most one state of a group at a time."""

STAGES: Final = """
not shipped, backordered, pending, held, shipped, out for delivery, delivered, returned
pending, queued, running, paused, completed
pending, queued, running, paused, succeeded, rolled back
pending, queued, running, paused, failed
pending, queued, running, paused, cancelled
pending, running, approved, completed
pending, running, rejected
firing, acknowledged, silenced, resolved
pending, running, won
pending, running, lost
open, closed
open, merged
waitlisted, tentative, pending, confirmed, booked, cancelled
unpaid, overdue, partially paid, paid, partially refunded, refunded
invited, trialing, suspended, active
active, suspended, locked, disabled, expired, cancelled
locked, unlocked
down, failed, degraded, warning, healthy
"""
"""States in the order in which a thing may pass through them."""

_MAX_WORDS: Final = 4
_NO_MEANINGS: Final[frozenset[str]] = frozenset()


@dataclass(frozen=True, slots=True)
class Phrases:
    """The meanings of phrases, by the words of the phrase."""

    known: Mapping[tuple[str, ...], frozenset[str]]
    beginnings: Mapping[str, int]
    """The number of words of the longest phrase that begins with a word."""

    def found_in(self, words: Sequence[Word]) -> Iterator[tuple[Sequence[Word], frozenset[str]]]:
        """The phrases among words with their meanings; the longest one at each place."""
        done = 0
        begins = [at for at, word in enumerate(words) if _first_word(word.text) in self.beginnings]
        for at in begins:
            if at < done:
                continue
            size = self._longest_size([word.text for word in words[at : at + _MAX_WORDS]])
            if size:
                part = words[at : at + size]
                yield part, self.known[_split_words(word.text for word in part)]
                done = at + size

    def meanings_of(self, text: str) -> frozenset[str]:
        """The meanings of all phrases in a folded value: `held_at_customs` is held.

        A phrase behind a `not` or `not yet` means nothing, unless both are a phrase:
        `not_delivered`.
        """
        words = WORD.findall(text.replace("_", " ").replace("not yet ", "not "))
        found: set[str] = set()
        at, is_denied = 0, False
        while at < len(words):
            size = self._longest_size(words[at : at + _MAX_WORDS])
            if not is_denied:
                found |= self.known.get(tuple(words[at : at + size]), _NO_MEANINGS)
            is_denied = not size and words[at] == "not"
            at += size or 1
        return frozenset(found)

    def _longest_size(self, words: Sequence[str]) -> int:
        """The number of words of the longest phrase at the beginning of `words`; 0 if none."""
        most = self.beginnings.get(_first_word(words[0]), 0)
        return next(
            (size for size in range(min(most, len(words)), 0, -1)
             if _split_words(words[:size]) in self.known),
            0,
        )  # fmt: skip


def phrases_of(lines: str) -> Phrases:
    """Read phrases from lines such as `paid: settled, bezahlt`; indented lines continue a line."""
    found: dict[tuple[str, ...], set[str]] = {}
    for line in lines.strip().replace("\n ", " ").splitlines():
        name, _, others = line.partition(":")
        for phrase in (name, *others.split(",")):
            if words := tuple(WORD.findall(folded(phrase))):
                found.setdefault(words, set()).add(name.strip())
    beginnings: dict[str, int] = {}
    for words in found:
        beginnings[words[0]] = max(beginnings.get(words[0], 0), len(words))
    return Phrases({words: frozenset(names) for words, names in found.items()}, beginnings)


def _first_word(text: str) -> str:
    """The first word of a phrase or a name with hyphens."""
    return text if text.isalpha() else text.partition(" ")[0].partition("-")[0]


def _split_words(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(each for word in words for each in WORD.findall(word))

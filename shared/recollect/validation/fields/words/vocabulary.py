"""Words in the names of fields, with their synonyms in seven languages, and words around values."""

from collections.abc import Mapping
from typing import Final

from recollect.validation.grammar.lexicons.particles import GRAMMAR, WITHOUT
from recollect.validation.grammar.words import word_set

STOPPED: Final = GRAMMAR | word_set("here far later possible hay gibt gab")
"""Words of grammar, which have no term."""

UNITS: Final = word_set("""
id ids number no nr num code key name value count amount qty at on date time
datetime timestamp iso utc currency eur usd gbp chf text string flag is has ms seconds secs
minutes mins hours hrs days weeks months until since till by kg lb km kb mb gb tb percent
percentage pct pounds euro euros dollars
""")
"""Words in the names of fields for the type or unit of the value, not for what it means."""

SAME: Final = """
available availability disponible disponibles disponibile disponibili disponivel disponiveis
 verfugbar verfugbare verfugbaren beschikbaar beschikbare
/ reserved reserviert reservierte reservado reservados reservada reservadas reserve reserves
 reservee reservees riservati riservate gereserveerd
/ due overdue fallig uberfallig vencida vencido vence echeance scadenza scaduta vervallen
 vervaldatum
/ refund refunds refunded refundable erstattung erstattungen erstattet reembolso reembolsos
 reembolsado reembolsable remboursement remboursements rembourse remboursable rimborso rimborsi
 rimborsato rimborsabile restituzione terugbetaald terugbetaling
/ paid pay pays payment payments bezahlt gezahlt angezahlt zahlung pagado pagados pago paye payes
 paiement pagato pagati pagamento betaald betaling
/ balance saldo solde
/ closing endsaldo final
/ opening anfangssaldo initial
/ remaining remain remains left restant restante restantes rimanente rimanenti verbleibend ubrig
 quedan resterend
/ outstanding open owed owing unpaid offen ausstehend pendiente pendientes openstaand
/ opened opens geoffnet abierto ouvert aperto
/ weight weighs weigh gewicht wiegt peso pesa poids pese gewogen weegt
/ night nights nacht nachte noche noches nuit nuits notte notti noite noites nachten
/ adult adults erwachsene erwachsener adulto adultos adulti adultes adulte volwassenen volwassene
/ child children kinder kind nino ninos enfant enfants bambino bambini crianca criancas kinderen
/ room zimmer habitacion chambre camera quarto kamer
/ seat sitz sitzplatz asiento siege posto assento stoel
/ terminal
/ gate
/ score scores relevance relevanz pertinence pertinencia relevancia rilevanza relevantie
 punktzahl wertung punteggio puntuacion pontuacao
/ total gesamt gesamtbetrag insgesamt totale totaal
/ net netto neto nette liquido
/ gross brutto bruto brut lordo
/ tax taxes vat steuer mwst impuesto iva impot tva imposta btw
/ discount rabatt descuento remise sconto desconto korting
/ deposit anzahlung deposito acompte caparra aanbetaling
/ failed failing fail failure fehlgeschlagen fallo fallaron fallido echoue echoues fallito falliti
 falhou falharam mislukt
/ passed passing bestanden superadas reussis superati geslaagd
/ skipped ubersprungen omitido omitidas ignores saltati overgeslagen
/ departure depart departs departing leaves leave abflug abfahrt salida partenza partida vertrek
 vertrekt
/ arrival arrive arrives arrived arriving ankunft kommt llegada llega arrivee arrivo arriva
 chegada chega aankomst
/ required require requires needed need needs necessary mandatory erforderlich notig benotigt
 necesario requerida requise necessaire richiesta richiesto necessaria exigida vereist nodig
/ included include includes including inbegriffen inklusive incluido incluida compris inclus
 incluso incluido inbegrepen
/ expected expect estimate estimated eta erwartet voraussichtlich esperado esperada estimada
 prevista prevu prevue attendu previsto attesa attese verwacht
/ issue issued ausgestellt emitida emise emis emessa uitgegeven
/ start starts started begin begins began beginn begann gestartet inicio empezo debut inizio
 iniziato comecou gestart
/ end ends ended finish finished ende endete beendet fin termino fine finito terminou geeindigt
/ renew renews renewal verlangert renovacion renueva renouvellement renouvele rinnovo rinnova
 renovacao verlengd verlenging
/ shipped ship ships shipping shipment versandt verschickt enviado envio expedie expedition
 spedito spedizione verzonden verzending
/ delivered deliver delivery deliveries geliefert zugestellt lieferung zustellung entregado
 entrega livre livraison consegnato consegna entregue geleverd bezorgd levering
/ price preis precio prix prezzo preco prijs
/ fee gebuhr gebuhren tarifa cargo frais commissione taxa kosten
/ duration took takes lasted lasts ran dauer dauerte duracion duro duree durata durato duracao
 duurde looptijd
/ reminder reminders mahnung mahnungen recordatorio recordatorios rappel rappels sollecito
 solleciti lembrete herinnering herinneringen aanmaning
/ seats licence licences license licenses lizenz lizenzen licencia licencias licenze licencas
/ replica replicas replikat replikate
/ version versione versao versie
/ free gratis kostenlos gratuit gratuite gratuitement gratuita
/ cancel cancels cancellation cancelled canceled stornieren storniert stornierung cancelar
 cancelado cancelada cancelacion annuler annulation annullare annullata annullato geannuleerd
 annuleren
/ minimum min least mindest minimo
/ maximum max most limit hochst maximo massimo
/ limit quota kontingent limite
/ used use usage uses benutzt verbraucht genutzt usado usados utilise utilises usato usati
 gebruikt
/ user users benutzer usuario usuarios utilisateur utilisateurs utente utenti gebruiker gebruikers
/ order ordered orders bestellt bestellung pedido pedidos commande commandes ordinato ordinati
 ordine bestelling besteld encomenda
/ last latest recent letzte letzten letzter ultimo ultima dernier derniere laatste
/ first erste ersten primero primera premier premiere primo prima primeiro eerste
/ average avg mean durchschnitt promedio moyenne media gemiddeld
/ queue queued warteschlange cola coda fila wachtrij
/ error errors fehler errores erreur erreurs errore errori erro erros fouten
/ auto automatic automatically automatisch automatische automatico automatica automaticamente
 automatique automatiquement
/ contact contacts kontakt kontakte contacto contatto contato contactpersoon ansprechpartner
/ customer customers client clients kunde kunden cliente clientes clienti klant
/ group gruppe grupo groupe gruppo groep
/ assigned assignee zugewiesen bearbeiter asignado asignada assigne assegnato atribuido toegewezen
/ location located standort ubicacion emplacement posizione localizacao locatie
/ address adresse direccion indirizzo endereco adres
/ category kategorie categoria categorie
/ severity schweregrad gravedad gravite gravita gravidade ernst
/ environment umgebung entorno environnement ambiente omgeving
/ type typ tipo
/ zone zona
/ acknowledged acknowledge bestatigt quittiert reconocida acquittee confermato reconhecido bevestigd
/ target targets goal zielwert objetivo objetivos objectif objectifs cible obiettivo obiettivi
 meta metas doel doelstelling streefwaarde
/ threshold schwelle schwellwert schwellenwert umbral seuil soglia limiar drempel drempelwaarde
/ resolution losung losungszeit resolucion resolucao risoluzione oplossing oplostijd
/ response reaktion reaktionszeit respuesta reponse risposta resposta reactie reactietijd
/ approved approval approvals freigabe freigegeben genehmigt genehmigung aprobado aprobada
 aprobacion approuve approuvee approbation approvato approvata approvazione aprovado aprovada
 aprovacao goedgekeurd goedkeuring
/ requested requests beantragt angefordert solicitado solicitada demande demandee richiesto
 pedido aangevraagd
/ rejected rejects abgelehnt rechazado rechazada rejete rejetee respinto respinta rejeitado
 rejeitada afgewezen afgekeurd
/ call calls anrufe anruf llamadas llamada appels appel chiamate chiamata chamadas chamada
/ penalty vertragsstrafe penalizacion penalite penale penalidade boete
/ notice kundigungsfrist preaviso preavis preavviso aviso opzegtermijn
/ attempt attempts tries tried versuch versuche intento intentos tentative tentatives tentativo
 tentativi tentativa tentativas poging pogingen
"""
"""Groups of synonyms, separated by `/`; the first word of a group is its term."""

SHORTENED: Final = word_set("""
isn aren wasn weren hasn haven hadn doesn don didn can't
""")
"""Verbs before a 't, with which they deny what follows."""

NOUGHT: Final = word_set("""
no none zero kein keine keinen null ningun ninguna ninguno cero aucun aucune
nenhum nenhuma nessun nessuno nessuna geen nul
""")
"""Words for a number of 0."""

COMPARING: Final = word_set("against than versus vs compared als que dan")
"""Words between two values that are compared."""

OTHERS: Final = word_set("""
other others rest remaining both each all every another everything everyone
andere anderen beide alle jeder jede otro otros otra otras ambos ambas todos todas cada autre
autres tous toutes chaque altro altri altra altre tutti tutte entrambi outro outros outra outras
allemaal elke
""")
"""Words for objects other than the named ones, or for all of them."""

RELATIVE: Final = word_set("""
half third thirds quarter quarters fifth fifths drittel viertel tercio tercios tiers quart quarts
terzo terzi terco tercos derde kwart
more fewer less than another additional extra further over under beyond
between within each per times only every least most up mehr weniger als weitere zusatzlich je
pro mas menos que otros otras cada plus moins que encore autres piu meno altri altre mais outros
outras meer minder dan nog up down points punkte puntos punti pontos punten
""")
"""Words beside a number that is a part, a difference, or the same for each of several."""

USUAL: Final = word_set("""
there here have has includes include shows show lists list contains contain
book booked stay stays currently now today still altogether total please customer guest
""")
"""Words that only say that something is there."""

PARTLY: Final = word_set("""
some only except partly until unless whether if but apart besides mostly most nearly almost hardly
barely beinahe kaum casi apenas presque quasi quase bijna
usually could should nur ausser teilweise bis ob solo salvo hasta sauf seulement jusqu tranne
soltanto fino exceto ate alleen behalve tot
""")
"""Words that make a statement neither fully true nor fully false."""

APART: Final = word_set("""
at with for from of in per since until till by on before after bei mit fur von
aus con por para de a avec par pour da di bij met voor van
""")
"""Words between a number and a name that is not the name of its field: `4,950 at unit cost`."""

BESIDES: Final = WITHOUT | word_set("""
before after less plus minus excluding within during vor nach abzuglich zuzuglich innerhalb avant
apres moins antes despues menos prima dopo depois voor binnen
""")
"""Words between a number and what is not counted: `1,515 before tax`, `46 within a year`."""

MODAL: Final = word_set("""
being can could may might must would should will shall kann konnen konnte darf muss
wird puede pueden podra peut peuvent pourra puo possono pode podem kan kunnen mag moet
""")
"""Words beside a state that something could or will be in."""

THINGS: Final = word_set("""
order orders parcel package shipment delivery invoice bill payment
transaction transfer booking reservation flight trip run pipeline build job stage step deployment
rollout release subscription plan account user refund return claim alert alarm item product
article bestellung paket sendung rechnung zahlung buchung reservierung flug lauf stufe abonnement
konto pedido paquete envio factura pago transaccion reserva vuelo ejecucion etapa suscripcion
cuenta reembolso commande colis facture paiement reservation vol execution etape abonnement compte
remboursement ordine pacco fattura pagamento transazione prenotazione volo esecuzione fase
abbonamento rimborso encomenda fatura transacao voo execucao assinatura conta bestelling pakket
factuur betaling boeking vlucht fase terugbetaling
""")
"""Nouns that may stand between the name of an object and its state."""

TOWARDS: Final = word_set("""
for with in fur mit im para con en pour avec dans per com em voor met
""")
"""Words before a number that separate it from the words before them, which do not name it."""

IS_SO: Final = word_set("""
enabled active activated allowed enable on set aktiviert aktiv activado activada activo attivo
attivato ativado actief ingeschakeld
""")
"""Words in names of fields and in answers that only say that something is so."""

ANSWERS: Final[Mapping[str, bool]] = {
    **dict.fromkeys(("true", "yes", "ja", "si", "oui", "sim"), True),
    **dict.fromkeys(("false", "no", "nein", "non", "nao", "nee"), False),
}
"""Words that say whether something is so, behind a label or in a cell of a table."""

OFF: Final = word_set("""
off disabled inactive deactivated missing lacks lacking deaktiviert abgeschaltet inaktiv desactivado
desactivada inactivo desactive inactif disattivato disattivata inattivo desativado uitgeschakeld
""")
"""Words that say that something is not so."""

HAVING: Final = word_set("""
has have uses use with hat haben nutzt mit tiene tienen usa con ont utilise avec hanno tem usam com
heeft hebben gebruikt met
""")
"""Verbs and prepositions that say that something has a value."""

HABITS: Final = word_set("""
auto recurring repeat
""")
"""Words in names of flags for something that recurs, which `will` states, too: `will renew`."""


RELATING: Final = word_set("""
of for from to by with via behind before after near next beside von fur zu mit vor nach hinter neben
de del du do da dei di van voor achter na para por con com avec pour per a al au tras detras
""")
"""Words before a name that relate another object to the named one: `the replica of db-01`."""

JOINING: Final = word_set("""
and or und oder y o e ou et en of
""")
"""Words that join two values, either of which may be meant."""

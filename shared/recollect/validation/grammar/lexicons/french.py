"""French words by their meanings, which `english` explains."""

from collections.abc import Mapping
from typing import Final

WORDS: Final[Mapping[str, str]] = {
    "status:new": "nouveau, nouvelle",
    "status:open": "ouvert, ouverte, ouverts, ouvertes, actif, active, actifs, actives, rouvert,"
    " rouverte, non résolu, non résolue",
    "status:in_progress": "en cours, en cours de traitement, en traitement",
    "status:pending": "en attente, suspendu, suspendue, suspendus, suspendues, en suspens",
    "status:resolved": "résolu, résolue, résolus, résolues",
    "status:closed": "fermé, fermée, fermés, fermées, clos, close, clôturé, clôturée, clôturés,"
    " clôturées",
    "status:cancelled": "annulé, annulée",
    "status:operational": "opérationnel, opérationnelle, opérationnels, en service",
    "status:down": "hors service, en panne, hors ligne, non opérationnel",
    "status:retired": "retiré, retirée, hors service, mis hors service, décommissionné",
    "status:maintenance": "en maintenance, en réparation",
    "status:healthy": "sain, sains, en bonne santé, en bon état, fonctionnent, tournent,"
    " fonctionnent normalement",
    "status:unhealthy": "défaillant, défaillants, en échec, dégradé, dégradés, en mauvais état,"
    " non sains, en mauvaise santé, en erreur",
    "cause:oom": "manque de mémoire, à court de mémoire",
    "cause:crash_loop": "boucle de plantage, boucle de redémarrage",
    "priority:1": "critique",
    "priority:2": "haute, élevée, haut, élevé",
    "priority:3": "moyenne, modérée, moyen, normale",
    "priority:4": "basse, faible, bas",
    "priority:5": "planification, très basse",
    "label:status": "statut, état, état actuel, statut actuel",
    "label:priority": "priorité",
    "label:assignee": "assigné à, assignée à, assigné, attribué à, attribuée à, attribué,"
    " responsable, affecté à, affectée à, pris en charge par",
    "label:group": "groupe, équipe, groupe d'affectation, groupe assigné",
    "label:customer": "client, cliente, société, entreprise",
    "label:sla": "délai convenu, sla",
    "label:opened": "ouvert le, créé, créé le, date d'ouverture, ouverte le, date de création",
    "label:updated": "mis à jour, mis à jour le, dernière mise à jour",
    "label:closed": "fermé le, résolu le, clôturé le, date de clôture",
    "label:number": "numéro, numéro de dossier, numéro de ticket",
    "label:address": "ip, adresse ip, adresse",
    "label:contact": "contact, interlocuteur, interlocutrice",
    "label:other": "catégorie, impact, urgence, emplacement, cause, solution, site, environnement,"
    " dépendances, signalé par, description, lieu",
    "case": "dossier, dossiers, ticket, tickets, incident, incidents, demande, demandes, cas,"
    " problème",
    "pod": "pod, pods",
    "item": "serveur, serveurs, pare feu, équipement, commutateur",
    "user": "utilisateur, utilisateurs, utilisatrice, utilisatrices, personnes, employés, salariés,"
    " collaborateurs, gens, collègues",
    "thing:customer": "clients",
    "thing:site": "sites, bureaux, agences",
    "thing:mailbox": "boîtes aux lettres",
    "thing:restart": "redémarrages, redémarrage",
    "thing:attempt": "tentatives, essais",
    "thing:device": "appareils, ordinateurs, postes",
    "thing:server": "serveurs",
    "thing:printer": "imprimantes",
    "thing:error": "erreurs",
    "times": "fois",
    "be": "est, sont, reste, restent, demeure, se trouve, est toujours, n'est, n est, 'est",
    "been": "a été, ont été, fut, est, sont, vient d'être, n'a pas été, a bien été",
    "was": "était, étaient",
    "not": "pas, jamais, plus, ne, aucun, pas encore, n, non, ni, n'a pas été",
    "if": "si",
    "when": "quand, lorsque, jusqu, avant, dès que, une fois, tant que",
    "maybe": "pourrait, devrait, doit, peut être, probablement, sera, seront, sans doute, veuillez,"
    " pouvez, souhaitez, voulez, il faut, va, vont, bientôt, puis je",
    "said": "vous avez dit, vous dites, selon vous, vous mentionnez, selon l'utilisateur,"
    " l'utilisateur dit, vous avez mentionné, le client dit, comme vous, votre message,"
    " vous indiquez, vous avez écrit",
    "formerly": "auparavant, précédemment, initialement, à l'origine, d'abord, avait, ancien,"
    " similaire, similaires, autre, autres, ancienne",
    "adverb": "actuellement, maintenant, encore, toujours, déjà, aussi, désormais, bien, donc, en,"
    " à, au, avec, le, la, de, depuis, à ce jour, en ce moment, pour l'instant, comme, tous, les,"
    " l, d, un, une, statut, état, priorité, pleinement",
    "determiner": "le, la, les, l, ce, cet, cette, ces, votre, notre, un, une, du, de, d, en,"
    " actuellement, oui, non, et, pour, selon, au, mon, bonjour, merci, n, son, des",
    "which": "qui",
    "it": "il, elle, cela, ça, ce, c, ils, elles, celui ci, celle ci",
    "every": "tous, toutes, tous les, toutes les, chaque, l'ensemble des",
    "none": "aucun, aucune, aucun des, aucune des, nul, zéro",
    "both": "les deux, tous deux, tous les deux",
    "half": "la moitié, la moitié des, la moitié de",
    "fraction": "demi, demie, quart, quarts",
    "most": "la plupart, la plupart des, la majorité des",
    "some": "certains, certaines, plusieurs, quelques",
    "not_all": "pas tous, pas toutes",
    "share": "sur, des, de, parmi, sur les, sur un total de",
    "total": "trouvé, trouvés, au total, il y a, il existe, en tout, correspondent",
    "number:1": "un, une",
    "number:100": "cent",
    "about": "environ, à peu près, près de, presque, une, quelque, autour de",
    "over": "plus de, au moins, plus d",
    "under": "moins de, jusqu'à, au plus, au maximum",
    "unit:second": "seconde, secondes",
    "unit:minute": "minute, minutes",
    "unit:hour": "heure, heures",
    "unit:day": "jour, jours",
    "unit:week": "semaine, semaines",
    "unit:month": "mois",
    "unit:year": "an, ans, année, années",
    "remaining": "restantes, restante, restants, restant, reste, restent",
    "breached": "dépassé, violé, expiré, non respecté, enfreint, échu",
    "kept": "respecté, dans les délais, dans le sla",
    "assigned": "assigné à, assignée à, attribué à, attribuée à, affecté à, affectée à,"
    " pris en charge par, traité par, géré par, confié à, suivi par, prise en charge par,"
    " gérée par, responsable est, entre les mains de, traitée par, confiée à, assigné au",
    "handles": "travaille sur, est assigné, est assignée, s'occupe, s occupe, est chargé,"
    " est chargée, est en charge, est responsable, traite, gère, est le responsable, suit le,"
    " a été assigné, a pris en charge, prend en charge, est la responsable, s'en occupe",
    "nobody": "personne, non assigné, non attribué, pas assigné, pas attribué, n'est pas assigné,"
    " n'est pas assignée, pas encore assigné, pas encore attribué, pas attribuée, pas assignée",
    "team": "équipe, groupe, service, département, support",
    "from": "de",
    "to": "à",
    "but": "mais, tandis que, alors que, bien que, car, parce que, cependant, toutefois",
    "and": "et, ou",
}

NUMBERS: Final = (
    "deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize"
)
TENS: Final = "vingt trente quarante cinquante soixante"
MONTHS: Final = (
    "janvier,janv février,févr mars avril,avr mai juin juillet,juil août septembre,sept"
    " octobre,oct novembre,nov décembre,déc"
)

COMMON: Final = (
    "le la les est des du une un et dans pour par sur que qui a été il elle ce cette sont avec au"
    " pas de à en l d son se n"
)

NOTHING: Final = (
    "aucun dossier, aucun ticket, aucun résultat, aucune correspondance, aucun cas,"
    " aucun incident, rien, il n'y a pas, n'ai trouvé aucun, aucune, aucun, pas trouvé, 0 dossiers"
)
"""Phrases that say that a search found nothing."""

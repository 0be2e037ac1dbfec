"""Spanish words by their meanings, which `english` explains."""

from collections.abc import Mapping
from typing import Final

WORDS: Final[Mapping[str, str]] = {
    "status:new": "nuevo, nueva",
    "status:open": "abierto, abierta, abiertos, abiertas, activo, activa, activos, activas,"
    " reabierto, sin resolver",
    "status:in_progress": "en curso, en progreso, en proceso, en tramitación, en trámite",
    "status:pending": "pendiente, pendientes, en espera, a la espera, en pausa",
    "status:resolved": "resuelto, resuelta, resueltos, resueltas, solucionado, solucionada",
    "status:closed": "cerrado, cerrada, cerrados, cerradas",
    "status:cancelled": "cancelado, cancelada, cancelados, canceladas, anulado, anulada",
    "status:operational": "operativo, operativa, en servicio, operacional",
    "status:down": "fuera de servicio, caído, caída, no operativo, inoperativo",
    "status:retired": "retirado, retirada, dado de baja, fuera de servicio",
    "status:maintenance": "en mantenimiento, en reparación",
    "status:healthy": "sano, sanos, saludable, saludables, en buen estado, funcionando, funcionan,"
    " funcionan bien, sanas",
    "status:unhealthy": "no saludables, en mal estado, degradado, degradados, fallando, con fallos",
    "cause:oom": "sin memoria, falta de memoria",
    "cause:crash_loop": "bucle de fallos, bucle de reinicios",
    "priority:1": "crítica, crítico",
    "priority:2": "alta, alto",
    "priority:3": "media, moderada, moderado, normal",
    "priority:4": "baja, bajo",
    "priority:5": "planificación, muy baja",
    "label:status": "estado, estado actual, situación",
    "label:priority": "prioridad",
    "label:assignee": "asignado a, asignada a, asignado, asignada, responsable, encargado,"
    " agente asignado, persona asignada",
    "label:group": "grupo, equipo, grupo de asignación, grupo asignado",
    "label:customer": "cliente, empresa",
    "label:sla": "plazo acordado, sla, ans",
    "label:opened": "abierto el, creado, creado el, fecha de apertura, abierta el,"
    " fecha de creación",
    "label:updated": "actualizado, actualizado el, última actualización",
    "label:closed": "cerrado el, resuelto el, fecha de cierre, cerrada el",
    "label:number": "número de caso, número, número de incidencia",
    "label:address": "ip, dirección ip, dirección",
    "label:contact": "contacto, persona de contacto",
    "label:other": "categoría, impacto, urgencia, ubicación, causa, solución, entorno,"
    " dependencias, reportado por, descripción",
    "case": "caso, casos, incidencia, incidencias, incidente, incidentes, ticket, tickets,"
    " solicitud, solicitudes, problema",
    "pod": "pod, pods",
    "item": "servidor, servidores, cortafuegos, firewall, dispositivo, equipo",
    "user": "usuario, usuarios, usuaria, usuarias, personas, empleados, empleadas, trabajadores,"
    " gente, colegas",
    "thing:customer": "clientes",
    "thing:site": "sedes, oficinas, sitios",
    "thing:mailbox": "buzones",
    "thing:restart": "reinicios, reinicio",
    "thing:attempt": "intentos",
    "thing:device": "equipos, ordenadores, dispositivos",
    "thing:server": "servidores",
    "thing:printer": "impresoras",
    "thing:error": "errores, fallos",
    "times": "veces",
    "be": "está, están, es, son, sigue, siguen, permanece, continúa, se encuentra, se encuentran,"
    " queda, figura como",
    "been": "ha sido, han sido, fue, fueron, se ha, quedó, ya está, ya fue",
    "was": "estaba, estaban, era, estuvo, eran",
    "not": "no, nunca, tampoco, aún no, todavía no, ya no, ni, sin",
    "if": "si",
    "when": "cuando, hasta, antes de, en cuanto, una vez, mientras, hasta que",
    "maybe": "podría, debería, debe, quizás, tal vez, probablemente, posiblemente, será, estará,"
    " por favor, quiere, desea, se espera, va a, serán, hay que, pronto, puedo",
    "said": "usted dijo, dijiste, mencionó, según usted, según el usuario, el usuario dice,"
    " usted mencionó, el cliente dice, como dice, escribió, su mensaje, indicó usted, mencionaste",
    "formerly": "anteriormente, antes, originalmente, inicialmente, al principio, previamente,"
    " anterior, había, similar, similares, otro, otra, otros, otras",
    "adverb": "actualmente, ahora, todavía, aún, ya, también, totalmente, ahora mismo, hoy, como,"
    " en, a, con, el, la, de, desde, en este momento, de momento, por tanto, marcado como, estado,"
    " los, las, una, un, todos, ambos, sí, plenamente, prioridad",
    "determiner": "el, la, los, las, este, esta, esto, su, un, una, del, de, en, actualmente, sí,"
    " no, y, para, según, tu, al, ese, dicho, ambos, hola, con, gracias, todavía",
    "which": "que, el cual, la cual",
    "it": "este, esto, ella, él, ese, eso, ellos",
    "every": "todos, todas, todos los, todas las, cada, todo",
    "none": "ningún, ninguno, ninguna, ninguno de los, ninguna de las, cero",
    "both": "ambos, ambas, los dos, las dos",
    "half": "la mitad, la mitad de los, la mitad de las, la mitad de",
    "fraction": "media, medio, cuarto, cuartos",
    "most": "la mayoría, la mayoría de los, la mayoría de las, la mayoría de",
    "some": "algunos, algunas, varios, varias",
    "not_all": "no todos, no todas",
    "share": "de, de los, de las, de un total de",
    "total": "encontrado, encontrados, encontré, encontraron, en total, hay, existen, se encontró,"
    " total",
    "number:1": "uno, una, un",
    "number:100": "cien",
    "about": "unos, unas, aproximadamente, alrededor de, cerca de, casi, en torno a, más o menos",
    "over": "más de, al menos, por lo menos, como mínimo",
    "under": "menos de, hasta, como máximo",
    "unit:second": "segundo, segundos",
    "unit:minute": "minuto, minutos",
    "unit:hour": "hora, horas",
    "unit:day": "día, días",
    "unit:week": "semana, semanas",
    "unit:month": "mes, meses",
    "unit:year": "año, años",
    "remaining": "restantes, restante, quedan, queda, faltan, falta, restan",
    "breached": "incumplido, incumplió, se incumplió, vencido, superado, violado, infringido,"
    " vencida, venció, expirado",
    "kept": "dentro del sla, en plazo, vigente, a tiempo, cumplido, cumple, se cumplió",
    "assigned": "asignado a, asignada a, atendido por, lo lleva, a cargo de, responsable es,"
    " gestionado por, en manos de, llevado por, lo gestiona, la lleva, lo tiene, asignado al,"
    " gestionada por, lo atiende, atendida por, se encarga, la gestiona, la atiende",
    "handles": "está trabajando, se encarga, se ocupa, está asignado, está asignada,"
    " es el responsable, es la responsable, lleva el caso, tiene asignado, trabaja en, gestiona,"
    " tiene el caso, atiende, es responsable, está a cargo",
    "nobody": "nadie, sin asignar, no asignado, no está asignado, no está asignada, no asignada",
    "team": "equipo, grupo, departamento, soporte, área, mesa",
    "from": "de",
    "to": "a",
    "but": "pero, aunque, sino, mientras que, porque, ya que, sin embargo",
    "and": "y, o, e",
}

NUMBERS: Final = (
    "dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis"
)
TENS: Final = "veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa"
MONTHS: Final = (
    "enero,ene febrero,feb marzo,mar abril,abr mayo junio,jun julio,jul agosto,ago"
    " septiembre,sep,setiembre octubre,oct noviembre,nov diciembre,dic"
)

COMMON: Final = (
    "el la los las de del que está es en y un una por con para su se ha al no están sido como a"
)

NOTHING: Final = (
    "ningún caso, no se encontraron, no hay casos, sin resultados, no hay resultados,"
    " no encontré, ninguna incidencia, no hay, ningún resultado, no se encontró, nada, no existen,"
    " no he encontrado, ninguno, 0 casos, cero casos"
)
"""Phrases that say that a search found nothing."""

"""Portuguese words by their meanings, which `english` explains."""

from collections.abc import Mapping
from typing import Final

WORDS: Final[Mapping[str, str]] = {
    "status:new": "novo, nova",
    "status:open": "aberto, aberta, abertos, abertas, ativo, ativa, ativos, ativas, reaberto,"
    " não resolvido, em aberto",
    "status:in_progress": "em andamento, em curso, em progresso, em tratamento, em atendimento",
    "status:pending": "pendente, pendentes, em espera, aguardando, suspenso, em pausa",
    "status:resolved": "resolvido, resolvida, resolvidos, resolvidas, solucionado, solucionada",
    "status:closed": "fechado, fechada, fechados, fechadas, encerrado, encerrada, encerrados",
    "status:cancelled": "cancelado, cancelada",
    "status:operational": "operacional, em operação, em serviço",
    "status:down": "fora de serviço, inoperante, fora do ar, fora de operação",
    "status:retired": "desativado, aposentado, desativada, fora de serviço",
    "status:maintenance": "em manutenção, em reparação, em reparo",
    "status:healthy": "saudável, saudáveis, íntegros, em bom estado, funcionam, funcionando",
    "status:unhealthy": "com falha, com falhas, falhando, degradado, não saudáveis, com problemas,"
    " em mau estado",
    "cause:oom": "falta de memória, sem memória",
    "cause:crash_loop": "loop de falhas, ciclo de falhas",
    "priority:1": "crítica, crítico",
    "priority:2": "alta, alto, elevada",
    "priority:3": "média, moderada, médio, normal",
    "priority:4": "baixa, baixo",
    "priority:5": "planejamento, muito baixa, planeamento",
    "label:status": "status, estado, situação, status atual, estado atual, situação atual",
    "label:priority": "prioridade",
    "label:assignee": "atribuído a, atribuída a, atribuído, atribuída, responsável, designado a,"
    " atribuído para, encarregado",
    "label:group": "grupo, equipe, equipa, grupo de atribuição",
    "label:customer": "cliente, empresa",
    "label:sla": "prazo acordado, sla",
    "label:opened": "aberto em, criado, criado em, data de abertura, aberta em, data de criação",
    "label:updated": "atualizado, atualizado em, última atualização",
    "label:closed": "fechado em, resolvido em, encerrado em, data de encerramento",
    "label:number": "número, número do caso, número do chamado",
    "label:address": "ip, endereço ip, endereço",
    "label:contact": "contato, contacto, pessoa de contato",
    "label:other": "categoria, impacto, urgência, localização, causa, solução, ambiente,"
    " dependências, reportado por, descrição, local",
    "case": "caso, casos, chamado, chamados, incidente, incidentes, ticket, tickets, solicitação,"
    " solicitações, pedido, problema, ocorrência",
    "pod": "pod, pods",
    "item": "servidor, servidores, firewall, dispositivo, equipamento",
    "user": "usuário, usuários, usuária, usuárias, utilizador, utilizadores, pessoas, funcionários,"
    " colaboradores, empregados, colegas",
    "thing:customer": "clientes",
    "thing:site": "unidades, filiais, escritórios, locais",
    "thing:mailbox": "caixas de correio",
    "thing:restart": "reinicializações, reinícios, reinicialização",
    "thing:attempt": "tentativas",
    "thing:device": "computadores, dispositivos, máquinas",
    "thing:server": "servidores",
    "thing:printer": "impressoras",
    "thing:error": "erros, falhas",
    "times": "vezes",
    "be": "está, estão, é, são, continua, continuam, permanece, encontra se, segue, consta como",
    "been": "foi, foram, já foi, tem sido, foi marcado como, já está",
    "was": "estava, estavam, era, esteve, eram",
    "not": "não, nunca, nem, ainda não, já não, não mais, tampouco, sem",
    "if": "se, caso esteja",
    "when": "quando, até, antes, assim que, enquanto, até que",
    "maybe": "poderia, deveria, deve, talvez, provavelmente, possivelmente, será, estará,"
    " por favor, quer, deseja, serão, vai, gostaria, precisa, em breve, posso",
    "said": "você disse, você mencionou, segundo você, segundo o usuário, o usuário diz,"
    " o cliente diz, como você, sua mensagem, você escreveu, você informou",
    "formerly": "anteriormente, antes, originalmente, inicialmente, no início, previamente,"
    " anterior, havia, similar, similares, semelhantes, outro, outra, outros, outras",
    "adverb": "atualmente, agora, ainda, já, também, totalmente, hoje, como, em, a, com, o, de,"
    " desde, no momento, neste momento, por enquanto, um, uma, os, as, todos, ambos, sim, status,"
    " estado, prioridade, plenamente, na",
    "determiner": "o, a, os, as, este, esta, isto, esse, essa, seu, sua, um, uma, do, da, de, em,"
    " atualmente, sim, não, e, para, segundo, no, na, meu, olá, ambos, com, ainda, obrigado",
    "which": "que",
    "it": "ele, ela, isso, isto, este, esse, eles",
    "every": "todos, todas, todos os, todas as, cada",
    "none": "nenhum, nenhuma, nenhum dos, nenhuma das, zero",
    "both": "ambos, ambas, os dois, as duas",
    "half": "metade, metade dos, metade das, a metade dos",
    "fraction": "meia, meio, quarto, quartos",
    "most": "a maioria, a maioria dos, a maioria das",
    "some": "alguns, algumas, vários, várias",
    "not_all": "nem todos, nem todas",
    "share": "de, dos, das, de um total de",
    "total": "encontrado, encontrados, encontrei, no total, há, existem, foram encontrados, total,"
    " ao todo",
    "number:1": "um, uma",
    "number:100": "cem",
    "about": "cerca de, aproximadamente, por volta de, quase, uns, umas, em torno de",
    "over": "mais de, pelo menos, no mínimo, acima de",
    "under": "menos de, até, no máximo, abaixo de",
    "unit:second": "segundo, segundos",
    "unit:minute": "minuto, minutos",
    "unit:hour": "hora, horas",
    "unit:day": "dia, dias",
    "unit:week": "semana, semanas",
    "unit:month": "mês, meses",
    "unit:year": "ano, anos",
    "remaining": "restantes, restante, restam, faltam, resta, falta",
    "breached": "violado, estourado, vencido, ultrapassado, expirado, excedido",
    "kept": "dentro do sla, no prazo, em dia, cumprido, respeitado",
    "assigned": "atribuído a, atribuída a, atribuído ao, atribuído à, sob responsabilidade de,"
    " atendido por, tratado por, a cargo de, com o responsável, responsável é, designado a,"
    " nas mãos de, gerenciado por, designado para, está com, o responsável é, sendo tratado por,"
    " atribuída à",
    "handles": "está trabalhando, está responsável, é o responsável, é a responsável, cuida,"
    " está cuidando, está atribuído, trata, está tratando, está a tratar, é responsável,"
    " trabalha no, está encarregado, está com o caso, tem o caso, foi designado, atende,"
    " está atendendo",
    "nobody": "ninguém, não atribuído, não está atribuído, sem responsável, não foi atribuído,"
    " não atribuída, sem atribuição",
    "team": "equipe, equipa, grupo, departamento, suporte, time",
    "from": "de",
    "to": "para, a",
    "but": "mas, porém, embora, enquanto que, porque, pois, no entanto",
    "and": "e, ou",
}

NUMBERS: Final = (
    "dois,duas três quatro cinco seis sete oito nove dez onze doze treze catorze,quatorze quinze"
)
TENS: Final = "vinte trinta quarenta cinquenta sessenta setenta oitenta noventa"
MONTHS: Final = (
    "janeiro,jan fevereiro,fev março,mar abril,abr maio,mai junho,jun julho,jul agosto,ago"
    " setembro,set outubro,out novembro,nov dezembro,dez"
)

COMMON: Final = (
    "o a os as de do da que está é em e um uma por com para no na ao não foi são dos das pelo se"
    " você como"
)

NOTHING: Final = (
    "nenhum caso, nenhum chamado, nenhum resultado, não há casos, nada, sem resultados,"
    " não encontrei, não foram encontrados, nenhuma correspondência, nenhum incidente, nenhum,"
    " nenhuma, não há, não existem, 0 casos"
)
"""Phrases that say that a search found nothing."""

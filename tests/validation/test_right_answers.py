"""Right answers of kinds that were once called wrong, by writers who did not know the rules."""

from pydantic import JsonValue

from recollect.validation.models import ToolCall
from tests.cases import each_case
from tests.validation.examples import PROSE, call, checked, wrong

SCANNERS = call(
    "getCase",
    case={
        "number": "SCS0047811", "state": "In Progress", "priority": "2 - High",
        "assigned_to": "Viktor Halasz", "assignment_group": "Wireless Engineering",
        "configuration_item": "BWP-LYO-WLC01", "account": "Brightwater Pharma",
        "contact": "Elodie Marchand", "updated_at": "2026-02-16T11:05:00Z",
    },
    caseSummary="Summary\n\n22 of 60 TC-52 scanners lose the Wi-Fi.\n\nLatest Activity\n\n"
    "\u2022 Feb 16, 09:35 \u2013 v.halasz: Controller firmware is 8.10.185, updated on Feb 14.\n"
    "\u2022 Feb 16, 08:10 \u2013 v.halasz: Log volume full since 14:20.",
)  # fmt: skip
ITEMS = call(
    "searchCMDB",
    items=[
        {"name": "CVS-BOI-SW01", "location": "Boise Main", "operational_status": "Operational"},
        {"name": "CVS-NMP-SW03", "location": "Nampa Annex", "operational_status": "Retired"},
    ],
)
NODES = call(
    "k8s_list_nodes", nodes=[{"name": "en-w-1", "pods": 139}, {"name": "en-w-2", "pods": 66}]
)
DEPLOYS = call(
    "list_deployments",
    deployments=[
        {"id": "#409", "service": "cart", "status": "cancelled", "by": "Hiro"},
        {"id": "#412", "service": "cart", "status": "failed", "by": "Hiro"},
    ],
)
ORDER = call("get_order", order={"number": "KM-70001", "items": [{"name": "mug", "quantity": 4}]})
SLAS = call(
    "get_sla_records",
    records=[
        {"task": "CS-88064", "sla": "P2 response (1 hour)", "assigned_to": "Chidi Eze"},
        {"task": "CS-88141", "sla": "P3 response (2 days)", "assigned_to": None},
    ],
)
BRIDGED = call(
    "getIncident",
    incident={
        "number": "INC0057120", "state": "In Progress", "priority": "1 - Critical",
        "assigned_to": "Marek Dvorsky", "opened_at": "2027-02-09T12:05:00Z",
    },
)  # fmt: skip
PROBLEM = call(
    "getProblem",
    number="PRB0012650",
    state="Fix in Progress",
    linkedIncidents=[
        {"number": "INC0088102", "state": "Closed"},
        {"number": "INC0090277", "state": "On Hold"},
    ],
)
RELATED = call(
    "getTickets",
    tickets=[
        {"number": "T-100", "status": "Open"},
        {"number": "T-101", "status": "Closed", "parent": "T-100"},
        {"number": "T-102", "status": "Pending", "duplicate_of": "T-101"},
        {"number": "T-103", "status": "Closed"},
    ],
)
WIRELESS = call(
    "getCase",
    case={"number": "SCS0004389", "state": "Awaiting Info", "assigned_to": "Pieter Claes"},
    caseSummary="Latest Activity\n\n"
    "\u2022 Feb 8, 15:40 \u2013 p.claes: 802.11r turned off on SSID SLZ-VOICE; 38 of 46 handsets "
    "have joined again.",
)
DOCK = call(
    "getCase",
    case={"number": "SCS0004417", "state": "Open", "assigned_to": "Idris Benali"},
    caseSummary="Summary\n\nDock 3 cannot print labels; each truck loses 20 minutes.",
)
LATE = call(
    "getCase",
    case={
        "number": "SCS0004418", "state": "Open", "priority": "2 - High",
        "assigned_to": "Idris Benali", "contact": "Anselm Roth",
    },
    caseSummary="Summary\n\nNo kiosk works.\n\nCurrent State\n\nStatus: Open\n"
    "SLA: breached 34 minutes ago",
)  # fmt: skip
KIOSK = call(
    "searchCMDB",
    items=[{"name": "BVR-BRG-KSK01", "type": "Server", "location": "Data Centre Nesttun"}],
)
REPAIRED = call(
    "searchCMDB", items=[{"name": "SVW-NBO-RED02", "operational_status": "Repair in Progress"}]
)
PAUSED = call(
    "list_service_cases",
    total=5,
    cases=[
        {
            "number": f"SCS000580{place}", "state": state, "priority": "2 - High",
            "updated_at": f"2027-02-1{place}T09:30:00Z", "assigned_to": name,
        }
        for place, (state, name) in enumerate(
            (
                ("Awaiting Info", "Femi Adeyinka"), ("Awaiting Info", "Bastien Roche"),
                ("On Hold", "Yuki Tanaka"), ("On Hold", "Yuki Tanaka"), ("New", ""),
            )
        )
    ],
)  # fmt: skip
NOBODY_YET = call(
    "getCase",
    case={
        "number": "SCS0005833", "state": "New", "assigned_to": "",
        "assignment_group": "Application Support",
    },
)  # fmt: skip
SORTERS = call(
    "getJournalEntries",
    incident={"number": "INC0042206", "description": "Sorter 1 does 7,200, both do 13,500."},
    journalEntries=[{"value": "The backlog grows by about 6,000 parcels an hour."}],
)
HOTELS = call(
    "getJournalEntries",
    journalEntries=[
        {"value": "Please do not migrate Girona on Mar 13 and 14, the marathon fills the house."}
    ],
)
REPAIRING = call(
    "searchCMDB",
    items=[
        {"name": "SVW-NBO-RED02", "operational_status": "Repair in Progress"},
        {"name": "SVW-NBO-RED03", "operational_status": "Operational"},
    ],
    total=2,
)
PIVOTS = call("getJournalEntries", journalEntries=[{"value": "Pivots 3, 4 and 9 answer."}])
BAGS = call(
    "getCase",
    case={"number": "SCS0061935", "state": "Open"},
    caseSummary="Latest Activity\n\n"
    "\u2022 Mar 9, 07:26 \u2013 p.oduya: Flight SV318 left with 22 bags behind.",
)
DISK = call("list_alerts", text="20 May 2027 10:00 UTC  ZGT-DB01  disk D:  88 %, 97 % is critical")
ORDERS = call(
    "getJournalEntries",
    entries=[
        {"created_at": "2026-03-18T09:00:00Z", "created_by": "f.esposito",
         "text": "Servono gli ordini di Bari entro le 17, o i camion partono vuoti."},
    ],
)  # fmt: skip
NOT_YET = call(
    "getCase",
    case={
        "number": "SCS0004420", "state": "Open", "priority": "2 - High",
        "assigned_to": "Bram Okafor", "opened_at": "2026-03-18T10:02:00Z",
    },
    caseSummary="Summary\n\nNo kiosk works.\n\nCurrent State\n\nStatus: Open\n"
    "SLA: 1 hour remaining",
)  # fmt: skip
SOLVED = call(
    "getCase",
    case={
        "number": "SCS0004421", "state": "Resolved", "priority": "2 - High",
        "assigned_to": "Bram Okafor", "opened_at": "2026-03-16T05:12:00Z",
    },
)  # fmt: skip
INODES = call(
    "getIncident",
    incident={"number": "INC0020877", "state": "In Progress", "assigned_to": "Bram Okafor"},
    incidentSummary="Latest Activity\n\n\u2022 Nov 25, 06:20 \u2013 b.okafor: QM-VLT-02 ran out of "
    "inodes at 05:51, all runners stopped.",
)
LEASES = call(
    "getJournalEntries",
    entries=[{"text": "Pool made a /22 and the lease time shortened from 7 days to 8 hours."}],
)
RESTARTED = call(
    "oc_diagnostic_pod_health",
    namespace="claims", total=9, healthy=6,
    unhealthy=[
        {"pod": "intake-api-58f7c9d6b4-t2lkq", "cause": "oom", "restarts": 17},
        {"pod": "intake-api-58f7c9d6b4-9xk2n", "cause": "oom", "restarts": 14},
        {"pod": "pdf-render-66c4f8b9d7-h8jvd", "cause": "config", "restarts": 3},
    ],
)  # fmt: skip
QUEUES = call(
    "list_service_cases",
    total=3,
    cases=[
        {"number": "SCS0004753", "state": "Open", "account": "Costa Hotels"},
        {"number": "SCS0004741", "state": "New", "account": "Costa Hotels"},
        {"number": "SCS0004750", "state": "Open", "account": "Fjell Wind"},
    ],
)
QUEUED = call("list_service_cases", cases=[{"number": "SCS0061933", "state": "New"}], total=1)
OVER = call(
    "list_service_cases",
    cases=[
        {
            "number": f"SCS006194{place}",
            "state": "Closed",
            "assigned_to": name,
            "priority": "3 - Moderate",
        }
        for place, name in enumerate(("Ann Lee", "Ann Lee", "Bo Li"))
    ],
    total=3,
)
HOURS = call("read_runbook", text="Nils Ekholm can be called from 07:00-19:00 UTC.\nHe is on 4.")
RENEWAL = call(
    "crm_get_account",
    account={"name": "Vantage Optics", "owner": "Lukas Brandt", "health": "At risk"},
    opportunities=[
        {"id": "OPP-7731", "name": "Renewal 2026", "owner": "Lukas Brandt"},
        {"id": "OPP-7802", "name": "Analytics add-on", "owner": "Priscila Tavares"},
    ],
)
ALERTS = call(
    "get_active_alerts",
    alerts=[
        {"id": "AL-88213", "host": "db-fra-07", "ip": "172.18.4.61", "state": "firing",
         "rule": "Disk > 85 %", "value": "93.4 %", "acknowledged_by": None},
        {"id": "AL-88224", "host": "lb-ams-01", "ip": "172.19.1.4", "state": "acknowledged",
         "rule": "Certificate expires in < 14 days", "value": "11 days",
         "acknowledged_by": "Ines Caldeira"},
    ],
)  # fmt: skip
DEPENDING = call(
    "searchCMDB",
    items=[
        {"name": "PDG-DB01", "type": "SQL Server", "dependencies": ["PDG-SAN01"]},
        {"name": "PDG-WEB01", "type": "Web Server", "dependencies": ["PDG-DB01", "PDG-LB01"]},
    ],
)

MAIL = call(
    "getCase",
    case={"number": "SCS0061482", "state": "In Progress", "sla": "1 hour 20 minutes remaining"},
)
SERVERS = call(
    "searchCMDB",
    items=[
        {"name": "HVD-LEI-SQL01", "os": "Windows Server 2019", "environment": "Production"},
        {"name": "HVD-LEI-TST02", "os": "Windows Server 2012 R2", "environment": "Test"},
    ],
)
WEEK = call("desk_week_stats", week={"sla_met_percent": 91, "sla_target_percent": 95})
REFUND = call("get_order", order={"number": "HM-51877", "total": 1076.9, "paid": 1076.9})
RESOLVED = call(
    "getIncident",
    incident={"number": "INC0118265", "state": "Resolved", "cause": "Expired certificate"},
)
QUEUE = call(
    "list_service_cases",
    cases=[
        {"number": "SCS0065079", "state": "New", "account": "Merriden Engineering"},
        {"number": "SCS0065080", "state": "Open", "account": "Castellan Foods"},
        {"number": "SCS0065081", "state": "Open", "account": "Castellan Foods"},
    ],
    total=3,
)
OF_ALTUS = call(
    "list_service_cases",
    cases=[
        {
            "number": number,
            "short_description": short,
            "description": f"Since Monday, on ALTUS-AMARILLO-{host}.",
            "state": "Open",
            "account": "Altus Healthcare",
            "active": True,
        }
        for number, short, host in (
            ("SCS0001234", "Packet loss at Altus Amarillo North", "FW01"),
            ("SCS0001241", "Dictation disconnects in exam rooms", "WLC01"),
            ("SCS0001263", "VPN is slow", "VPN01"),
        )
    ],
    total=3,
)
STATELESS = call(
    "list_service_cases",
    cases=[
        {"number": number, "account": "Altus Healthcare"} for number in ("SCS0001234", "SCS0001241")
    ],
    total=2,
)
RUN = call(
    "ci_get_run",
    run={"id": 55190, "triggered_by": "Noor Vandersloot"},
    notes=[{"by": "Hamish Orellana", "text": "The wallet failures are the stub server."}],
)
ROUTE = call(
    "get_delivery_route",
    parcels={"loaded": 40, "delivered": 20},
    stops=[{"stop": place, "status": "delivered" if place < 3 else "open"} for place in range(7)],
)

READERS = call(
    "getCase",
    case={"number": "SCS0063317", "state": "Work in Progress"},
    caseSummary="Summary\n\nBadge readers refuse drivers.\n\nLatest Activity\n\n"
    "\u2022 Nov 18, 14:20 \u2013 m.vos: Firmware 5.2.1 installed on R07 and R11.",
)
FIBRE = call("getIncident", incident={"number": "INC0061330", "state": "Closed"})
SIMILAR = call(
    "searchSimilarCases",
    cases=[
        {"number": "SCS0055912", "summary": "No one could reach the intranet for 5 hours"},
        {"number": "SCS0059127", "summary": "Corrected the time source, sign-in works"},
        {"number": "SCS0057740", "summary": "Added the new reply URL, fixed in 35 minutes"},
    ],
)
TERMINALS = call(
    "getCase",
    case={"number": "SCS0061482", "state": "In Progress"},
    caseSummary="Summary\n\nForklift terminals lose Wi-Fi.\n\nLatest Activity\n\n"
    "\u2022 Jan 14, 14:15 \u2013 iosei: Channel changed; 5 of 22 terminals still drop.\n"
    "\u2022 Jan 13, 16:20 \u2013 tquist: 13 of 22 terminals drop, only in hall C.",
)
OLDEST = call(
    "list_service_cases",
    cases=[
        {"number": "SCS0061951", "state": "Open", "opened_at": "2026-05-12T11:45:00Z"},
        {"number": "SCS0061932", "state": "Resolved", "opened_at": "2026-05-11T15:30:00Z"},
        {"number": "SCS0062011", "state": "Open", "opened_at": "2026-05-18T04:35:00Z"},
    ],
)
BILL = call("billing_get_usage", account="Skua Analytics", period="2026-08", status="Open")
DEVICES = call(
    "assets_list_devices",
    devices=[
        {"tag": "UT-L-0322", "model": "Corvid 14", "repair": {"sent": "2026-09-10"}},
        {"tag": "UT-L-0311", "model": "Corvid 14", "repair": {"sent": "2026-09-02"}},
    ],
    loans=[{"tag": "UT-L-0327", "for": "Elif Aydin", "requested": "2026-09-19"}],
)

STORES = call(
    "getIncident",
    incident={
        "number": "INC0031107", "state": "In Progress",
        "description": "None of the 11 stores in the north region can reach the gateway.",
    },
    incidentSummary="Latest Activity\n\n"
    "\u2022 Feb 18, 08:58 \u2013 hamish.doyle: 9 of 11 stores can take cards again.",
)  # fmt: skip
SHOWN = call(
    "list_service_cases",
    cases=[{"number": f"SCS000220{digit}", "state": "Closed"} for digit in range(6)],
    total=9,
)
TICKETING = call(
    "oc_diagnostic_pod_health",
    namespace="ticketing",
    total=12,
    healthy=8,
    summary="4 of 12 pods in ticketing are not healthy: 2 crash loops.\n\n"
    "\u2022 seatmap-5f7d8c9b64-k7wqz \u2013 crash loop in seatmap (23 restarts)\n"
    "\u2022 seatmap-5f7d8c9b64-t2m9x \u2013 crash loop in seatmap (21 restarts)",
)
READINGS = call(
    "getJournalEntries",
    journalEntries=[
        {"value": "All 31,000 are in, thank you.", "sys_created_by": "r.castellane"},
        {"value": "Import stopped: 12,400 of 31,000 readings are in.", "sys_created_by": "hoduya"},
    ],
)
LOOMS = call(
    "list_service_cases",
    cases=[
        {"number": "SCS0149001", "assigned_to": "Priya Nandakumar"},
        {"number": "SCS0149041", "assigned_to": "Thandiwe Mokoena"},
    ],
)
CABLE = call("searchSimilarCases", cases=[{"text": "A pallet had torn off the antenna cable."}])
RELEASE = call(
    "get_release_status",
    milestones=[
        {"name": "Code freeze", "status": "passed"},
        {"name": "Release candidate", "status": "at risk"},
        {"name": "General availability", "status": "planned"},
    ],
    pull_requests=[{"number": 2281, "state": "merged"}, {"number": 2290, "state": "open"}],
    tests={"unit": {"passed": 3412, "skipped": 3}},
)

BATCHES = call(
    "getJournalEntries",
    journalEntries=[
        {"value": "Batch 3 finished: 118 of 120 mailboxes moved.", "sys_created_by": "mobrador"},
        {"value": "Batch 1 (60 mailboxes) was rolled back.", "sys_created_by": "psandhu"},
    ],
)

FREEZERS = call(
    "getJournalEntries",
    journalSummary="Latest Activity\n\n"
    "\u2022 Oct 13, 09:50 \u2013 ingrid.solheim: Staff read the local displays every 30 minutes.\n"
    "\u2022 Oct 13, 08:15 \u2013 o.bright: Firmware 4.3.0 was pushed to TAM-IOTGW02 at 05:00.",
)
REMINDER = call(
    "read_runbook", text="The certificate expires on 2027-10-19. A reminder is set 45 days before."
)
LEGS = call(
    "get_consignment",
    legs=[
        {"mode": "truck", "from": "Selb", "to": "Hamburg", "arrival": "2026-08-31"},
        {"mode": "sea", "from": "Hamburg", "to": "Palermo", "arrival": "2026-09-11"},
    ],
)
FLIGHTS = call(
    "get_departures",
    flights=[
        {"flight": "VX 214", "status": "delayed", "gate": "B7"},
        {"flight": "VX 311", "status": "departed", "gate": "B2"},
    ],
)
JOBS = call("read_log", text="MAIL-FULL  thb-ex01  WARNING  2 mailboxes skipped (locked)")
OWNED = call(
    "list_service_cases",
    cases=[
        {"number": "SCS0004491", "priority": "2 - High", "assigned_to": "Oluwaseun Bright"},
        {"number": "SCS0004497", "priority": "1 - Critical", "assigned_to": "Dmitri Halvorsen"},
    ],
)

PAYROLL = call(
    "getIncident",
    incident={"number": "INC0057740", "state": "Resolved", "opened_at": "2026-09-28T06:50:00Z"},
    incidentSummary="Latest Activity\n\n"
    "\u2022 Sep 28, 11:05 \u2013 lachter: Export rerun: 1,284 of 1,284 records accepted at 10:52.\n"
    "\u2022 Sep 28, 08:15 \u2013 lachter: The account was locked.",
)
SEATS = call("get_subscription", plan="Team", seats=25, price_per_seat=14.0, audit_log_price=45.0)
SWITCH = call(
    "device_status",
    text="PSU1 OK   PSU2 FAILED since 2026-10-08\n"
    "spanning tree: root for VLAN 10, 20, 30; VLAN 40 root is VRD-CORE-SW1",
)
DROPS = call("day_schedule", notes=["Drops changed to latanoprost, return in 6 weeks"])
UPDATED = call(
    "getCase",
    case={
        "number": "SCS0042317", "state": "In Progress",
        "description": "Fourteen terminals, model Corvane, restart eleven times a day.",
    },
)  # fmt: skip
PORT = call(
    "list_service_cases",
    cases=[
        {"number": "SCS0081001", "state": "Open", "priority": "1 - Critical", "account": "Port"},
        {"number": "SCS0081002", "state": "Open", "priority": "3 - Moderate", "account": "Port"},
        {"number": "SCS0081003", "state": "Closed", "priority": "2 - High", "account": "Quay"},
    ],
    total=3,
)
TESTING = call(
    "searchCMDB",
    items=[
        {"name": "GQL-OFF-RPT01", "environment": "Test"},
        {"name": "GQL-SCADA01", "environment": "Production"},
    ],
)

SIX = call(
    "searchCases",
    cases=[
        {"number": f"SCS007100{place}", "state": state}
        for place, state in enumerate(
            ("In Progress", "In Progress", "Resolved", "On Hold", "New", "Closed")
        )
    ],
)
CLOSED = call(
    "getCase",
    case={
        "number": "SCS0004288", "state": "Closed", "priority": "2 - High",
        "opened_at": "2026-09-04T08:00:00Z", "closed_at": "2026-09-08T15:05:00Z",
    },
    caseSummary="Latest Activity\n\n\u2022 Sep 5, 10:00 \u2013 yola: 22 of 24 kiosks are fixed.",
)  # fmt: skip
LIMITS = call("read_policy", text="Each mailbox has a limit of 5 GB, 12 mailboxes are asked for.")
DROPPED = call(
    "getIncident",
    incident={"number": "INC0031150", "state": "In Progress"},
    incidentSummary="Latest Activity\n\n"
    "\u2022 Mar 11, 07:00 \u2013 k.moss: Update for the control room, fibre fault found.",
)
ADDRESSED = call(
    "searchCMDB",
    items=[
        {"name": "PDG-DB01", "ip_address": "10.118.6.12", "location": "Gothenburg DC1"},
        {"name": "PDG-DB02", "ip_address": "10.118.6.13", "location": "Gothenburg DC1"},
    ],
)
LANES = call(
    "getCase",
    case={"number": "SCS0004290", "state": "Open"},
    caseSummary="Latest Activity\n\n"
    "\u2022 Mar 9, 14:05 \u2013 i.brand: 4.8.1 put back to 4.7.6 on lane 2; 25 plates read.",
)
DESKS = call(
    "getJournalEntries",
    journalSummary="Latest Activity\n\n"
    "\u2022 Apr 14, 16:42 \u2013 nadia.osei: All three reception desks can call out again.\n"
    "\u2022 Apr 14, 15:10 \u2013 l.astrup: Asked Nadia to try the desks.",
)
FIVE = call(
    "oc_diagnostic_pod_health",
    total=5, healthy=2, unhealthy=[{"pod": "mailer-0", "restarts": 2, "ready": False}],
    summary="Status: Degraded (2 of 5 pods healthy)",
)  # fmt: skip
CALLED = call("get_port", port={"name": "Gi1/0/14", "vlan": 412, "on_call_until": "14:00"})
LOST = call(
    "getIncident",
    incident={"number": "INC0031187", "state": "Open"},
    incidentSummary="Summary\n\nThe broker has had no session of the gateway since 23:24.",
)
BACKUP = call("backup_report", text="Last good backup of chg-lab-03: 14 March, 23:19")
CHECKED = call(
    "getIncident",
    incident={"number": "INC0031187", "state": "Open", "contact": "Gloria Mensah"},
    incidentSummary="Latest Activity\n\n"
    "\u2022 Nov 24, 09:32 \u2013 femke.degraaf: Since nine it is quiet.\n"
    "\u2022 Nov 24, 08:40 \u2013 s.dewit: Gloria confirms that mail leaves at once.\n"
    "\u2022 Nov 24, 08:10 \u2013 g.mbeki: Checks passed. Change is approved by Marguerite Okonjo.",
)
DOCKS = call(
    "get_order", order={"id": "PO-1", "ordered_on": "2026-11-13", "note": "Back order until Dec 9."}
)
CACHES = call(
    "oc_diagnostic_pod_health",
    total=3, healthy=2, unhealthy=[{"pod": "fare-cache-0", "restarts": 3}],
    summary="Restarts: 28",
)  # fmt: skip
ROOMS = call(
    "searchCMDB",
    items=[
        {"name": "NBL-SQL01", "location": "Lyon"},
        {"name": "NBL-SW03", "location": "Lyon, room 214"},
    ],
)
GUSTS = call("site_log", text="The crane stood still from 14:10 to 15:25, gusts up to 68 km/h.")
MEASURED = call("read_log", text="Power supplies measured, all within range.")
SHIPPED = call("get_order", order={"number": "KM-70001", "total": 75.9, "part": "PH-5190"})
LEVEL = call(
    "getIncident", incident={"number": "INC0020014", "sla": "47 minutes remaining (4 hours)"}
)
PAYMENTS = call(
    "oc_diagnostic_pod_health",
    total=8,
    healthy=5,
    unhealthy=[{"pod": "ledger-7c9f6d5b84-x2k4v", "restarts": 17},
               {"pod": "ledger-7c9f6d5b84-q8m7d", "restarts": 16}],
    summary="Current State\n\nStatus: Degraded (5 of 8 pods healthy)\nRestarts: 42",
)  # fmt: skip

FED = call(
    "searchCMDB",
    items=[
        {"name": "DB-07", "operational_status": "Operational"},
        {"name": "SRV02", "operational_status": "Retired"},
        {"name": "SRV03", "operational_status": "Operational"},
    ],
)


ENERGY = call(
    "list_service_cases",
    total=3,
    cases=[
        {
            "number": "SCS0004425", "short_description": "Trading feed lags", "state": "Open",
            "priority": "1 - Critical", "assigned_to": "Sanna Lehto",
            "assignment_group": "Energy Applications", "account": "Norrwind Power",
            "opened_at": "2026-12-08T10:00:00Z",
        },
        {
            "number": "SCS0004412", "short_description": "Forecast empty",
            "state": "Awaiting Info", "priority": "3 - Moderate", "assigned_to": "Ines Carvalhal",
            "assignment_group": "Energy Applications", "account": "Solgrid Energia",
            "opened_at": "2026-12-01T09:00:00Z",
        },
        {
            "number": "SCS0004380", "short_description": "Heat meter report", "state": "New",
            "priority": "4 - Low", "assigned_to": "", "account": "Laadkracht",
            "assignment_group": "Energy Applications", "opened_at": "2026-12-03T14:25:00Z",
        },
    ],
)  # fmt: skip
TILLS = call(
    "getJournalEntries",
    journalSummary="Latest Activity\n\n"
    "\u2022 Dec 9, 10:05 \u2013 m.filippini: third station is back since a route of 09:58\n"
    "\u2022 Dec 9, 06:30 \u2013 elena.moretti: now 14 stations\n"
    "\u2022 Dec 9, 05:45 \u2013 m.filippini: no answer to 185.44.20.17\n"
    "\u2022 Dec 9, 03:55 \u2013 elena.moretti: cards declined since about half past three",
)
GATEWAYS = call(
    "searchCMDB",
    items=[
        {"name": "TRC-FCG01", "ip_address": "10.140.12.7"},
        {"name": "TRC-FCG02", "ip_address": "10.140.12.8"},
    ],
)
DRIVER = call(
    "getCase",
    case={
        "number": "SCS0004329", "state": "Closed", "opened_at": "2026-11-20T09:00:00Z",
        "closed_at": "2026-11-27T15:00:00Z",
    },
    caseSummary="Summary\n\nLabels shift. Fixed with driver 3.12.",
)  # fmt: skip
MAST = call(
    "getJournalEntries",
    journalSummary="Latest Activity\n\n"
    "\u2022 Apr 14, 10:20 \u2013 a.lee: radio replaced on April 20, it has 30 days of warranty\n"
    "\u2022 Apr 14, 09:10 \u2013 a.lee: the lease of the mast ends on May 31",
)
STORAGE = call(
    "getIncident",
    incident={"number": "INC0041898", "state": "In Progress", "assigned_to": "Bastian Vogel"},
)


VPN = call(
    "getCase",
    case={"number": "SCS0070344", "state": "Open", "account": "Halden Foundry"},
    caseSummary="Summary\n\nThe VPN drops every two hours.",
)


@each_case(
    ("answer", "given"),
    [
        ("Two of the six tickets are resolved or closed.", SIX),
        ("Four of six are in progress, on hold or new.", SIX),
        ("Three of the six tickets are still in progress or waiting.", SIX),
        # A client that is a program.
        ("El cliente VPN muestra un error.", VPN),
        ("The client VPN shows an error.", VPN),
        # What else was updated than the case, a model that is no item, a time told in a note.
        ("The firmware was updated to 8.10.185 on February 14.", SCANNERS),
        ("Betroffen ist nur das Modell TC-52.", SCANNERS),
        ("| When | What |\n|---|---|\n| Feb 16, 14:20 | Log volume full |", SCANNERS),
        ("We wait for the customer: Elodie Marchand has to test.", SCANNERS),
        # Exceptions, wholes, others, and what is denied of something else.
        ("Everything is in Boise Main except CVS-NMP-SW03, which is in the Nampa Annex.", ITEMS),
        ("en-w-2 has 66 of the cluster's 205 pods, almost a third.", NODES),
        ("Hiro tried twice, without success: #409 was cancelled and #412 failed.", DEPLOYS),
        ("The other three mugs were delivered.", ORDER),
        # Names of service levels, and nobody.
        ("One SLA is breached: CS-88064.", SLAS),
        ("CS-88141 has no assignee yet.", SLAS),
        # Times of one's own beside those of the result.
        ("At 20:30 UTC Nils Ekholm is off, as he can be called from 07:00 to 19:00.", HOURS),
        # Who has another object than the main one.
        ("Analytics add-on has the owner Priscila Tavares.", RENEWAL),
        # Nobody is none of a list; the host of an alert has the address beside it.
        ("db-fra-07 has been firing for an hour, and nobody has acknowledged it.", ALERTS),
        ("| Alert | Host | IP |\n|---|---|---|\n| AL-88213 | db-fra-07 | 172.18.4.61 |", ALERTS),
        ("The certificate of lb-ams-01 expires in 11 days.", ALERTS),
        # Denials in short, years, values beside others, differences.
        ("No, it hasn't breached its SLA yet.", MAIL),
        ("The SQL server is good until 2029, and the test machine was until 2022.", SERVERS),
        ("We missed the SLA target: 91 % against 95 %.", WEEK),
        ("Of the 1,076.90 paid, 12.90 came back, so the paid total is 1,064.00 now.", REFUND),
        # What was closed is resolved; what is open since some day is not over.
        ("The incident was closed with an expired certificate as its cause.", RESOLVED),
        ("It was open for two hours and 45 minutes.", RESOLVED),
        ("SCS0065079 is the oldest, open since 7 April.", QUEUE),
        ("Castellan Foods has two open cases.", QUEUE),
        # Cases behind their number are no values of the first; nobody tells of which are open.
        ("Altus has three open cases: SCS0001234, SCS0001241 and SCS0001263.", OF_ALTUS),
        ("There are three open cases for Altus: SCS0001234, SCS0001241, SCS0001263.", OF_ALTUS),
        ("Altus Healthcare has two open cases.", STATELESS),
        # A first name is that of a user whose name begins as it does.
        ("Viktor reported at 09:35 that the controller firmware is 8.10.185.", SCANNERS),
        # Who has a label of more words, what is supposed, and another whole.
        ("**Started by:** Noor Vandersloot", RUN),
        ("I'd expect HVD-LEI-TST02 to be cut off like production.", SERVERS),
        ("HVD-LEI-SQL01 and its test system (HVD-LEI-TST02) share an instance.", SERVERS),
        ("Half delivered: 20 of 40 parcels.", ROUTE),
        # What is fixed is no ticket; a heading; the same with and without a denial.
        ("Two readers (R07, R11) are fixed by firmware 5.2.1.", READERS),
        ("Tomasz Wrona fixed it Aug 24.", BILL),
        ("It is closed.\n\n*Open*\nThe credit of EUR 1,850.", FIBRE),
        ("The intranet was out of reach for five hours.", SIMILAR),
        (
            "What helped:\n\u2022 Correcting the time source\n\u2022 Adding the new reply URL",
            SIMILAR,
        ),
        # The rest of a part, the first of some, an object by its whole code.
        ("17 of 22 terminals drop no more, 5 still drop.", TERMINALS),
        ("Oldest that's still unfinished: SCS0061951, opened May 12.", OLDEST),
        ("Your laptop UT-L-0322 was sent to the repair shop on 10 September.", DEVICES),
        # The rest of those that can; whom an outage hit; shares of what is shown; two of one kind.
        ("2 of 11 stores still cannot take cards.", STORES),
        ("The outage hit the 11 stores of the north region.", STORES),
        ("Pattern: Expired certificate (2 of 6 cases)", SHOWN),
        ("seatmap: two pods in a crash loop, 44 restarts together", TICKETING),
        # What a later note tells, who is named before an `and`, `on` that is no state.
        ("All 31,000 readings are in.", READINGS),
        ("SCS0149001 is with Priya Nandakumar and SCS0149041 with Thandiwe Mokoena.", LOOMS),
        ("A pallet has torn the antenna cable on a forklift terminal.", CABLE),
        # Counts of fields, and all that was said.
        ("All 3,412 unit tests passed; three were skipped.", RELEASE),
        ("VAT is rounded line by line; all that is merged.", RELEASE),
        # Numbers that are names, and those of the same things elsewhere.
        ("Batch 1 was rolled back; its 60 mailboxes were repeated with batch 3.", BATCHES),
        # Times of what a note tells, and titles of its author; a day worked out.
        ("- 05:00 \u2013 firmware 4.3.0 pushed to TAM-IOTGW02", FREEZERS),
        ("- 09:50 \u2013 Ms Solheim: staff read the local displays every 30 minutes", FREEZERS),
        ("The expiry is 19 October 2027; 45 days before that is 4 September 2027.", REMINDER),
        # What two are called by, a verb that is no state, the newest that is spoken of.
        ("The truck reached Hamburg on 31 August, as planned.", LEGS),
        ("VX 214 leaves at 18:25 from gate B7.", FLIGHTS),
        ("The oldest is SCS0061932 from 11 May, a week before the newest.", OLDEST),
        # How many, in a list; the first and the second.
        ("Jobs:\n- 4 fine\n- 1 with a warning: MAIL-FULL, two locked mailboxes", JOBS),
        ("Bright has the first, as a P2, and Halvorsen the second, as a P1.", OWNED),
        # Numbers with commas, dates of other things behind an `and`, sums behind a label.
        ("All 1,284 records went through.", PAYROLL),
        ("It was opened at 06:50 and the note on the account is from 08:15.", PAYROLL),
        ("- Price: 25 \u00d7 14 + 45 for the audit log = 395 a month", SEATS),
        # Columns, plurals, a fragment, and words that are no names.
        ("PSU1 is fine.", SWITCH),
        ("It's root for VLANs 10, 20 and 30, but not for 40.", SWITCH),
        ("Whitlock changed his drops to latanoprost; he's to return in six weeks.", DROPS),
        ("Done: 6 terminals updated.", UPDATED),
        # Which ones are counted, a crane with a number, and everything else.
        ("No case of priority 2 is active.", PORT),
        ("Two ships wait because crane 4 is out of service.", PORT),
        ("Two of your cases are open with us.", PORT),
        ("1 critical, 1 high, 1 moderate.", PORT),
        ("Only GQL-OFF-RPT01 is a test system; everything else is production.", TESTING),
        # What waits is no ticket.
        ("Rooms C7 and C8 are still waiting for their certificates.", MAIL),
        # What was open for some time, other ends, levels that it has not, parts of a whole.
        ("It stood open for four days and is closed now.", CLOSED),
        ("After being open for four days the case was closed by Yolanda.", CLOSED),
        ("The case was not cancelled, it was closed.", CLOSED),
        ("It is a P2, not a P1.", CLOSED),
        ("It's no longer a P1.", CLOSED),
        ("All 24 kiosks were fixed: 22 on the 5th and the last two on the 8th.", CLOSED),
        ("47 minutes remain of the 4-hour SLA.", LEVEL),
        ("Ledger pods:\n- Restarts: 33", PAYMENTS),
        ("62 % of the pods are healthy.", PAYMENTS),
        # What is not known, everything else, a part of all restarts.
        ("The record doesn't say how it was solved.", MAIL),
        ("Everything else, five pods, is fine.", PAYMENTS),
        ("ledger-7c9f6d5b84-x2k4v has restarted most, 17 of the 42 restarts.", PAYMENTS),
        # A line below two items is about the last of them.
        ("\u2022 DB-07 feeds SRV02\n  Status: Retired", FED),
        # Two labels for two dates, headings of what follows, who has a mailbox.
        ("- **Opened / closed:** September 4 / September 8", CLOSED),
        ("- Offen: Ann wollte den Bericht f\u00fcr die Pr\u00fcfer bis Freitag.", CLOSED),
        ("Il caso SCS0065079 \u00e8 nuovo; \u00e8 in carico al gruppo Rete.", QUEUE),
        ("**Breached:** no", MAIL),
        # What is not to blame, what is so by itself, how fast, and the rest of what is a test.
        ("No, it isn't the power supplies.", MEASURED),
        ("The gusts were up to 68 km/h, and it lasted 75 minutes.", GUSTS),
        ("Only GQL-OFF-RPT01 is a test system. The rest are production.", TESTING),
        ("GQL-SCADA01 and its test system are operational.", TESTING),
        # What several add up to, what is done at an hour to come, whom a sentence denies.
        ("60 GB at most, 12 mailboxes with a limit of 5 GB each.", LIMITS),
        ("**08:00 update for the control room**\n\nThe drops are gone.", DROPPED),
        ("Nothing on the list belongs to Kestrelby Holiday Parks.", OWNED),
        # A line of a table that names two, an address with a place behind it, `the one that`.
        ("| Who | Cases | Highest |\n|---|---|---|\n| Ann | SCS0004497, SCS0004491 | P1 |", OWNED),
        ("- PDG-DB02\n  Operational \u00b7 10.118.6.13 \u00b7 Gothenburg DC1", ADDRESSED),
        ("Lane 2 is the one that's back on 4.7.6.", LANES),
        # Who wrote last, counts by a field, parts and the rest, none of a kind of failure.
        ("Last entry is from Nadia Osei at 16:42 on April 14: all desks can call again.", DESKS),
        ("Cases:\n\u2022 By priority: 1 critical, 2 high, 3 moderate", OWNED),
        ("2 of the 5 pods are healthy and 3 aren't.", FIVE),
        ("It isn't crashing, it's just not ready.", FIVE),
        ("There has been no good backup since 14 March.", BACKUP),
        # What a line of a journal tells in its second sentence, and of whom in short.
        ("Nov 24, 08:10: checks passed, change approved by Marguerite Okonjo.", CHECKED),
        ("Gloria Mensah confirmed that mail leaves at once.", CHECKED),
        ("\u2022 09:32 \u2013 Femke de Graaf: quiet since nine", CHECKED),
        # Until a day that a note tells, of which a field is not; what I would watch; when opened.
        ("The docks are on back order until Dec 9.", DOCKS),
        ("O mais antigo \u00e9 o SCS0061932, aberto a 11 de maio.", OLDEST),
        (
            "Le dossier est clos : la cl\u00e9 avait expir\u00e9 le 7 septembre et a chang\u00e9.",
            CLOSED,
        ),
        # More than there are tickets, of whatever; all restarts.
        ("The ticket machines at Hamar. All seven are offline.", PORT),
        ("Readiness probe: fare-cache-0. There were 28 restarts in total.", CACHES),
        # What begins a value stands in another one: of `Lyon, room 214` a comma ends a clause.
        ("\u2022 NBL-SW03\n  Location: Lyon, room 214", ROOMS),
        # A code is no number.
        ("It is 1,190 a seat.", SHIPPED),
        # A phone number, a question that is told, how many are of a level, a head in its line.
        ("She is on call until 14:00, +1-555-0142.", CALLED),
        ("- Wer Cloud Platform \u00fcbernimmt, wenn Ann geht.", OWNED),
        ("That leaves three, of which one is P1 and two are P2.", OWNED),
        ("**Offen.** Ob der Patch bei anderen eingespielt wurde.", CLOSED),
        # What a sentence doesn't say, the last of what was, and a line about another ticket.
        ("I don't see that the broker has had a session of the gateway.", LOST),
        ("23:24 \u2013 last session of the gateway at the broker", LOST),
        ("- **SCS0002297**, February 3: slow pages after 4.16. P4, closed after 5 hours.", CLOSED),
        # Whom one waits for, what else opens, where a ticket waits, parts of those that are over.
        ("We're waiting for the customer: Hamid asked Elodie Marchand for the logs.", SCANNERS),
        ("The bridge was opened at 12:09 by S. Ferreira.", BRIDGED),
        ("SCS0061933 is new, and it is waiting in the Service Desk queue.", QUEUED),
        ("Two of the three closed cases were Ann's.", OVER),
        ("Ein Drittel der f\u00fcnf Pods ist nicht gesund.", FIVE),
        ("I can't confirm that the case has been closed.", SCANNERS),
        # A standard is no number, and who is like a ticket is not told more of.
        ("802.11r turned off on SSID SLZ-VOICE; 38 of 46 handsets have joined again.", WIRELESS),
        ("SCS0061941 is closed. Similar cases: SCS0061942.\nAssigned to: Ann Lee", OVER),
        # Whose a printer is, units in a row, a vendor's ticket, half an hour, a doctor, and `no`.
        ("Dock 3 is using dock 2's printer as a workaround.", DOCK),
        ("It was a P2 and took 4 days, 7 hours and 5 minutes, weekend included.", CLOSED),
        ("**Vendor:** ticket 9-4471826, opened 08:04", BRIDGED),
        ("Die SLA ist seit gut einer halben Stunde verletzt.", LATE),
        ("Bonjour Docteur Roth, les bornes fonctionnent de nouveau.", LATE),
        ("O servidor BVR-BRG-KSK01 fica no Data Centre Nesttun.", KIOSK),
        # An hour in words, a denial behind, a label of a table, who is of a vendor, a number of
        # another result, `No.`, what is without, how long in French, and none of several.
        ("- **18 Mar, 09:00** \u2013 Esposito needs the orders by 17:00 today.", ORDERS),
        ("Die SLA l\u00e4uft um 15:02 UTC ab, verletzt ist sie noch nicht.", NOT_YET),
        (
            "| Campo | Valor |\n|---|---|\n| Estado | Resuelto |\n| Abierto | 16/03, 05:12 UTC |",
            SOLVED,
        ),
        ("Lars Detmer is not ours; he is the engineer at Kessling who read the capture.", NOT_YET),
        ("The vendor's engineer Jules Perrin found the cause.", NOT_YET),
        ("**Have we met the SLA?** No. It was breached at 08:50.", LATE),
        ("QM-VLT-02 without inodes at 05:51, runners stopped.", INODES),
        ("opened 10:02, fixed 11:35 = 1 h 33", NOT_YET),
        ("None of them had priority 1 or 4.", NOT_YET),
        # From one to another, of two pods, and what is said to one customer of several.
        ("Zo\u00eb shortened the lease time to 8 hours.", LEASES),
        ("Zwei intake-api-Pods werden beendet (17 und 14 Neustarts).", RESTARTED),
        ("Hello Luc\u00eda, you have two cases open with us.", QUEUES),
        # What is repaired is not operational, `no requests` are no tickets, and some of those that
        # wait; the day that something may be reached, a denial before a colon, the second of two.
        ("SVW-NBO-RED02 \u00e8 in stato *Repair in Progress*, non operativo.", REPAIRED),
        ("A scope with no free addresses answers no new requests.", PAUSED),
        ("Two are **Awaiting Info**, so somebody owes us an answer.", PAUSED),
        ("In attesa di informazioni ci sono due casi: SCS0005800 e SCS0005801.", PAUSED),
        ("In dat tempo is 97 % over zes dagen bereikt, rond 26 mei.", DISK),
        ("Er ist gel\u00f6st, aber noch nicht geschlossen: Status \u201eResolved\u201c.", RESOLVED),
        ("SCS0005802 and SCS0005801 wait. The second was last updated on Feb 11.", PAUSED),
        # What two numbers of a text leave, a ticket that is worked on, nobody of a team, how many
        # are of a level, and none that is of the one in a bracket.
        ("Both do 13,500, of which sorter 1 does 7,200. That leaves **6,300**.", SORTERS),
        ("\u2022 **SCS0047811** (open, P2), scanners of the yard", SCANNERS),
        ("No one in Application Support is assigned yet.", NOBODY_YET),
        ("Yuki is the one I'd relieve: two P1 cases of another desk.", PAUSED),
        ("Two of the three P2 cases that wait concern hardware.", PAUSED),
        ("Es gibt 5 F\u00e4lle, keiner davon ist kritisch (Priorit\u00e4t 1).", PAUSED),
        # What else is waiting, the number of a point before a day, who has two that are new, what
        # it was before, a weekday, what one would do, and a second day of a sentence.
        ("The cause of SCS0004417 is known, and the fix is waiting for an approval.", DOCK),
        ("1. Feb 8 \u2013 the phones go\n2. Feb 8, 15:40 \u2013 38 have joined again", WIRELESS),
        ("The one without an owner is still New.", NOBODY_YET),
        ("It was escalated from P3 to P2.", SCANNERS),
        ("What counts for the customer is Thursday, 09:00, when the audit starts.", PAUSED),
        ("Since it starts late, I'd prepare the customer for a breach of the SLA.", NOT_YET),
        ("Any slip and we breach the SLA.", NOT_YET),
        ("A Nuria pediu para n\u00e3o migrar Girona nos dias 13 e 14 de mar\u00e7o.", HOTELS),
        # All of those that were named before, so many in ten, what is repaired, and others of
        # three that are numbered.
        ("Two are with nobody: SCS0005804 and one more. All two are in state New.", PAUSED),
        ("Roughly four in ten pods have a problem.", FIVE),
        ("One of the two is not operational.", REPAIRING),
        ("Pivots that stopped on Sunday at 09:15 were 3, 4 and 7.", PIVOTS),
        ("07:26 \u2013 a long queue, SV318 left without 22 bags", BAGS),
        # Fields with several values, in lines below their object.
        ("\u2022 PDG-WEB01 (Web Server)\n  Dependencies: PDG-DB01, PDG-LB01", DEPENDING),
    ],
)
def test_right_statements_about_one_result_are_not_contradicted(
    answer: str, given: ToolCall
) -> None:
    assert checked(answer, given).contradictions == ()


@each_case(
    ("answer", "given"),
    [
        # Who has none, none of several, an address elsewhere, an hour in words, a version, tickets
        # of several results, and one of several that is told by its age or by its customer.
        ("The only case without an owner is the CSV report, SCS0004380.", [ENERGY]),
        (
            (
                "Per Solgrid Energia non risultano casi aperti con priorit\u00e0 1, "
                "c'\u00e8 per\u00f2 SCS0004412."
            ),
            [ENERGY],
        ),
        ("FCG02 got no answer from 185.44.20.17, FCG01 is fine.", [GATEWAYS, TILLS]),
        ("| 03:55 | Elena Moretti | cards declined since about 03:30 |", [TILLS]),
        ("It was closed with version 3.12. The labels are straight again.", [DRIVER]),
        ("From what I've pulled up (four incidents), one is new.", [STORAGE, ENERGY]),
        (
            (
                "SCS0004412 \u2013 Solgrid Energia\nSCS0004380 \u2013 Laadkracht\n\n"
                "Am \u00e4ltesten ist die Prognose: Der Fall wurde am 1. Dezember er\u00f6ffnet."
            ),
            [ENERGY],
        ),
        ("SCS0004425 is open. What strikes me: Solgrid's case was opened on 1 December.", [ENERGY]),
        # What follows from a day: the end of a warranty, the day after, a notice before.
        ("The warranty of the radio expires on May 20." + PROSE, [MAST]),
        ("The lease of the mast ends on May 31, so from June 1 the mast has no lease.", [MAST]),
        # What is told behind `isn't a`, of what was spoken of before, and of two people.
        ("SCS0004425 isn't a P3, it's a P1.", [ENERGY]),
        ("SCS0004425 can't wait. It's a P1, and SCS0004412 is a P3.", [ENERGY]),
        ("Sanna Lehto has SCS0004425 and Ines Carvalhal is working on SCS0004412.", [ENERGY]),
    ],
)
def test_right_statements_about_several_results_are_not_contradicted(
    answer: str, given: list[ToolCall]
) -> None:
    assert checked(answer, *given).contradictions == ()


@each_case(
    "answer",
    [
        # What was, what is so in part, which of several, what is only called like a level or a
        # length, and a team or a contact beside a name.
        "SCS0004425 is a P1 now. It used to be a P3 until Sanna bumped it.",
        "Sanna has two things: the storage incident (P3) and SCS0004425, which is open.",
        "Half of SCS0004425 is solved.",
        "SCS0004425 is half resolved: gate 3 works, gate 5 doesn't yet.",
        "SCS0004425 and SCS0004412 are active. The first hurts more. It is a P2 at heart.",
        "Resume the scrub of SCS0004425 on P1 and P2.",
        "Of the five two have priority 1 or 2. Two of those are open.",
        "Of SCS0004425: their target is one day stricter.",
        "Die Er\u00f6ffnung ist am 1. Dezember, wir haben also noch knapp zwei Wochen.",
        "SCS0004425 is open. De zaak met de betaalterminals is gesloten.",
        # A breach that there is none of yet, and who had the lead of a list.
        "For SCS0004425 a breach of the SLA can be avoided.",
        "To be called:\n\n**Sanna Lehto**\n- SCS0004412",
        # So many of a level, behind others; with whom the ball is.
        "I casi sono tre: uno con priorit\u00e0 1 (SCS0004425) e due con priorit\u00e0 3 e 4.",
        "SCS0004425: the ball is with the customer: Tobias asked for the logs.",
        "SCS0004425 is open; hardware swaps are handled by Field Services.",
        "**Sanna Lehto**\n- SCS0004425 is hers\n- SCS0004412 is not",
    ],
)
def test_past_partial_or_ambiguous_statements_are_not_contradicted(answer: str) -> None:
    assert checked(answer, ENERGY, STORAGE).contradictions == ()


@each_case(
    "answer",
    [
        "T-101 (parent T-100) is closed.",
        "T-101, a child of T-100, is closed and has been since Monday.",
        "T-102 (a duplicate of T-101) is pending.",
        "T-102 is a duplicate of T-101 and is pending.",
        "T-100 was opened for T-101 but is open.",
        "T-102 is newer than T-101, but it is pending.",
        "T-101, related to T-100, closed",
        "T-102 references T-101 in its notes and is pending.",
        "T-102 (see T-101) has been pending.",
        "T-101 (parent T-100): closed",
        "The parent of T-101 is open.",
        "T-102 duplicates T-101, which is closed.",
        "SCS0004999 (a duplicate of SCS0004412) is closed.",
    ],
)
def test_a_ticket_with_another_named_in_passing_is_not_contradicted(answer: str) -> None:
    assert checked(answer, RELATED, ENERGY).contradictions == ()


@each_case(
    "answer",
    [
        "T-101 (parent T-100) is pending.",
        "T-102 is a duplicate of T-101 and is in progress.",
        "T-102 duplicates T-101, which is pending.",
    ],
)
def test_a_state_that_none_of_the_named_tickets_has_is_contradicted(answer: str) -> None:
    assert len(checked(answer, RELATED).contradictions) == 1


def test_an_incident_is_not_the_problem_that_lists_it() -> None:
    assert checked("The incident itself is on hold.", PROBLEM).contradictions == ()
    assert wrong("PRB0012650 is on hold.", PROBLEM) == {("status", "on hold")}


_HOSTS = call(
    "searchCMDB",
    items=[
        {"name": "web-1", "address": "10.0.0.5", "zone": "b"},
        {"name": "web-2", "address": "10.0.0.6", "zone": "a"},
        {"name": "jump-1", "address": "10.0.0.9", "zone": "b"},
    ],
)


@each_case(
    "answer",
    [
        "web-1 (10.0.0.5) and web-2 (10.0.0.6) are there.",
        "web-1 pings its peer (10.0.0.6) in vain.",
        "web-1 (10.0.0.5) logs errors of a client (10.0.0.9).",
        "The replica of web-1 (10.0.0.6) is there.",
        "Der Nachbar von web-1 (10.0.0.6) antwortet.",
        "web-1 wird vom Sprungserver (10.0.0.9) aus verwaltet.",
    ],
)
def test_an_address_in_brackets_is_compared_only_with_the_name_before_it(answer: str) -> None:
    assert checked(answer, _HOSTS).contradictions == ()


@each_case("answer", ["web-1 (10.0.0.6) and web-2 (10.0.0.6).", "The host web-1 (10.0.0.6)."])
def test_another_hosts_address_in_brackets_after_a_name_is_contradicted(answer: str) -> None:
    assert wrong(answer, _HOSTS) == {("identifier", "10.0.0.6")}


@each_case(
    "answer",
    [
        "T-101 and T-103 are closed.",
        "T-100 and T-101 are open and closed, respectively.",
        "T-100 and T-101 are open or closed.",
        "T-100 and T-101 are open/closed.",
        "T-100 und T-101 sind offen bzw. geschlossen.",
        "T-100 and T-101 are related: T-101 is closed.",
        "The parents of T-101 and T-102 are open.",
        "Apart from T-100 and T-102, the tickets are closed.",
        "T-100 and T-101 are closed once the part is here.",
        "T-100, T-101 and T-102 are open, closed and pending, in this order.",
        "T-100 und T-101 sind offen, geschlossen.",
        "T-100 and T-101 are closed, at least the second.",
        "T-100 and T-101 are under review after one was closed.",
    ],
)
def test_a_right_state_of_several_tickets_is_not_contradicted(answer: str) -> None:
    assert checked(answer, RELATED).contradictions == ()


@each_case(
    ("answer", "text"),
    [
        ("T-100 and T-101 are closed.", "closed"),
        ("T-100, T-101 and T-103 are closed.", "closed"),
        ("T-101 and T-100 are both closed.", "closed"),
        ("The tickets T-101, T-103 and T-102 are closed and with the customer.", "closed"),
        ("T-101 und T-100 sind geschlossen.", "geschlossen"),
        ("T-101 and T-100 are closed, while T-102 is pending.", "closed"),
    ],
)
def test_a_state_that_one_of_several_tickets_lacks_is_contradicted_for_all(
    answer: str, text: str
) -> None:
    assert wrong(answer, RELATED) == {("status", text)}


@each_case(
    "answer",
    [
        "Unlike T-200, T-201 and T-202 are assigned to Bo Kim.",
        "Ann Lee has T-200, T-201 and T-202 are assigned to Bo Kim.",
        "T-200, T-201 and T-202 are P1, P2 and P3.",
        "T-201 and T-202 are at least P3.",
    ],
)
def test_not_every_name_and_value_around_a_verb_are_paired(answer: str) -> None:
    tickets = call(
        "getTickets",
        tickets=[
            {"number": "T-200", "priority": "P1", "assigned_to": "Ann Lee"},
            {"number": "T-201", "priority": "P2", "assigned_to": "Bo Kim"},
            {"number": "T-202", "priority": "P3", "assigned_to": "Bo Kim"},
        ],
    )
    assert checked(answer, tickets).contradictions == ()


@each_case(
    "answer",
    [
        "The ball is with Kenji Mori, who has to confirm the account.",
        "The next step is with Kenji Mori.",
        "Der Ball liegt bei Kenji Mori.",
        "It's with Kenji Mori until the account is confirmed.",
    ],
)
def test_the_contact_a_ticket_waits_for_is_not_taken_for_its_assignee(answer: str) -> None:
    assert checked(answer, _waiting("Awaiting Info")).contradictions == ()


def test_naming_the_contact_as_assignee_is_contradicted_if_the_ticket_does_not_wait() -> None:
    assert wrong("It's with Kenji Mori.", _waiting("Open")) == {("assignee", "Kenji Mori")}


def _waiting(state: str) -> ToolCall:
    case: dict[str, JsonValue] = {
        "number": "T-300", "state": state, "assigned_to": "Tara Iyer", "contact": "Kenji Mori",
    }  # fmt: skip
    return call("getCase", case=case)


@each_case(
    "answer",
    [
        "Only the two of 2026 are still open.",
        "Four of 2024 are closed.",
        "No critical case is unassigned.",
        "Nothing is unassigned.",
    ],
)
def test_a_count_by_year_or_priority_is_not_compared_with_the_total(answer: str) -> None:
    states = ["Open", "Open", "Closed", "Closed", "Closed", "Closed", "Closed"]
    rows: list[JsonValue] = [
        {"number": f"T-{at}", "state": each, "priority": "P2", "assigned_to": "Ann Lee"}
        for at, each in enumerate(states)
    ]
    assert checked(answer, call("getTickets", cases=rows)).contradictions == ()

"""What the names of companies and other organisations end in."""

from typing import Final

FIRMS: Final = "gmbh ag ab as bv nv oy inc ltd llc llp plc sa spa srl sas corp kg aps"
"""Forms of companies."""

TRADES: Final = """
academy airlines airways associates bakeries bakery bank bottling brands breweries brewery brewing
builders building cargo carriers catering cement centers centres ceramics chambers chemicals clinic
clinics college construction cooperative council dairies dairy dental depots diagnostics
distribution distributors electronics energy express farms ferries fisheries foods forwarding
foundation foundry freight furniture garages gardens glass grocers haulage hospital hospitals hotel
hotels housing industries insurance laboratories laundry leasing legal lines lodges logistics
machinery mail malting manufacturing marine markets media metals mills mining motors museum museums
mutual opticians packaging pharma pharmaceuticals pharmacies plastics ports power printing produce
publishers rail railways resorts retail robotics savings school schools seafoods shipping shipyard
shipyards society solicitors solutions stationers steel stores supplies surveyors telecom textiles
theatre theatres tools tourism toys trading transit transport travel trust university utilities
vineyards water winery works yards
"""
"""What many call themselves by what they do: Kestrel Ferries, Hartwell Bank."""

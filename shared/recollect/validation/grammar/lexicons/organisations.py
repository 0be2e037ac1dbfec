"""Words at the end of names of companies and other organisations, and other words near names."""

from typing import Final

from recollect.validation.grammar.words import word_set

FIRMS: Final = word_set("gmbh ag ab as bv nv oy inc ltd llc llp plc sa spa srl sas corp kg aps")
"""Legal forms of companies."""

TRADES: Final = word_set("""
    academy airlines airways associates bakeries bakery bank bottling brands breweries brewery
    brewing builders building cargo carriers catering cement centers centres ceramics chambers
    chemicals clinic clinics college construction cooperative council dairies dairy dental depots
    diagnostics distribution distributors electronics energy express farms ferries fisheries foods
    forwarding foundation foundry freight furniture garages gardens glass grocers haulage hospital
    hospitals hotel hotels housing industries insurance laboratories laundry leasing legal lines
    lodges logistics machinery mail malting manufacturing marine markets media metals mills mining
    motors museum museums mutual opticians packaging pharma pharmaceuticals pharmacies plastics
    ports power printing produce publishers rail railways resorts retail robotics savings school
    schools seafoods shipping shipyard shipyards society solicitors solutions stationers steel
    stores supplies surveyors telecom textiles theatre theatres tools tourism toys trading transit
    transport travel trust university utilities vineyards water winery works yards
""")
"""Lines of business in names of organisations: Kestrel Ferries, Hartwell Bank."""

VENDORS: Final = word_set("""
    vendor vendors supplier carrier provider manufacturer hersteller anbieter fournisseur
    proveedor fornitore fornecedor leverancier
""")
"""Words for outside companies, whose contacts are not those of a customer."""

PRODUCTS: Final = word_set("""
    microsoft azure windows google amazon service exchange active office outlook teams cisco oracle
    linux kubernetes learn partner center portal docs cloud server
""")
"""Products that support answers name, which are no people."""

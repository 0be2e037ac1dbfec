# What a specialist may see of an item: the five rules that the slicer also knows by itself, in
# recollect/slicing/policy.py, where they are explained. A test holds the two against each other.
#
#     POST /v1/data/cmo/context
#     {"input": {"specialist": {"type", "id", "securityLevel", "authorizedGroups"},
#                "item": {"id", "content", "metadata"}}}
#
# The document of this package is the answer, so whatever is no part of it is a function.
package cmo.context

import rego.v1

default allow := false

default redact := false

default redactedFields := []

default reason := "there is nothing to decide on"

# Worked out once: what is held against the item, or nothing.
reason := concat("; ", denials(input.specialist, input.item.metadata))

allow if reason == ""

redact if count(redactedFields) > 0

redactedFields := pii_fields(object.get(input.item.metadata, "piiFields", null)) if {
	allow
	is_set(input.item.metadata, "containsPII")
}

denials(specialist, metadata) := array.concat(
	array.concat(sensitivity_denials(specialist, metadata), credential_denials(metadata)),
	array.concat(trust_denials(metadata), group_denials(specialist, metadata)),
) if {
	is_object(specialist)
	is_object(metadata)
}

# 1. Over 0.7 is not for public and internal; a level that nobody knows is public.
sensitivity_denials(specialist, metadata) := [sprintf("sensitivity is not a number, for %v", [level])] if {
	level := exposed_level(object.get(specialist, "securityLevel", "public"))
	not is_number(value_or(metadata, "sensitivity", 0))
} else := [sprintf("sensitivity %v is above 0.7 for %v", [sensitivity, level])] if {
	level := exposed_level(object.get(specialist, "securityLevel", "public"))
	sensitivity := value_or(metadata, "sensitivity", 0)
	sensitivity > 0.7
} else := []

exposed_level(level) := "internal" if {
	level == "internal"
} else := "public" if {
	level != "confidential"
	level != "restricted"
}

# 2. Personal data: the fields that are named, or else the whole content.
pii_fields(fields) := fields if {
	is_array(fields)
	count(fields) > 0
	every field in fields {
		is_string(field)
		field != ""
	}
} else := ["$.content"]

# 3. Credentials are for nobody.
credential_denials(metadata) := ["holds credentials"] if {
	is_set(metadata, "hasCredentials")
} else := []

# 4. Below 0.3 is for nobody.
trust_denials(metadata) := ["trust is not a number"] if {
	not is_number(value_or(metadata, "trust", 0.7))
} else := [sprintf("trust %v is below 0.3", [trust])] if {
	trust := value_or(metadata, "trust", 0.7)
	trust < 0.3
} else := []

# 5. One group in common; the specialist's `*` stands for all groups.
group_denials(specialist, metadata) := [] if {
	value_or(metadata, "restrictedToGroups", []) == []
} else := ["restricted to groups that cannot be read"] if {
	not is_strings(metadata.restrictedToGroups)
} else := [] if {
	authorized := object.get(specialist, "authorizedGroups", [])
	is_array(authorized)
	some group in authorized
	group in array.concat(["*"], metadata.restrictedToGroups)
} else := ["restricted to groups the specialist is not in"]

is_strings(list) if {
	is_array(list)
	every one in list {
		is_string(one)
	}
}

# Whatever is neither false nor null: who wrote 1 or "yes" may have meant yes.
is_set(metadata, name) if {
	value := object.get(metadata, name, false)
	value != false
	value != null
}

value_or(metadata, name, otherwise) := otherwise if {
	object.get(metadata, name, null) == null
} else := metadata[name]

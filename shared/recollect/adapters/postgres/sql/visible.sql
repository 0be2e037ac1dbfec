-- A condition in the other statements, where they say so: the rows that rights do not leave out.
-- What cannot be read is left out, as by the rules in recollect/slicing/policy.py.
--
-- $5 the least trust, or NULL where all rows are to be seen, $6 the highest sensitivity or NULL,
-- $7 the groups or NULL for all of them
($5::float8 IS NULL OR (
    coalesce(metadata -> 'hasCredentials', 'null') IN ('null', 'false')
    AND CASE coalesce(jsonb_typeof(metadata -> 'trust'), 'null')
        WHEN 'null' THEN true
        WHEN 'number' THEN (metadata ->> 'trust')::numeric >= $5
        ELSE false
    END
    AND ($6::float8 IS NULL OR CASE coalesce(jsonb_typeof(metadata -> 'sensitivity'), 'null')
        WHEN 'null' THEN true
        WHEN 'number' THEN (metadata ->> 'sensitivity')::numeric <= $6
        ELSE false
    END)
    AND ($7::text[] IS NULL OR CASE coalesce(jsonb_typeof(metadata -> 'restrictedToGroups'), 'null')
        WHEN 'null' THEN true
        WHEN 'array' THEN
            metadata -> 'restrictedToGroups' = '[]' OR metadata -> 'restrictedToGroups' ?| $7
        ELSE false
    END)
))

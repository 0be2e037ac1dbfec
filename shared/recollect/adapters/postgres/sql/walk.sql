-- A breadth-first walk along metadata fields that hold ids, in either direction, one row of `level`
-- a step. What was seen is not visited again, so a cycle ends, and an id comes with its fewest hops.
-- It passes through ids that are not stored, to which those belong that may not be seen.
--
-- $1 tenant, $2 project, $3 start, $4 the most items to visit, $5 to $7 as `visible.sql` says,
-- $8 the fields to follow, $9 depth
WITH RECURSIVE level (hops, found, seen) AS (
    SELECT 0, ARRAY[$3::text], ARRAY[$3::text]
    UNION ALL
    SELECT hops + 1, next.ids, seen || next.ids
    FROM level CROSS JOIN LATERAL (
        SELECT array_agg(id) AS ids
        FROM (
            SELECT DISTINCT near.id
            FROM unnest(found) AS here (id)
            CROSS JOIN unnest($8::text[]) AS field (name)
            CROSS JOIN LATERAL (
                SELECT named.id
                FROM evidence CROSS JOIN LATERAL jsonb_array_elements_text(
                    CASE jsonb_typeof(metadata -> field.name)
                        WHEN 'array' THEN metadata -> field.name
                        WHEN 'string' THEN jsonb_build_array(metadata -> field.name)
                        ELSE '[]'
                    END
                ) AS named (id)
                WHERE tenant = $1 AND project = $2 AND evidence.id = here.id AND {visible}
                UNION ALL
                SELECT evidence.id FROM evidence
                WHERE tenant = $1 AND project = $2 AND {visible}
                    AND metadata @> jsonb_build_object(field.name, jsonb_build_array(here.id))
                UNION ALL
                SELECT evidence.id FROM evidence
                WHERE tenant = $1 AND project = $2 AND {visible}
                    AND metadata @> jsonb_build_object(field.name, here.id)
            ) AS near
            WHERE near.id IS NOT NULL AND near.id <> ALL (seen)
            ORDER BY near.id
            LIMIT $4 - cardinality(seen)
        ) AS unseen
    ) AS next
    WHERE hops < $9 AND next.ids IS NOT NULL
), reached AS (
    SELECT hops, id FROM level CROSS JOIN unnest(found) AS id
)
SELECT id, content, metadata,
    to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS created_at
FROM reached JOIN evidence USING (id)
WHERE tenant = $1 AND project = $2 AND {visible}
ORDER BY hops, id
LIMIT $4

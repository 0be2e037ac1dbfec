-- A breadth-first walk along metadata fields that hold ids, in either direction, one row of `level`
-- a step. What was seen is not visited again, so a cycle ends, and an id comes with its fewest hops.
-- It passes through items that the filters leave out, and through ids that are not stored.
--
-- $1 tenant, $2 project, $3 start, $4 limit, $5 what metadata holds, $6 fields that are one of,
-- $7 since, $8 until, $9 the fields to follow, $10 depth, $11 the most items to visit
WITH RECURSIVE level (hops, found, seen) AS (
    SELECT 0, ARRAY[$3::text], ARRAY[$3::text]
    UNION ALL
    SELECT hops + 1, next.ids, seen || next.ids
    FROM level CROSS JOIN LATERAL (
        SELECT array_agg(id) AS ids
        FROM (
            SELECT DISTINCT near.id
            FROM unnest(found) AS here (id)
            CROSS JOIN unnest($9::text[]) AS field (name)
            CROSS JOIN LATERAL (
                SELECT named.id
                FROM evidence CROSS JOIN LATERAL jsonb_array_elements_text(
                    CASE jsonb_typeof(metadata -> field.name)
                        WHEN 'array' THEN metadata -> field.name
                        WHEN 'string' THEN jsonb_build_array(metadata -> field.name)
                        ELSE '[]'
                    END
                ) AS named (id)
                WHERE tenant = $1 AND project = $2 AND evidence.id = here.id
                UNION ALL
                SELECT evidence.id FROM evidence
                WHERE tenant = $1 AND project = $2
                    AND metadata @> jsonb_build_object(field.name, jsonb_build_array(here.id))
                UNION ALL
                SELECT evidence.id FROM evidence
                WHERE tenant = $1 AND project = $2
                    AND metadata @> jsonb_build_object(field.name, here.id)
            ) AS near
            WHERE near.id IS NOT NULL AND near.id <> ALL (seen)
            ORDER BY near.id
            LIMIT $11 - cardinality(seen)
        ) AS unseen
    ) AS next
    WHERE hops < $10 AND next.ids IS NOT NULL
), reached AS (
    SELECT hops, id FROM level CROSS JOIN unnest(found) AS id
)
SELECT id, content, metadata, hops,
    to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS created_at
FROM reached JOIN evidence USING (id)
WHERE tenant = $1 AND project = $2
    AND metadata @> ALL ($5::jsonb[])
    AND NOT EXISTS (
        SELECT FROM jsonb_each($6::jsonb) AS field
        WHERE NOT EXISTS (
            SELECT FROM jsonb_array_elements(field.value) AS option
            WHERE option = metadata -> field.key
        )
    )
    AND ($7::timestamptz IS NULL OR evidence.created_at >= $7)
    AND ($8::timestamptz IS NULL OR evidence.created_at <= $8)
ORDER BY hops, id
LIMIT $4

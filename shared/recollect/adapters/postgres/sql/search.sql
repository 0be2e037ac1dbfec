-- BM25 over the words of a text, joined by OR.
--
--     b = Σ idf · tf · (k + 1) / (tf + k · (¼ + ¾ · length / mean length))        k = 1.2
--
-- with the inverse document frequency among the rows of the project that may be seen. Where $5 to $7 do not say which
-- those are, what is hidden must not count: each word is as rare as one in twenty rows, which have 100 words. `ts_rank` of one word alone is
-- Σ 1/i² over its occurrences, divided by π²/6: a count that saturates, which is turned back into
-- the count. The sum over all words that `ts_rank` would make knows no document frequencies.
--
-- $1 tenant, $2 project, $3 text, $4 limit, $5 to $7 as `visible.sql` says, $8 what metadata holds,
-- $9 fields that are one of, $10 since, $11 until, $12 whether all rows of $5 to $7 count
WITH asked AS MATERIALIZED (
    -- Each word is quoted for the tsquery, so nothing of the text is read as an operator. Of a
    -- long text the longest words, which tend to be the rare ones; the others hardly add to it.
    SELECT lexeme,
        ('''' || replace(replace(lexeme, '\', '\\'), '''', '''''') || '''')::tsquery AS word
    FROM unnest(to_tsvector('english'::regconfig, left($3::text, 20000)))
    ORDER BY length(lexeme) DESC, lexeme
    LIMIT 24
), hits AS MATERIALIZED (
    SELECT lexeme, hit.*
    FROM asked CROSS JOIN LATERAL (
        SELECT id,
            ts_rank('{1,1,1,1}', fts_vector, word)::float8 AS saturated,
            length(fts_vector)::float8 AS length
        FROM evidence
        WHERE fts_vector @@ word AND tenant = $1 AND project = $2 AND {visible}
        OFFSET 0 -- as it stands: one look into the index a word, not one over all rows
    ) AS hit
), size AS (
    SELECT
        (
            SELECT count(*) FROM evidence WHERE tenant = $1 AND project = $2 AND {visible}
        )::float8 AS items,
        CASE WHEN $12::boolean THEN avg(length) ELSE 100 END AS mean
    FROM hits
), weighted AS (
    SELECT lexeme,
        CASE
            WHEN $12 THEN ln(1 + (items - count(*) + 0.5::float8) / (count(*) + 0.5::float8))
            ELSE ln(20::float8)
        END AS idf
    FROM hits CROSS JOIN size
    GROUP BY lexeme, items
), counted AS (
    SELECT lexeme, id, length, 6 / (pi() * pi() * (1.000001 - saturated)) - 0.5 AS tf FROM hits
), ranked AS (
    SELECT id, sum(idf * tf * 2.2 / (tf + 1.2 * (0.25 + 0.75 * length / mean))) AS bm25
    FROM counted JOIN weighted USING (lexeme) CROSS JOIN size
    GROUP BY id
    ORDER BY bm25 DESC, id
)
SELECT id, content, metadata, bm25,
    to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS created_at
FROM ranked JOIN evidence USING (id)
WHERE tenant = $1 AND project = $2
    AND metadata @> ALL ($8::jsonb[])
    AND NOT EXISTS (
        SELECT FROM jsonb_each($9::jsonb) AS field
        WHERE NOT EXISTS (
            SELECT FROM jsonb_array_elements(field.value) AS option
            WHERE option = metadata -> field.key
        )
    )
    AND ($10::timestamptz IS NULL OR evidence.created_at >= $10)
    AND ($11::timestamptz IS NULL OR evidence.created_at <= $11)
ORDER BY bm25 DESC, id
LIMIT $4

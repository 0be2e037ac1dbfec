-- The table that `PostgresEvidence` searches. Running it again changes nothing.
--
-- Text search configuration `english`: its stemmer and stop words. For evidence in another language
-- put another in its place, here and in `search.sql`, or `simple`, which neither stems nor leaves
-- words out. Code, identifiers and names go through `english` unharmed.

CREATE TABLE IF NOT EXISTS evidence (
    tenant text NOT NULL,
    project text NOT NULL,
    id text NOT NULL,
    content jsonb NOT NULL,
    -- What is searched: what `content` says, as text.
    text text NOT NULL,
    metadata jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(metadata) = 'object'),
    -- In an answer it takes the place of the metadata's own `created_at`.
    created_at timestamptz NOT NULL DEFAULT now(),
    -- A tsvector may take 1 MB, beyond which the insert fails: the first 100,000 characters stay
    -- below that whatever they are. Words of more than 2 KB are left out by Postgres itself.
    fts_vector tsvector NOT NULL
        GENERATED ALWAYS AS (to_tsvector('english'::regconfig, left(text, 100000))) STORED,
    PRIMARY KEY (tenant, project, id)
);

-- Without the list of pending entries, which every search would read through until a vacuum.
CREATE INDEX IF NOT EXISTS evidence_fts_vector
    ON evidence USING gin (fts_vector) WITH (fastupdate = off);
CREATE INDEX IF NOT EXISTS evidence_created_at ON evidence (tenant, project, created_at);
-- For walks: who names this id as a cause?
CREATE INDEX IF NOT EXISTS evidence_metadata
    ON evidence USING gin (metadata jsonb_path_ops) WITH (fastupdate = off);

-- Stores one item, or takes the place of the one with its id. `content` and `metadata` are JSON;
-- jsonb holds neither NUL characters nor lone surrogates, so leave them out.
INSERT INTO evidence (tenant, project, id, content, text, metadata, created_at)
VALUES ($1, $2, $3, $4::jsonb, $5, $6::jsonb, $7)
ON CONFLICT (tenant, project, id) DO UPDATE SET
    content = excluded.content,
    text = excluded.text,
    metadata = excluded.metadata,
    created_at = excluded.created_at

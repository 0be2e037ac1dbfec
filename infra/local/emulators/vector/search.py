"""One query over one collection: arms, fusion, hits."""

from collections.abc import Sequence
from dataclasses import replace

from infra.local.emulators.vector.bm25 import query_vector
from infra.local.emulators.vector.collection import Accepts, Collection
from infra.local.emulators.vector.embedders import Embedder
from infra.local.emulators.vector.ranking import Ranking, fuse
from infra.local.emulators.vector.records import Hit, Query


def with_vectors(queries: Sequence[Query], embedder: Embedder) -> list[Query]:
    """Turn the texts of queries into the vectors that their modes ask for.

    Upstash weighs a text by inverse document frequency only when asked to. Here it always is: BM25
    without it ranks by how often words stand in a text, whatever the words, and nobody who sends a
    text wants that.
    """
    texts = sorted({q.text for q in queries if q.text is not None and q.mode != "SPARSE"})
    dense = dict(zip(texts, embedder.embed(texts), strict=True)) if texts else {}
    return [
        query
        if query.text is None
        else replace(query, dense=dense.get(query.text), sparse=query_vector(query.text), idf=True)
        for query in queries
    ]


def answer(collection: Collection, query: Query, accepts: Accepts) -> list[Hit]:
    """Rank by the arms that the query has vectors for and allows; fuse if there are two."""
    rankings: list[Ranking] = []
    if query.dense is not None and query.mode != "SPARSE":
        rankings.append(collection.dense_ranking(query.dense, query.top_k, accepts))
    if query.sparse is not None and query.mode != "DENSE":
        ranking = collection.sparse_ranking(query.sparse, query.top_k, accepts, idf=query.idf)
        rankings.append(ranking)
    best = rankings[0] if len(rankings) == 1 else fuse(rankings, query.fusion, query.top_k)
    found = ((collection.get(name), score) for name, score in best)
    return [Hit(record, score) for record, score in found if record is not None]

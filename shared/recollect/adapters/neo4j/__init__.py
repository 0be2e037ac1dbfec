"""Neo4j as a source of evidence."""

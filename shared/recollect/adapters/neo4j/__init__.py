"""Neo4j."""

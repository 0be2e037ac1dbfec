"""`recollect inspect`: `commands` asks the API; each other module renders one kind of answer."""

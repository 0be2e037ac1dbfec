"""Settlement: which of the texts found hold now, which repeat each other, and which contradict.

Each text is read once (`prose`): its names and values, what it is about (`subjects`), and what it
says of change. `phrases` lists how people say that; `changes`, `endings` and `matters` find what is
otherwise now, gone, or done; `factuality` and `provisos`, what is doubted or limited. `pairing`
finds the texts on one subject. `supersession`, `duplicates` and `newest` decide which of them hold,
repeat each other, or come first, and `relations` puts together what was decided.
"""

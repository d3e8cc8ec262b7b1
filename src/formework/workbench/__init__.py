"""The local web application in which a scholar checks, corrects and decides."""

"""Building: what is drawn and what helps while parts are placed and moved."""

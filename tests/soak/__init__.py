"""Long runs in which everything is killed at random: `make soak MINUTES=10`, or `python -m soak`.

Each part plays for its share of the time, all from one seed, and says what was lost. What happens
when follows from the seed; how far the programs have come by then does not, as they run in
processes of their own.
"""

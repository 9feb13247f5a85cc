"""Speed, measured as ratios within one run. Each file runs with `python -m benchmarks.NAME`."""

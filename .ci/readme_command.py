"""Print the shell command of README.md that runs a program, so that what is tested is what the README says."""

import re
import sys
from pathlib import Path

blocks = re.findall(r"```bash\n(.*?)```", Path("README.md").read_text(encoding="utf-8"), flags=re.DOTALL)
found = [block for block in blocks if re.search(rf"\b{re.escape(sys.argv[1])}\b", block)]
if not found:
    sys.exit(f"README.md has no bash block that runs {sys.argv[1]}")
sys.stdout.write(found[0])

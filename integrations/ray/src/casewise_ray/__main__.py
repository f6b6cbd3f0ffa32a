"""`python -m casewise_ray`, the same as `casewise-ray`."""

import sys

from .command_line import main

sys.exit(main())

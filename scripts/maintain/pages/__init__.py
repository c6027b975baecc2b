# SPDX-License-Identifier: MIT
"""What scripts/maintain/tables is made of: runs reads files, value evaluates, number writes, definitions has the tables, page
finds marks and tables in a page, prose finds numbers that are neither."""

// SPDX-License-Identifier: MIT
(() => {
'use strict';
const units = { ns: 1, us: 1e3, ms: 1e6, s: 1e9 };
function key(row, i) {
const t = row.cells[i] ? row.cells[i].textContent.trim() : '';
const m = /^~?(-?[0-9.]+(?:e[-+]?[0-9]+)?)(?: (ns|us|ms|s)\b)?/.exec(t);
return m ? m[1] * (units[m[2]] || 1) : t === 'baseline' ? 1 : t === '' ? Infinity : t;
}
function compare(x, y) {
if (typeof x === 'number' && typeof y === 'number') return x === y ? 0 : x < y ? -1 : 1;
return String(x).localeCompare(String(y), undefined, { numeric: true });
}
function sort(head) {
const table = head.closest('table'), i = head.cellIndex, up = head.getAttribute('aria-sort') !== 'ascending';
for (const h of table.querySelectorAll('th[aria-sort]')) h.removeAttribute('aria-sort');
head.setAttribute('aria-sort', up ? 'ascending' : 'descending');
for (const body of table.tBodies) {
const rows = [...body.rows].filter(r => r.className !== 'g');
rows.sort((a, b) => (up ? 1 : -1) * compare(key(a, i), key(b, i)));
for (const r of rows) body.appendChild(r);
}
}
for (const h of document.querySelectorAll('table.sort thead th')) {
h.setAttribute('role', 'button');
h.tabIndex = 0;
h.title = 'sort by this column';
h.addEventListener('click', () => sort(h));
h.addEventListener('keydown', e => {
if (e.key !== 'Enter' && e.key !== ' ') return;
e.preventDefault();
sort(h);
});
}

// SPDX-License-Identifier: MIT
(() => {
'use strict';
const root = document.documentElement, find = document.getElementById('find'), shown = document.getElementById('shown');
const rows = [...document.querySelectorAll('#claims .row')], on = { v: new Set(), p: new Set() };
const text = new Map(rows.map(r => [r, r.textContent.toLowerCase()]));
const has = (set, words) => !set.size || words.split(' ').some(w => set.has(w));
root.classList.add('js');
function apply() {
const words = find.value.toLowerCase().split(/\s+/).filter(Boolean);
let count = 0;
for (const r of rows) {
const ok = has(on.v, r.dataset.v) && has(on.p, r.dataset.p) && words.every(w => text.get(r).includes(w));
r.hidden = !ok;
count += ok;
}
for (const g of document.querySelectorAll('#claims .group')) g.hidden = !g.querySelector('.row:not([hidden])');
shown.textContent = count === rows.length ? '' : `${count} of ${rows.length} claims`;
}
for (const b of document.querySelectorAll('.filter button')) b.addEventListener('click', () => {
const set = on[b.dataset.f], key = b.dataset.k;
if (!set.delete(key)) set.add(key);
b.setAttribute('aria-pressed', set.has(key));
apply();
});
if (find) find.addEventListener('input', apply);

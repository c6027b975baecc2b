function open() {
const at = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
for (let d = at; d; d = d.parentElement) if (d.tagName === 'DETAILS') d.open = true;
if (at) at.scrollIntoView();
}
addEventListener('hashchange', open);
open();
})();

// What a flame graph does: a bar that is clicked becomes the whole width, the ground shows all.
// A bar has its place and its share of the whole in data-x and data-w, its full name in data-n.
const svg = document.documentElement, edge = +svg.dataset.edge, letter = +svg.dataset.letter;
const width = svg.viewBox.baseVal.width - 2 * edge;
const bars = [...document.querySelectorAll('g.bar')], said = document.getElementById('said');
const first = said.textContent;

function show(begin, share) {
  for (const bar of bars) {
    const [, rectangle, text] = bar.children, from = +bar.dataset.x, to = from + +bar.dataset.w;
    const inside = from < begin + share - 1e-9 && to > begin + 1e-9;
    bar.style.display = inside ? '' : 'none';
    if (!inside) continue;
    const left = edge + (Math.max(from, begin) - begin) / share * width;
    const right = edge + (Math.min(to, begin + share) - begin) / share * width;
    rectangle.setAttribute('x', left);
    rectangle.setAttribute('width', Math.max(right - left, 0.2));
    text.setAttribute('x', left + 4);
    const room = Math.floor((right - left - 8) / letter), name = bar.dataset.n;
    text.textContent = room < 3 ? '' : name.length <= room ? name : name.slice(0, room - 1) + '\u2026';
  }
}

for (const bar of bars) {
  bar.onclick = event => { show(+bar.dataset.x, +bar.dataset.w); event.stopPropagation(); };
  bar.onmouseenter = () => { said.textContent = bar.children[0].textContent; };
  bar.onmouseleave = () => { said.textContent = first; };
}
svg.onclick = () => show(0, 1);

// The controls beside the picture: the stick, the four buttons, their keys, and what they do in this game.

/** @type {(tag: string, name: string, ...parts: (Node | string)[]) => HTMLElement} */
function made(tag, name, ...parts) {
  const element = document.createElement(tag);
  if (name) element.className = name;
  element.append(...parts);
  return element;
}

const ARROWS = {left: "←", right: "→", up: "↑", down: "↓"};
const WAYS = ["-1 0", "0 1", "0 -1", "1 0"];

const said = (words, other) => made("span", words ? "does own" : "does", words || other);

// Show the keys of controller 1.  Args: does  what the author says of the stick and of each button, keyed by its name
export function showControls(list, keys, does) {
  const key = job => { const name = keys.label(job); return made("kbd", "", ARROWS[name.toLowerCase()] ?? name); };
  list.replaceChildren(
    made("li", "", made("span", "ball"), made("span", "caps ways", ...WAYS.map(way => key(`stick 1 ${way}`))),
      said(does.stick, "stick")),
    ...["1", "2", "3", "4"].map(number => made("li", "", made("b", "", number), made("span", "caps", key(`button ${number} 1`)),
      said(does[number], `button ${number}`))));
  for (const number of ["1", "2", "3", "4"]) {       // under the thumbs
    const button = document.getElementById(`button${number}`);
    button.replaceChildren(number, ...does[number] ? [" ", made("small", "", does[number])] : []);
    button.setAttribute("aria-label", `button ${number} ${does[number] ?? ""}`.trim());
  }
}

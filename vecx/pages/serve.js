// A program that is edited: new versions, which continue from its state, and a sidebar of findings and figures.

import { drawChart } from "./chart.js";
import { fromBase64, unpacked } from "./packed.js";
import { snapshot } from "./states.js";

const BARS = 320;               // frames of the chart
const JUDGED_SECONDS = 10;
// The figures of the last frame, and their units.
const SHOWN = {"work cycles": "cycles", vectors: "", max_drift_err: "screen units", strokes: "", draws: "", moves: "", dots: "",
  zero_pulses: "", short_zero: "", y_wait_violations: "", sr_stall_risk: "", rom_writes: ""};

export function serveBeside(player, begun) {
  if (!player) return;
  let {program} = begun, version = 0, lately = 0;
  const bars = [];
  /** @type {(id: string) => any} */
  const at = id => document.getElementById(id);
  const column = name => player.machine.layout.columns.indexOf(name);

  const findings = found => {
    at("found").textContent = found.length ? `Findings: ${found.length}` : "Findings: none";
    at("findings").replaceChildren(...found.map(one => {
      const item = document.createElement("li"), level = document.createElement("b"), more = document.createElement("small");
      level.textContent = one.level;
      level.className = one.level;
      more.textContent = `On hardware: ${one.hardware}. To fix: ${one.fix}.`;
      item.append(level, ` ${one.file ? `${one.file}:${one.line}` : `$${one.pc.toString(16).toUpperCase()}`} ${one.what} [${one.rule}]`, more);
      return item;
    }));
  };

  const post = async (what, state) => {
    const answer = await fetch(`/${what}?program=${program}`, {method: "POST", body: state});
    if (!answer.ok) throw new Error(await answer.text());
    return answer.json();
  };

  const carry = () => player.doing(async () => {
    const answer = await post("carry", await snapshot(player.machine));
    program = answer.program;
    player.machineOn(await unpacked(answer.cart.image), answer.cart.name, player.machine.cartRam);
    if (answer.state) await player.goOn(await fromBase64(answer.state));
    player.say(answer.message, 5);
  });

  const listen = async () => {
    for (;;) {
      try {
        const news = await (await fetch(`/news?have=${version}`)).json();
        if (news.run !== begun.run) { location.reload(); return; }
        version = news.version;
        at("fault").textContent = news.fault;
        findings(news.findings);
        if (news.program !== program) await carry();
      } catch {
        player.say("the server does not answer; trying again", 3);
        await new Promise(later => setTimeout(later, 2000));
      }
    }
  };

  player.onFrames = frames => {
    for (const {account} of frames) bars.push(account[player.machine.number.work]);
    bars.splice(0, bars.length - BARS);
    const now = performance.now();
    if (now - lately < 250) return;
    lately = now;
    drawChart(at("chart"), bars);
    const {account} = frames[frames.length - 1], values = {
      "work cycles": account[player.machine.number.work], vectors: account[column("draws")] + account[column("dots")]};
    at("figures").replaceChildren(...Object.entries(SHOWN).map(([name, unit]) => {
      const row = document.createElement("tr");
      for (const text of [name.replaceAll("_", " "), `${(values[name] ?? account[column(name)]).toLocaleString("en", {maximumFractionDigits: 1})} ${unit}`.trim()]) {
        const cell = document.createElement("td");
        cell.textContent = text;
        row.append(cell);
      }
      return row;
    }));
  };

  setInterval(() => {
    if (!document.hidden && !player.paused && !player.isBusy)
      snapshot(player.machine).then(state => post("judge", state)).catch(() => {});
  }, 1000 * JUDGED_SECONDS);
  listen();
}

// The editor: CodeMirror with the colours, cycles, problems and completions of 6809 sources.

import { autocompletion, completionKeymap } from "@codemirror/autocomplete";
import { copyLineDown, copyLineUp, deleteLine, history, historyKeymap, indentLess, indentMore, insertBlankLine, moveLineDown, moveLineUp,
  selectLine, simplifySelection, standardKeymap, toggleComment, toggleTabFocusMode } from "@codemirror/commands";
import { HighlightStyle, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { searchKeymap } from "@codemirror/search";
import { Compartment, EditorState, RangeSet, StateEffect, StateField } from "@codemirror/state";
import { EditorView, GutterMarker, drawSelection, gutter, highlightActiveLine, hoverTooltip, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const COLUMNS = [16, 24, 40];           // of mnemonics, operands and comments

const theme = EditorView.theme({
  "&": {height: "100%", backgroundColor: "#06080a", color: "#c3d0d9", fontSize: "14px"},
  ".cm-scroller": {fontFamily: "ui-monospace, Consolas, monospace", lineHeight: "1.5"},
  ".cm-gutters": {backgroundColor: "#06080a", color: "#7b8a96", border: "0"},
  ".cm-cycles .cm-gutterElement": {textAlign: "right", paddingRight: "8px", minWidth: "3em", color: "#7d9db5"},
  ".cm-activeLine": {backgroundColor: "#10171d80"}, ".cm-cursor": {borderLeftColor: "#8ecbff"},
  ".cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground": {backgroundColor: "#26425a"},
  ".cm-tooltip": {backgroundColor: "#0f151a", border: "1px solid #2a353e", maxWidth: "36em"},
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]": {backgroundColor: "#26425a"},
  ".cm-meaning": {padding: ".5em .8em", whiteSpace: "pre-wrap", maxHeight: "18em", overflow: "auto", fontSize: "13px"},
  ".cm-diagnostic": {whiteSpace: "pre-wrap"}, ".cm-panels": {backgroundColor: "#0f151a", color: "#c3d0d9"},
  ".cm-textfield, .cm-button": {backgroundColor: "#131a20", backgroundImage: "none", color: "#c3d0d9", border: "1px solid #2a353e"},
}, {dark: true});

const colours = syntaxHighlighting(HighlightStyle.define([
  {tag: tags.comment, color: "#84947f"}, {tag: tags.keyword, color: "#8ecbff"}, {tag: tags.string, color: "#e0b98a"},
  {tag: tags.number, color: "#b8d99b"}, {tag: tags.labelName, color: "#f0d58a"}, {tag: tags.meta, color: "#d3a6e8"},
  {tag: tags.macroName, color: "#f0a3b8"}]));

// Args: words  the names of instructions and of directives;  macros  those of the program's macros
function language({operations, directives}, macros) {
  const known = new Map([...macros.map(word => [word.toLowerCase(), "macroName"]), ...operations.map(word => [word, "keyword"]),
    ...directives.map(word => [word, "meta"])]);
  return StreamLanguage.define({
    startState: () => ({}),
    token(stream) {
      if (stream.sol() && stream.eat("*") || stream.eat(";")) { stream.skipToEnd(); return "comment"; }
      if (stream.sol() && stream.match(/^[.\w@$?]+:?/)) return "labelName";
      if (stream.eatSpace()) return null;
      if (stream.match(/^"[^"]*"?/) || stream.match(/^'.'?/)) return "string";
      if (stream.match(/^(?:\$[\da-f]+|%[01]+|\d\w*)/i)) return "number";
      const word = stream.match(/^[.\w@$?]+/);
      if (word) return known.get(word[0].toLowerCase()) ?? null;
      stream.next();
      return null;
    },
    languageData: {commentTokens: {line: ";"}}});
}

class Cycles extends GutterMarker {
  constructor(text) { super(); this.text = text; }
  eq(other) { return other.text === this.text; }
  toDOM() { return document.createTextNode(this.text); }
}

const setCycles = StateEffect.define();
const cycles = StateField.define({
  create: () => RangeSet.empty,
  update(marks, change) {
    for (const effect of change.effects) if (effect.is(setCycles)) return effect.value;
    return marks.map(change.changes);
  }});

// Insert blanks up to the next column.
function tab({state, dispatch}) {
  const {head, from, to} = state.selection.main, at = head - state.doc.lineAt(head).from;
  const next = COLUMNS.find(column => column > at) ?? at + 8 - at % 8;
  dispatch(state.update({changes: {from, to, insert: " ".repeat(next - at)}, selection: {anchor: from + next - at}, scrollIntoView: true}));
  return true;
}

// Begin a line with the blanks of the current one; after a label, at the column of mnemonics.
function enter({state, dispatch}) {
  const {head, from, to} = state.selection.main, {text} = state.doc.lineAt(head);
  const insert = `\n${/^\s*[;*]/.test(text) ? "" : /^\S/.test(text) ? " ".repeat(COLUMNS[0]) : /^\s*/.exec(text)[0]}`;
  dispatch(state.update({changes: {from, to, insert}, selection: {anchor: from + insert.length}, scrollIntoView: true}));
  return true;
}

// Delete the blanks before the cursor back to the previous column; elsewhere a key deletes what it always does.
function back({state, dispatch}) {
  const {head, empty} = state.selection.main, line = state.doc.lineAt(head), at = head - line.from;
  if (!empty || !at || line.text.slice(0, at).trim()) return false;
  const to = [0, ...COLUMNS].findLast(column => column < at);
  dispatch(state.update({changes: {from: line.from + to, to: head}, selection: {anchor: line.from + to}, scrollIntoView: true}));
  return true;
}

// Of CodeMirror's keys those that mean something in a source without blocks and brackets.
const lineKeys = [
  {key: "Alt-ArrowUp", run: moveLineUp, shift: copyLineUp}, {key: "Alt-ArrowDown", run: moveLineDown, shift: copyLineDown},
  {key: "Escape", run: simplifySelection}, {key: "Mod-Enter", run: insertBlankLine}, {key: "Alt-l", mac: "Ctrl-l", run: selectLine},
  {key: "Mod-[", run: indentLess}, {key: "Mod-]", run: indentMore}, {key: "Shift-Mod-k", run: deleteLine},
  {key: "Mod-/", run: toggleComment}, {key: "Ctrl-m", mac: "Shift-Alt-m", run: toggleTabFocusMode}];

export class Editor {
  // Args: ask  a function that asks Python: method, line, column;  changed, leave  callbacks
  constructor(place, words, {ask, changed, leave}) {
    const root = place.attachShadow({mode: "open"});
    this.words = words;
    this.language = new Compartment();
    this.macros = "";
    root.append(Object.assign(document.createElement("div"), {style: "height: 100%"}));
    this.extensions = [
      lineNumbers(), cycles, gutter({class: "cm-cycles", markers: view => view.state.field(cycles), initialSpacer: () => new Cycles("00")}),
      lintGutter(), history(), drawSelection(), highlightActiveLine(),
      this.language.of(language(words, [])), colours, theme,
      // Labels are often used before they exist, so Enter begins a line unless the arrow keys have chosen a completion.
      autocompletion({defaultKeymap: false, selectOnOpen: false, override: [context => this.complete(context, ask)]}),
      hoverTooltip(async (view, pos) => this.meaning(view, pos, ask)),
      keymap.of([...completionKeymap, {key: "Tab", run: tab}, {key: "Enter", run: enter}, {key: "Backspace", run: back}, {key: "F4", run: () => { leave(); return true; }},
        {key: "Mod-.", run: () => this.fix()}, ...lintKeymap, ...searchKeymap, ...historyKeymap, ...lineKeys, ...standardKeymap]),
      EditorView.contentAttributes.of({"aria-label": "source", tabindex: "0", spellcheck: "false", autocapitalize: "off"}),
      EditorView.updateListener.of(update => { if (update.docChanged && !this.isLoading) changed(); })];
    this.isLoading = false;
    this.fixes = [];
    this.view = new EditorView({root, parent: root.firstElementChild, state: this.fresh("")});
  }

  // Colour the names of macros.
  know(macros) {
    if (this.macros === macros.join()) return;
    this.macros = macros.join();
    this.view.dispatch({effects: this.language.reconfigure(language(this.words, macros))});
  }

  fresh(doc) { return EditorState.create({doc, extensions: this.extensions}); }

  get text() { return this.view.state.doc.toString(); }

  // Show another text, without its history.
  load(text) {
    this.isLoading = true;
    this.view.setState(this.fresh(text));
    this.macros = "";
    this.isLoading = false;
  }

  // Replace the text; this can be undone.
  replace(text) { this.view.dispatch({changes: {from: 0, to: this.view.state.doc.length, insert: text}}); }

  goTo(line, column = 0) {
    const {doc} = this.view.state, at = doc.line(Math.min(line + 1, doc.lines));
    this.view.dispatch({selection: {anchor: Math.min(at.to, at.from + column)}, effects: EditorView.scrollIntoView(at.from, {y: "center"})});
    this.view.focus();
  }

  // Show problems, each with `apply` for its corrections, and the cycles of lines.
  show(problems, costs) {
    const {doc} = this.view.state;
    const place = (line, column) => { const at = doc.line(Math.max(1, Math.min(line + 1, doc.lines))); return Math.min(at.to, at.from + column); };
    const found = problems.map(({line, start, end, severity, text, hints, fixes}) => ({
      from: place(line, start), to: Math.max(place(line, start), place(line, end)), severity: severity === "note" ? "info" : severity,
      message: [text, ...hints.map(hint => `hint: ${hint}`)].join("\n"),
      actions: fixes.map(fix => ({name: fix.title, apply: () => this.apply(line, fix)}))}));
    this.fixes = problems;
    const marks = Object.entries(costs).filter(([line]) => +line < doc.lines)
      .map(([line, [text]]) => ({from: doc.line(+line + 1).from, to: doc.line(+line + 1).from, value: new Cycles(text)}));
    this.view.dispatch({effects: setCycles.of(/** @type {any} */ (RangeSet.of(/** @type {any} */ (marks), true)))}, setDiagnostics(this.view.state, found));
  }

  apply(line, {start, end, text}) {
    const {from} = this.view.state.doc.line(line + 1), above = text.endsWith("\n");
    this.view.dispatch({changes: {from: from + (above ? 0 : start), to: from + (above ? 0 : end), insert: text}});
    this.view.focus();
  }

  fix() {
    const {doc, selection} = this.view.state, line = doc.lineAt(selection.main.head).number - 1;
    const problem = this.fixes.find(one => one.line === line && one.fixes.length);
    if (problem) this.apply(line, problem.fixes[0]);
    return Boolean(problem);
  }

  async complete(context, ask) {
    const word = context.matchBefore(/[.\w]+/);
    if (!word && !context.explicit) return null;
    const line = context.state.doc.lineAt(context.pos);
    const found = await ask("complete", line.number - 1, context.pos - line.from);
    if (!found) return null;
    return {from: word?.from ?? context.pos, validFor: /^[.\w]*$/,
      options: JSON.parse(found).map(([label, kind, detail, apply]) => ({label, detail: detail.slice(0, 60), type: kind, apply: apply || label}))};
  }

  async meaning(view, pos, ask) {
    const line = view.state.doc.lineAt(pos), text = await ask("hover", line.number - 1, pos - line.from);
    if (!text) return null;
    return {pos, above: true, create: () => {
      const dom = document.createElement("div");
      dom.className = "cm-meaning";
      dom.textContent = text.replaceAll("**", "").replace(/^#+ /gm, "").replace(/^```\w*$\n?/gm, "").replaceAll("`", "").trim();
      return {dom};
    }};
  }
}

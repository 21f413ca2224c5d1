// The picture beside the source: forwards the adapter's events to a webview, and the webview's clicks and keys back.
const vscode = require("vscode");

const RAM = "0xC800", RAM_BYTES = 1024;

class Picture {
  constructor(extensionUri) {
    this.root = vscode.Uri.joinPath(extensionUri, "page");
    this.panel = undefined;
    this.session = undefined;
    this.status = vscode.window.createStatusBarItem(vscode.StatusBarAlignment.Left);
    this.status.command = "vecx.showPicture";
    this.status.tooltip = "Cycles and vectors of the last frame";
    const { debug } = vscode;
    this.subscriptions = [
      this.status,
      vscode.commands.registerCommand("vecx.showPicture", () => this.show()),
      debug.onDidStartDebugSession(session => this.begin(session)),
      debug.onDidTerminateDebugSession(session => this.end(session)),
      debug.onDidReceiveDebugSessionCustomEvent(event => this.receive(event)),
    ];
  }

  dispose() {
    this.panel?.dispose();
    vscode.Disposable.from(...this.subscriptions).dispose();
  }

  begin(session) {
    if (session.type !== "vecx") return;
    this.session = session;
    if (session.configuration.picture) this.show();
  }

  end(session) {
    if (session !== this.session) return;
    this.session = undefined;
    this.status.hide();
    this.post({ kind: "end" });
  }

  // Open the panel, or reveal it; the program is paced from now on.
  show() {
    if (this.panel) this.panel.reveal(undefined, true);
    else this.open();
    this.turn(true);
  }

  open() {
    this.panel = vscode.window.createWebviewPanel("vecx.picture", "Vectrex",
      { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
      { enableScripts: true, retainContextWhenHidden: true, localResourceRoots: [this.root] });
    const { webview } = this.panel;
    const address = name => webview.asWebviewUri(vscode.Uri.joinPath(this.root, name));
    webview.html = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src ${webview.cspSource}; style-src ${webview.cspSource}">
<link rel="stylesheet" href="${address("picture.css")}">
<title>Vectrex</title>
</head>
<body>
<canvas id="screen" tabindex="0" aria-label="The picture of the Vectrex"></canvas>
<p id="strip" role="status">No program is running.</p>
<p id="help">Click a stroke to see the line that drew it. Click the picture to play: arrows, and A S D F.</p>
<details id="memory"><summary>RAM $C800 to $CBFF</summary><pre id="bytes"></pre></details>
<script src="${address("picture.js")}"></script>
</body>
</html>`;
    webview.onDidReceiveMessage(message => this.answer(message));
    this.panel.onDidDispose(() => {
      this.panel = undefined;
      this.turn(false);
    });
  }

  turn(on) {
    void this.session?.customRequest("vecxPicture", { on }).then(undefined, () => undefined);
  }

  post(message) {
    void this.panel?.webview.postMessage(message);
  }

  async receive({ session, event, body }) {
    if (event !== "vecxPicture" || session !== this.session) return;
    this.post({ kind: "picture", ...body });
    const { work, vectors } = body.figures;
    if (work !== undefined) {
      this.status.text = `$(pulse) ${work.toLocaleString("en")} cycles, ${vectors} vectors`;
      this.status.show();
    }
    if (!body.running && this.panel) await this.sendMemory(session);
  }

  async sendMemory(session) {
    try {
      const { data } = await session.customRequest("readMemory", { memoryReference: RAM, count: RAM_BYTES });
      this.post({ kind: "memory", data });
    } catch { /* the session has ended */ }
  }

  async answer(message) {
    const session = this.session;
    if (!session) return;
    try {
      if (message.kind === "ready") this.turn(true);
      if (message.kind === "key") await session.customRequest("vecxKey", { key: message.key, down: message.down });
      if (message.kind === "stroke") await this.go(session, await session.customRequest(
        "vecxStroke", { frame: message.frame, stroke: message.stroke }));
    } catch (fault) {
      void vscode.window.showInformationMessage(fault.message);
    }
  }

  // Open the line that drew a stroke, beside the picture.
  async go(session, { words, source, line }) {
    if (!source) {
      void vscode.window.showInformationMessage(`The stroke was drawn at ${words}; its source is not known.`);
      return;
    }
    const uri = source.path ? vscode.Uri.file(source.path) : vscode.debug.asDebugSourceUri(source, session);
    const at = new vscode.Position(line - 1, 0);
    const column = vscode.window.visibleTextEditors.find(({ document }) => document.uri.toString() === uri.toString())
      ?.viewColumn ?? vscode.ViewColumn.One;
    const editor = await vscode.window.showTextDocument(uri, { viewColumn: column, selection: new vscode.Range(at, at) });
    editor.revealRange(new vscode.Range(at, at), vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  }
}

module.exports = { Picture };

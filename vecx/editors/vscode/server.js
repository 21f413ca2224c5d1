// The language server `vecx lsp`: started, restarted when a setting changes, stopped.
const vscode = require("vscode");
const childProcess = require("child_process");
const { LanguageClient, CloseAction, ErrorAction } = require("./languageclient");

class Server {
  constructor(finder) {
    this.finder = finder;
    this.output = vscode.window.createOutputChannel("vecx");
    this.client = undefined;
    this.turn = Promise.resolve();      // starts and stops follow each other
  }

  start() {
    return this.turn = this.turn.then(() => this.startNow());
  }

  restart() {
    return this.turn = this.turn.then(() => this.stopNow()).then(() => this.startNow());
  }

  stop() {
    return this.turn = this.turn.then(() => this.stopNow());
  }

  async startNow() {
    const found = await this.finder.find();
    if (!found) return;
    this.said = "";
    const { dialect, include, defines, warnings } = vscode.workspace.getConfiguration("vecx");
    this.client = new LanguageClient("vecx", "vecx", () => this.spawn(found), {
      documentSelector: [{ language: "vecx-asm" }],
      outputChannel: this.output,
      initializationOptions: { dialect: dialect || null, include, defines, warnings },
      errorHandler: {
        error: () => ({ action: ErrorAction.Continue, handled: true }),
        closed: () => this.closed(),
      },
    });
    try {
      await this.client.start();
    } catch {
      this.closed();
    }
  }

  async spawn({ command, args }) {
    const child = childProcess.spawn(command, [...args, "lsp"],
      { cwd: vscode.workspace.workspaceFolders?.[0]?.uri.fsPath });
    child.on("error", fault => { this.said = fault.message; });
    child.stderr.on("data", data => { this.said = String(data).trim().split("\n").pop(); });
    return child;
  }

  closed() {
    if (this.client) {
      this.client = undefined;
      void this.explain(this.said || "it ended without a message");
    }
    return { action: CloseAction.DoNotRestart, handled: true };
  }

  async explain(why) {
    const choice = await vscode.window.showErrorMessage(
      `The language server of vecx has ended: ${why}`, "Restart", "Choose vecx...");
    if (choice === "Restart") await this.restart();
    if (choice === "Choose vecx...") await this.finder.choose();
  }

  async stopNow() {
    const client = this.client;
    this.client = undefined;
    await client?.stop().catch(() => undefined);
    await client?.dispose().catch(() => undefined);
  }
}

module.exports = { Server };

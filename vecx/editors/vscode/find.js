// Find the command vecx: the setting, the workspace's .venv, the Python extension's interpreter, PATH, and last the
// Python that installed this extension.
const vscode = require("vscode");
const fs = require("fs");
const path = require("path");

const WINDOWS = process.platform === "win32";
const SCRIPTS = WINDOWS ? "Scripts" : "bin";
const NAME = WINDOWS ? "vecx.exe" : "vecx";
const ORIGIN = "origin.json";

const isFile = file => fs.statSync(file, { throwIfNoEntry: false })?.isFile() ?? false;

class Finder {
  // Args: extensionPath  the folder with origin.json, if `vecx editor install` has written it
  constructor(extensionPath) {
    this.extensionPath = extensionPath;
  }

  // Return command and first arguments of vecx for a folder; undefined, after a message, if there is none.
  async find(folder = vscode.workspace.workspaceFolders?.[0]) {
    const given = vscode.workspace.getConfiguration("vecx", folder).get("command");
    if (given) {
      if (!given.includes("/") && !given.includes("\\")) {
        const found = this.onPath(given);
        if (found) return { command: found, args: [] };
      } else if (isFile(given)) {
        return { command: given, args: [] };
      }
      await this.explain(`The setting vecx.command names ${given}, which is not a file.`);
      return undefined;
    }
    for (const command of [
      ...(vscode.workspace.workspaceFolders ?? []).map(({ uri }) => path.join(uri.fsPath, ".venv", SCRIPTS, NAME)),
      await this.besidePython(folder), this.onPath("vecx")])
      if (command && isFile(command)) return { command, args: [] };
    const origin = this.origin();
    if (origin) return origin;
    await this.explain("vecx was not found in the folder's .venv, in the Python extension's interpreter or on PATH.");
    return undefined;
  }

  // Return the Python that wrote this extension, if it still exists.
  origin() {
    try {
      const { python } = JSON.parse(fs.readFileSync(path.join(this.extensionPath, ORIGIN), "utf8"));
      return isFile(python) ? { command: python, args: ["-m", "vecx"] } : undefined;
    } catch {
      return undefined;
    }
  }

  // Return the interface of the Python extension, if it is installed.
  async python() {
    const extension = vscode.extensions.getExtension("ms-python.python");
    return extension && (await extension.activate())?.environments ? extension.exports : undefined;
  }

  async besidePython(folder) {
    const python = (await this.python())?.environments.getActiveEnvironmentPath(folder?.uri).path;
    return python && path.join(isFile(python) ? path.dirname(python) : path.join(python, SCRIPTS), NAME);
  }

  onPath(name) {
    const names = WINDOWS && !path.extname(name) ? [`${name}.exe`, `${name}.cmd`] : [name];
    return (process.env.PATH ?? "").split(path.delimiter)
      .flatMap(folder => names.map(each => path.join(folder, each))).find(isFile);
  }

  async explain(why) {
    const choice = await vscode.window.showErrorMessage(
      `${why} Set vecx.command to the path of vecx.`, "Choose vecx...", "Open the setting");
    if (choice === "Choose vecx...") await this.choose();
    if (choice === "Open the setting") await vscode.commands.executeCommand("workbench.action.openSettings", "vecx.command");
  }

  // Let the user choose the file of the command; the change of the setting restarts the server.
  async choose() {
    const [file] = await vscode.window.showOpenDialog({ title: "The command vecx", openLabel: "Use this vecx" }) ?? [];
    if (file)
      await vscode.workspace.getConfiguration("vecx").update("command", file.fsPath, vscode.ConfigurationTarget.Global);
  }
}

module.exports = { Finder };

// The tasks of the type vecx: assemble, budget, strict and test.
const vscode = require("vscode");
const path = require("path");

const TASKS = {
  assemble: program => ["vecx", "asm", program],
  budget: program => ["vecx", "budget", program],
  strict: program => ["vecx", "budget", program, "--strict", "--sarif", program.replace(/\.\w+$/, ".sarif")],
  test: () => ["pytest"],
};

class Tasks {
  constructor(finder) {
    this.finder = finder;
  }

  // Offer the tasks for the source in the active editor.
  async provideTasks() {
    const document = vscode.window.activeTextEditor?.document;
    const folder = document && vscode.workspace.getWorkspaceFolder(document.uri);
    const found = folder && document.languageId === "vecx-asm" && await this.finder.find(folder);
    if (!found) return [];
    const program = path.relative(folder.uri.fsPath, document.fileName);
    return Object.keys(TASKS).map(task => made({ type: "vecx", task, program }, folder, found));
  }

  async resolveTask({ definition, scope }) {
    const folder = scope?.uri ? scope : vscode.workspace.workspaceFolders?.[0];
    const found = definition.task in TASKS && await this.finder.find(folder);
    return found ? made(definition, folder, found) : undefined;
  }
}

// Return a task; its command is vecx, or a module of the Python beside it.
function made(definition, folder, found) {
  const [module, ...words] = TASKS[definition.task](definition.program ?? "");
  const { command, args } = module === "vecx" ? found : { command: pythonOf(found), args: ["-m", module] };
  return new vscode.Task(definition, folder ?? vscode.TaskScope.Workspace,
    [definition.task, definition.program].filter(Boolean).join(" "), "vecx",
    new vscode.ProcessExecution(command, [...args, ...words], { cwd: folder?.uri.fsPath }), "$vecx");
}

const pythonOf = ({ command, args }) => args.length ? command : path.join(path.dirname(command), "python");

const registerTasks = finder => vscode.tasks.registerTaskProvider("vecx", new Tasks(finder));

module.exports = { registerTasks };

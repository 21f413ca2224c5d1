// The debugger `vecx debug --dap`: F5 without a configuration, and the assembler's errors as diagnostics.
const vscode = require("vscode");
const path = require("path");

const LANGUAGES = ["vecx-asm", "c"];
const MESSAGE = /^(.+?):(\d+):(\d+): (error|warning)(?:\[[^\]]*\])?: (.*)$/gm;

const PROGRAM = { type: "vecx", request: "launch", name: "Debug this program", program: "${file}", stopOnEntry: "program" };

function registerDebugger(finder) {
  const errors = vscode.languages.createDiagnosticCollection("vecx debugger");
  return vscode.Disposable.from(
    errors,
    vscode.debug.registerDebugConfigurationProvider("vecx", {
      provideDebugConfigurations: () => [PROGRAM],
      resolveDebugConfiguration(_folder, asked) {
        if (asked.type || asked.request || asked.name) return asked;
        const document = vscode.window.activeTextEditor?.document;
        if (document && LANGUAGES.includes(document.languageId)) return { ...asked, ...PROGRAM };
        void vscode.window.showInformationMessage("Open the source of the program, an .asm or .c file, and press F5 again.");
        return undefined;
      },
      // The adapter assembles the files as they are saved.
      async resolveDebugConfigurationWithSubstitutedVariables(_folder, asked) {
        await vscode.workspace.saveAll();
        return { picture: asked.request === "launch", ...asked };
      },
    }),
    vscode.debug.registerDebugAdapterDescriptorFactory("vecx", {
      async createDebugAdapterDescriptor({ configuration, workspaceFolder }) {
        if (configuration.request === "attach")
          return new vscode.DebugAdapterServer(configuration.port, "127.0.0.1");
        const found = await finder.find(workspaceFolder);
        if (!found) throw new Error("vecx was not found: set vecx.command to its path");
        const cwd = workspaceFolder?.uri.fsPath
          ?? (path.isAbsolute(configuration.program ?? "") ? path.dirname(configuration.program) : undefined);
        return new vscode.DebugAdapterExecutable(found.command, [...found.args, "debug", "--dap"], { cwd });
      },
    }),
    vscode.debug.registerDebugAdapterTrackerFactory("vecx", {
      createDebugAdapterTracker(session) {
        return {
          onWillStartSession: () => errors.clear(),
          onDidSendMessage(message) {
            if (message.type === "event" && message.event === "output" && message.body.category === "stderr")
              show(errors, message.body.output, session.workspaceFolder);
          },
        };
      },
    }));
}

// Show messages of the assembler as diagnostics, without those that the language server shows already.
function show(errors, text, folder) {
  const found = new Map();
  for (const [, file, line, column, severity, words] of text.matchAll(MESSAGE)) {
    const uri = vscode.Uri.file(path.resolve(folder?.uri.fsPath ?? ".", file));
    const at = new vscode.Position(Number(line) - 1, Number(column) - 1);
    if (vscode.languages.getDiagnostics(uri).some(({ source, range }) => source === "vecx" && range.start.line === at.line))
      continue;
    const diagnostic = new vscode.Diagnostic(new vscode.Range(at, at.translate(0, 1)), words,
      severity === "error" ? vscode.DiagnosticSeverity.Error : vscode.DiagnosticSeverity.Warning);
    diagnostic.source = "vecx debugger";
    found.set(uri.toString(), [...found.get(uri.toString()) ?? [], diagnostic]);
  }
  for (const [uri, diagnostics] of found) errors.set(vscode.Uri.parse(uri), diagnostics);
}

module.exports = { registerDebugger };

// The extension for VS Code: finds vecx, starts the language server and the debugger, runs tasks, and shows the picture.
const vscode = require("vscode");
const { Finder } = require("./find");
const { Server } = require("./server");
const { registerDebugger } = require("./debugging");
const { registerTasks } = require("./tasks");
const { Picture } = require("./picture");

let server;

exports.activate = async context => {
  const finder = new Finder(context.extensionPath);
  server = new Server(finder);
  const picture = new Picture(context.extensionUri);
  const restart = () => server.restart();
  context.subscriptions.push(
    picture,
    registerDebugger(finder),
    registerTasks(finder),
    vscode.commands.registerCommand("vecx.restartServer", restart),
    vscode.commands.registerCommand("vecx.chooseCommand", () => finder.choose()),
    vscode.workspace.onDidChangeConfiguration(change => change.affectsConfiguration("vecx") && restart()));
  const python = await finder.python();
  if (python)
    context.subscriptions.push(python.environments.onDidChangeActiveEnvironmentPath(restart));
  await server.start();
};

exports.deactivate = () => server && server.stop();

const js = require("@eslint/js"), globals = require("globals");

const rules = {"no-unused-vars": ["error", {argsIgnorePattern: "^_"}]};

module.exports = [
  js.configs.recommended,
  {files: ["vecx/pages/**"], languageOptions: {globals: globals.browser}, rules},
  {
    files: ["vecx/editors/vscode/*.js"], rules,
    languageOptions: {globals: globals.node, sourceType: "commonjs"},
  },
  {
    files: ["vecx/editors/vscode/page/*.js"], rules,
    languageOptions: {globals: {...globals.browser, acquireVsCodeApi: "readonly"}, sourceType: "script"},
  },
];

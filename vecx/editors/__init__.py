"""Extensions for editors: the extension for VS Code, and its installation."""

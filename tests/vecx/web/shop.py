"""The page of the workshop, as tests and pictures use it."""


def visit(browser, address):
    """Open the workshop, and wait until it has opened a project."""
    browser.open(address)
    browser.wait("globalThis.shop?.project != null")


def ready(browser):
    """Wait until the page has assembled its program."""
    browser.wait("globalThis.shop?.isLoaded && shop.made !== undefined && !shop.isAssembling")


def assembled(browser):
    """Wait until the present text is assembled."""
    browser.wait("!shop.timer && !shop.isAssembling "
                 "&& shop.madeOf?.[shop.source] === shop.editor.text")


def add(browser, template):
    """Make a project from a template, and open it."""
    browser.run(f"shop.add('{template}', shop.fromTemplate('{template}'))")


def create(browser, template):
    """Make a project from a template, and wait until its program runs."""
    add(browser, template)
    assembled(browser)
    browser.wait("shop.made.image !== null && shop.running === shop.project.id")

"""A client that lets the server register capabilities, and keeps them."""

from lsprotocol import types as lsp
from pytest_lsp import LanguageClient


def keep_registrations(client: LanguageClient) -> list[lsp.Registration]:
    """Answer requests to register capabilities; return the list that they are added to."""
    kept: list[lsp.Registration] = []

    @client.feature(lsp.CLIENT_REGISTER_CAPABILITY)
    def register(given: lsp.RegistrationParams) -> None:
        kept.extend(given.registrations)

    return kept

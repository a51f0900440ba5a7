"""What is wrong with the arguments of a tool, in our words, and what it takes instead."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mcp.server import MCPServer
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError
from pydantic import ValidationError

from ludex.core.kernel.english import no_such, there_are

Schema = Mapping[str, Any]
KINDS: Mapping[object, str] = {
    "string": "text", "integer": "a whole number", "number": "a number", "boolean": "true or false", "array": "a list",
    "object": "an object, {…}",
}  # fmt: skip


class InOurWords(MCPServer[Any]):
    """The server of the package, which would say what its library has found, and passes over what it does not know."""

    async def call_tool(self, name: str, arguments: dict[str, Any], context: Context[Any, Any] | None = None) -> Any:
        tools = {tool.name: tool.input_schema for tool in await self.list_tools()}
        if name not in tools:
            raise ToolError(no_such("tool", name, tools))
        takes = tools[name].get("properties", {})
        if unknown := [each for each in arguments if each not in takes]:
            there = there_are(unknown[0], takes) if takes else "it takes none"
            raise ToolError(f"{name}: there is no argument {unknown[0]!r}; {there}")
        try:
            return await super().call_tool(name, arguments, context)
        except ToolError as fault:
            if isinstance(fault.__cause__, ValidationError):
                raise ToolError(f"{name}: {wrong(fault.__cause__, takes)}") from fault.__cause__
            if isinstance(fault.__cause__, ToolError):  # what the tool itself has said
                raise ToolError(f"{name}: {fault.__cause__}") from fault
            raise


def wrong(fault: ValidationError, takes: Mapping[str, Schema]) -> str:
    """Each argument that is not there or does not fit; of none what was given, which may be a secret."""
    missing = {str(each["loc"][0]): each["type"] == "missing" for each in fault.errors(include_input=False)}
    return "; ".join(f"{one}{' is missing' * gone}: expected {expected(takes[one])}" for one, gone in missing.items())


def expected(schema: Schema) -> str:
    """`a whole number from 1 to 200`, `text of at most 40 characters`, `a list of at most 4, each an object, {…}`."""
    schema = next((each for each in schema.get("anyOf", ()) if each["type"] != "null"), schema)
    words = KINDS.get(schema.get("type"), "any value")
    if "minimum" in schema:
        words += f" from {schema['minimum']:,} to {schema['maximum']:,}"
    if "maxLength" in schema:
        words += f" of at most {schema['maxLength']:,} characters"
    if "maxItems" in schema:
        words += f" of at most {schema['maxItems']:,}"
    return f"{words}, each {expected(schema['items'])}" if schema.get("items") else words

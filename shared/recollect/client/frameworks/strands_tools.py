"""Strands Agents: the memories of an app as tools.

agent = strands.Agent(tools=strands_tools(api, "epic-web", run_id="run-1"))
"""

from strands import tool
from strands.types.tools import AgentTool

from recollect.client.blocking import Recollect
from recollect.client.frameworks.model_tools import model_tools


def strands_tools(api: Recollect, app: str, *, run_id: str) -> list[AgentTool]:
    """Tools to recall, remember and cite, for one run of an agent."""
    return [tool(each) for each in model_tools(api, app, run_id)]

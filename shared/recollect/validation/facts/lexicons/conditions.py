"""Groups of words of which one excludes the other where everything else is the same."""

from typing import Final

CONDITIONS: Final = """
stable steady constant stabil estable estavel stabile stabiel / rising climbing climb rise
  falling falls fell increasing unstable flapping growing dropping spiking steigt steigend instabil
  subiendo inestable
works working fine operational healthy up normal restored recovered reachable responding running
  / broken down failing fails fail failed faulty hangs crashing unreachable offline dead degraded
  unstable stuck
empty cleared drained leer vacia vide vazia vuota leeg / full growing voll llena pleine cheia
  piena vol
instock / outofstock
read-only / writable read-write
same unchanged identical / different changed change changes
fast faster quick / slow slower
raised raise raises increased increase doubled extended grew / lowered lower lowers decreased
  decrease halved reduced shortened cut shrank
confirmed confirms confirm accepted accepts agreed agrees approved approves consent fine /
  denied denies deny refused refuses rejected rejects declined declines disputed objected
  abgelehnt rechazo refuse recusou rifiutato geweigerd
delivered sent received arrived / lost dropped deleted vanished
rolledback reverted downgraded / updated upgraded
opened reopened / shut
enabled activated / disabled deactivated
added installed mounted / removed uninstalled dismounted
found detected seen / missed overlooked
succeeded passed successful / failed unsuccessful
started begun / stopped
included includes / excluded excludes
gained / lost
primary / backup standby secondary fallback
climbs rises / falls drops
ahead / behind
firewall / proxy
cpu / memory
attachment / usb
upstream / downstream
internal inside / external outside
permanent permanently / temporary temporarily
manual manually / automatic automatically
hardware / software
physical / virtual
wired / wireless
weekday weekdays / weekend weekends
east / west
north / south
left / right
inbound incoming / outbound outgoing
oldest older / newest newer
"""
"""Two groups a line, or a line and those behind it that are indented."""

PHRASES: Final = """
rolled back/rolledback, roll back/rolledback, rolling back/rolledback, out of stock/outofstock, in
stock/instock, no one/nobody, timed out/timeout, times out/timeout, read only/read-only, no
longer/not, not yet/not, not only/also, not all/some, not every/some, no more than/about, not more
than/about, no later than/about, no less than/about, came up/up, up and running/running, put
back/restored, yet to be/not, worked on/handled, working on/handling, works on/handles, out of
reach/not reachable, out of order/not working
"""
"""Several words that are read as one."""

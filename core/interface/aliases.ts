/**
 * Other names under which callers send an argument, in lower case without underscores and hyphens; one is taken when
 * the argument itself is not given.
 */
export const ALIASES: Readonly<Record<string, readonly string[]>> = {
  query: ['q'],
  q: ['query'],
  handle: ['agent', 'agentid', 'agenthandle'],
  handles: ['handle', 'agents', 'agentids', 'agenthandles'],
  primary_category: ['category'],
  category: ['primarycategory'],
  evidence_ranked_only: ['evidencereadyonly'],
  evidence_ready_only: ['evidencerankedonly'],
}

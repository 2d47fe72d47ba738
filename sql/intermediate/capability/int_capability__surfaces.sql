-- One row per protocol or surface that the index covers, with its protocol (null: none of the four). A directory that
-- was never read is left out: its number of agents is unknown.
select * from (values
  (1, 'mcp_registry', 'MCP registry', 'mcp'),
  (2, 'erc8004_identity', 'ERC-8004 identity registry', 'erc8004'),
  (3, 'x402_bazaar', 'x402 Bazaar', 'x402'),
  (4, 'x402_payments', 'x402 payments received in ' || market_days() || ' days', 'x402'),
  (5, 'a2a_cards', 'A2A agent card', 'a2a'),
  (6, 'npm', 'npm', null),
  (7, 'pypi', 'PyPI', null),
  (8, 'hugging_face', 'Hugging Face', null),
  (9, 'openrouter', 'OpenRouter', null),
  (10, 'arena', 'Arena', null),
  (11, 'coingecko', 'CoinGecko', null),
  (12, 'defillama', 'DefiLlama', null),
  (13, 'github', 'GitHub', null),
  (14, 'docker_mcp', 'Docker MCP catalogue', 'mcp')
) as surfaces (position, surface, title, protocol)
where surface <> 'docker_mcp' or exists (select 1 from stg_docker_mcp__servers)

-- One row per source of signs of life and item: the last day on which the item's own row was read, whatever the result.
select 'github' as source, full_name as item, observed_on as read_on from int_repositories__aliases where is_newest
union all
select 'mcp_registry', name, observed_on from stg_mcp_registry__servers
union all
select 'openrouter_models', id, observed_on from stg_openrouter_models__models
union all
select 'openrouter_endpoints', model, observed_on from stg_openrouter_endpoints__models
union all
select 'npm_downloads, pypi_downloads', 'npm:' || package, observed_on from stg_npm_downloads__packages
union all
select 'npm_downloads, pypi_downloads', 'pypi:' || package, observed_on from stg_pypi_downloads__packages
union all
select 'huggingface_models', id, observed_on from stg_huggingface_models__models
union all
select 'coingecko_ai_agents', id, observed_on from stg_coingecko_ai_agents__tokens

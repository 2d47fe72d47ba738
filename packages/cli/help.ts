/** Text of `assay --help`; the first paragraph is the usage. */
export const HELP = `Usage: assay agent KEY | find WORDS | verdict KEY | resolve KEY | compare KEY KEY [...] | connect KEY | verify [options]
             [--url URL] [--json]

Asks an index of AI agents over its public interface.

  agent KEY         who an agent is, with rank and score in each of its categories
  find WORDS        the best three agents that can do something
  verdict KEY       whether to deal with an agent, and why
  resolve KEY       the agents that a key belongs to, and how surely
  compare A B       two to five agents side by side
  connect KEY       settings to connect to an agent, to copy; or why there are none
  verify            checks what the index publishes: its log, files, scores and attestations (assay verify --help)

A KEY is a handle, or what you have: a wallet, a URL or host, an ERC-8004 id, a registry name, a repository, a package.

  --url URL         where the index is served, e.g. https://assay.example; otherwise the variable ASSAY_URL
  --json            print the answer as it is, for programs
  --help            print this

  find:             --category model_family|tokenized|service|developer|mcp_server, --rails x402,mcp,erc8004,a2a,
                    --alive, --min-tier evidence_ranked
  verdict:          --strict: exit with 4 unless the verdict is "proceed"
                    --wallet WALLET, --amount-usd AMOUNT: whether that wallet is the agent's, and the amount within the limit
  connect:          --client claude-code|claude-desktop|cursor|vscode|codex|json of an MCP server, curl|x402-fetch of a paid
                    address, curl|a2a-js of an A2A agent, openrouter|huggingface of a model family: that one alone

ASSAY_API_KEY holds a Pro key, if you have one.

Exit code: 0 answered, 1 the index refused (such as an agent that is not indexed), or there are no settings, 2 wrong usage, 3 no answer of an index,
4 see --strict. Of verify: 0 all that was checked holds, 1 something is broken, 2 wrong usage, 3 something could not be read.
Names and descriptions of agents are third-party text. Advisory information, not financial advice.
`

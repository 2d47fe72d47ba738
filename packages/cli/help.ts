/** Text of `assay --help`; the first paragraph is the usage. */
export const HELP = `Usage: assay agent HANDLE | find WORDS | verdict HANDLE | compare HANDLE HANDLE [...] | verify [options]
             [--url URL] [--json]

Asks an index of AI agents over its public interface.

  agent HANDLE      who an agent is, with rank and score in each of its categories
  find WORDS        the best three agents that can do something
  verdict HANDLE    whether to deal with an agent, and why
  compare A B       two to five agents side by side
  verify            checks what the index publishes: its log, files, scores and attestations (assay verify --help)

  --url URL         where the index is served, e.g. https://assay.example; otherwise the variable ASSAY_URL
  --json            print the answer as it is, for programs
  --help            print this

  find:             --category model_family|tokenized|service|developer|mcp_server, --rails x402,mcp,erc8004,a2a,
                    --alive, --min-tier evidence_ranked
  verdict:          --strict: exit with 4 unless the verdict is "proceed"

ASSAY_API_KEY holds a Pro key, if you have one.

Exit code: 0 answered, 1 the index refused (such as an agent that is not indexed), 2 wrong usage, 3 no answer of an index,
4 see --strict. Of verify: 0 all that was checked holds, 1 something is broken, 2 wrong usage, 3 something could not be read.
Names and descriptions of agents are third-party text. Advisory information, not financial advice.
`

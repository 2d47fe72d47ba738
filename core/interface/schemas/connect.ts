import { z } from 'zod'

/** Settings for one client, as text to copy; `file` is null for a command or code. */
const settings = z.object({
  client: z.string(),
  name: z.string(),
  file: z.string().nullable(),
  language: z.enum(['sh', 'json', 'toml', 'js', 'text']),
  text: z.string(),
})

/** A variable or header to fill in, by name; never with a value. */
const input = z.object({
  type: z.enum(['variable', 'header']),
  name: z.string(),
  required: z.boolean(),
  secret: z.boolean(),
})

/** One way to connect. `command` has a word an entry; `<your NAME>` in it is to be filled in. */
const way = z.object({
  kind: z.enum(['package', 'remote', 'x402', 'a2a', 'models']),
  title: z.string(),
  server: z.string().nullable(),
  name: z.string().nullable(),
  version: z.string().nullable(),
  published_on: z.iso.date().nullable(),
  command: z.array(z.string()).nullable(),
  url: z.string().nullable(),
  transport: z.enum(['stdio', 'streamable-http', 'sse']).nullable(),
  inputs: z.array(input),
  settings: z.array(settings),
  /** Sentences on the limits of the check. */
  unchecked: z.array(z.string()),
})

/**
 * Ways to connect to an agent. Only names, versions and addresses that fit the grammar of their ecosystem are in it;
 * `refused` has the reason for everything else, `withheld` why none is offered of a flagged agent.
 */
export const connect = z.object({
  ways: z.array(way),
  /** Number of ways that are not shown. */
  more: z.int().min(0),
  refused: z.array(z.object({ what: z.string(), reason: z.string() })),
  withheld: z.string().nullable(),
  untrusted_fields: z.array(z.string()),
})

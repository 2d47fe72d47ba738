export interface SetupContext {
  /** The checkout. */
  root: string
  /** The version of the running Node, e.g. `20.19.0`. */
  node: string
  /** Path of the running Node. */
  execPath: string
}

export declare class SetupError extends Error {}

export declare function setUp(context: SetupContext & { say: (line: string) => void }): Promise<void>

export declare function installSteps(context: SetupContext): string[][]

/** A refusal of a node, with its code in JSON-RPC. */
export class SampleRpcError extends Error {
  static readonly REVERTED = 3
  static readonly REQUEST = -32600
  static readonly METHOD = -32601
  static readonly PARAMS = -32602
  static readonly RANGE = -32614
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

/** The error codes that A2A 0.3.0 adds to those of JSON-RPC. */
export const A2A_CODES = {
  taskNotFound: -32001,
  taskNotCancelable: -32002,
  pushNotSupported: -32003,
  unsupportedOperation: -32004,
  contentTypeNotSupported: -32005,
  noExtendedCard: -32007,
} as const

/** The error codes that A2A adds to those of JSON-RPC; the last is of version 1.0, for clients of another version. */
export const A2A_CODES = {
  taskNotFound: -32001,
  taskNotCancelable: -32002,
  pushNotSupported: -32003,
  unsupportedOperation: -32004,
  contentTypeNotSupported: -32005,
  noExtendedCard: -32007,
  versionNotSupported: -32009,
} as const

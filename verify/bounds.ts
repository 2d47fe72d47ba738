// What a release may be at most. Whoever publishes one chooses all of this, and a check of it has to end.

/** The most bytes of a file that is read as a whole, unless its reader says less. */
export const MAX_FILE_BYTES = 2 ** 28
/** The most bytes that a manifest says of a file. */
export const MAX_NAMED_BYTES = 2 ** 31
export const MAX_MANIFEST_BYTES = 2 ** 27
/** The most files that a manifest names. */
export const MAX_MANIFEST_FILES = 1_000_000
/** The most levels of lists and objects in any JSON. */
export const MAX_DEPTH = 64
/** The most bytes that the files of one agent, and those of all agents of a pack, unpack to. */
export const MAX_MEMBER_BYTES = 2 ** 23
export const MAX_UNPACKED_BYTES = 2 ** 28
/** The most bytes of an attestation. */
export const MAX_ATTESTATION_BYTES = 2 ** 20
/** The most problems that one claim names. */
export const MAX_PROBLEMS = 50

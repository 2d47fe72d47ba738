/**
 * Options with which Node runs TypeScript: version 22 removes types only when told to, and warns. The same as in
 * `scripts/run_typescript.sh`.
 */
export const TYPESCRIPT_FLAGS = ['--experimental-strip-types', '--disable-warning=ExperimentalWarning']

/**
 * Loads the script of a field when the field is first used: most readers of a page use none. Without the script the field
 * is one of a form.
 */
export function loadOnFocus(field: HTMLElement | null, script: string): void {
  const load = (): void => {
    import(script).catch(() => field?.addEventListener('focus', load, { once: true }))
  }
  if (field !== null && field === field.ownerDocument.activeElement) load()
  else field?.addEventListener('focus', load, { once: true })
}

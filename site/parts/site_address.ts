/** Address of a path of this site: under the path that its pages name, where they are in a subfolder of a host. */
export const siteAddress = (path: string): string => `${document.documentElement?.dataset.base ?? ''}${path}`

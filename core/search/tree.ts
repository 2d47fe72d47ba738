import { cutKey } from './keys.ts'

/** Paths of the index files, as public files. */
export const SEARCH_INDEX = 'search/index.json'
export const searchPartPath = (name: string): string => `search/words/${name}.json`

/**
 * File of the index with the agents whose keys begin with a prefix. A branch has a file of its own with the best agents
 * of all that begin with its path; a leaf covers all prefixes from its character up to the next of its siblings, and
 * its file has every agent.
 */
export interface TreeItem {
  /** Text that a branch adds to the path; the first character of a leaf. */
  label: string
  /** Null for a leaf; sorted by their labels. */
  items: TreeItem[] | null
}

/** A file of the index that answers a phrase. */
export interface TreePart {
  name: string
  /**
   * True if it has every agent that the phrase finds; else it has the best of them, and the phrase finds as many as it
   * counts.
   */
  isWhole: boolean
}

/** The tree as text: `.label(…)` for a branch, its character for a leaf. No key holds any of these signs. */
export const treeText = (items: TreeItem[]): string =>
  items.map(({ label, items }) => (items === null ? label : `.${label}(${treeText(items)})`)).join('')

/** Reads such a text. */
export function parseTree(text: string): TreeItem[] {
  const root: TreeItem[] = []
  const open = [root]
  for (const [sign, label] of text.matchAll(/\.([^(]*)\(|./gu)) {
    const items = open.at(-1) ?? root
    if (sign === ')') open.pop()
    else if (label === undefined) items.push({ label: sign, items: null })
    else {
      const inner: TreeItem[] = []
      items.push({ label, items: inner })
      open.push(inner)
    }
  }
  return root
}

/**
 * The file with the agents whose keys begin with a phrase. Where there are none, the one with those that are nearest in
 * the tree; null where nothing begins so.
 */
export function partFor(tree: TreeItem[], phrase: string): TreePart | null {
  const wanted = cutKey(phrase)
  let path = ''
  let items = tree
  while (path.length < wanted.length) {
    const next = firstCharacter(wanted.slice(path.length))
    const item = items.findLast(({ label }) => firstCharacter(label) <= next)
    if (item === undefined || (item.items !== null && firstCharacter(item.label) !== next)) break
    path += item.label
    if (item.items === null) return { name: leafName(path), isWhole: true }
    if (!wanted.startsWith(path)) return { name: branchName(path), isWhole: !path.startsWith(wanted) }
    items = item.items
  }
  if (path === '') return null
  return { name: branchName(path), isWhole: path !== wanted }
}

/** The first character of a text, whole. */
export const firstCharacter = (text: string): string => String.fromCodePoint(text.codePointAt(0) as number)

/** The names of files hold ASCII letters and digits, the numbers of other characters between underscores, and for a leaf a hyphen. */
export const branchName = (path: string): string =>
  path.replace(/[^a-z\d]/gu, (character) => `_${(character.codePointAt(0) as number).toString(36)}_`)
export const leafName = (path: string): string => `${branchName(path)}-`

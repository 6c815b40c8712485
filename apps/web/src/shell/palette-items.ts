import type { IconType } from '../ui/Mark.tsx'

/** A line of the palette: what it says, what else finds it, what it does. */
export type Item = {
  id: string
  icon: IconType
  words: string
  /** Said beside it, in grey. */
  detail?: string
  /** Shown only when somebody looks for it. */
  hidden?: boolean
  run: () => void
}
export type Group = { id: 'clients' | 'do' | 'pages'; items: Item[] }

/** Letters without case and accents: 'Chloé' is found by 'chloe'. */
const plain = (words: string) => words.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase()

/** Whether each typed word begins a word of the line. */
export function matches(item: Pick<Item, 'words' | 'detail'>, typed: string) {
  const own = plain(`${item.words} ${item.detail ?? ''}`).split(/[\s:/-]+/)
  return plain(typed)
    .split(/\s+/)
    .filter(Boolean)
    .every((word) => own.some((begins) => begins.startsWith(word)))
}

/** The lines that fit what was typed; without anything typed, those that are not hidden. Empty groups are left out. */
export function narrow(groups: readonly Group[], typed: string): Group[] {
  const fits = (item: Item) => (typed.trim() ? matches(item, typed) : !item.hidden)
  return groups
    .map((group) => (group.id === 'clients' ? group : { ...group, items: group.items.filter(fits) }))
    .filter((group) => group.items.length > 0)
}

import { wordsForSearch } from '@attune/contract/common/text/text'
import type { NamedKind, TextKind } from '@attune/contract/features/home/search/search.rules'
import type { IconType } from '../../ui/page/status/StatusBadge.tsx'

export type PaletteItem = {
  id: string
  icon: IconType
  label: string
  /** A detail in gray beside the text. */
  detail?: string
  /** Further words that find the item. They are not shown. */
  keywords?: string
  /** Whether a long detail continues on further lines instead of being cut. */
  wraps?: true
  /** Whether the item is hidden until a search matches it. */
  hidden?: boolean
  /** Whether the item is shown for every search, because it belongs to a client that the search found. */
  alwaysShown?: boolean
  run: () => void
}
/** A group of items. `found`: whether a search has found its items, so that they are not filtered again. */
export type PaletteGroup = {
  id: 'clients' | 'do' | 'pages' | NamedKind | 'message' | `text-${TextKind}`
  found?: true
  items: PaletteItem[]
}

/** Whether each typed word is the beginning of a word of the item. */
export function matchesSearch(item: Pick<PaletteItem, 'label' | 'detail' | 'keywords'>, typed: string) {
  const own = wordsForSearch([item.label, item.detail, item.keywords].filter(Boolean).join(' '))
  return wordsForSearch(typed).every((word) => own.some((begins) => begins.startsWith(word)))
}

/**
 * Returns the items that match the search; without a search, the items that are not hidden. Does not filter the results of a search again. Omits
 * empty groups.
 */
export function filterPaletteGroups(groups: readonly PaletteGroup[], typed: string): PaletteGroup[] {
  const fits = (item: PaletteItem) => (typed.trim() ? item.alwaysShown || matchesSearch(item, typed) : !item.hidden)
  return groups
    .map((group) => (group.found ? group : { ...group, items: group.items.filter(fits) }))
    .filter((group) => group.items.length > 0)
}

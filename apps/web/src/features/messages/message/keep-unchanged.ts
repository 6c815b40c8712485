import { type InfiniteData, replaceEqualDeep } from '@tanstack/react-query'

type Page = { items: readonly { id: string }[] }

const haveSameEntries = (one: readonly unknown[], other: readonly unknown[]) =>
  one.length === other.length && one.every((entry, place) => entry === other[place])

/**
 * Returns the pages `after`, but with the objects of `before` for unchanged items, so that only changed items render again. TanStack Query alone
 * compares items by index, so one item added at the beginning would make all others new.
 */
export function keepUnchangedItems<Data extends InfiniteData<Page, unknown>>(
  before: Data | undefined,
  after: Data,
): Data {
  if (!before) return after
  const items = new Map(before.pages.flatMap((page) => page.items.map((item) => [item.id, item])))
  const byFirst = new Map(before.pages.map((page) => [page.items[0]?.id, page]))
  const pages = after.pages.map((page) => {
    const old = byFirst.get(page.items[0]?.id)
    if (old === page) return page
    const kept = page.items.map((item) => replaceEqualDeep(items.get(item.id), item))
    return old && haveSameEntries(old.items, kept)
      ? replaceEqualDeep(old, { ...page, items: old.items })
      : { ...page, items: kept }
  })
  const pageParams = replaceEqualDeep(before.pageParams, after.pageParams)
  const isSame = pageParams === before.pageParams && haveSameEntries(before.pages, pages)
  return isSame ? before : { ...after, pages, pageParams }
}

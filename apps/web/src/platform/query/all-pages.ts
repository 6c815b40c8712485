/** Loads one page of a list. */
export type PageLoader<Item> = (after: { after?: string }) => Promise<{ items: Item[]; next: string | null }>

/** Loads all pages of a list, one after the other. */
export async function allPages<Item>(load: PageLoader<Item>): Promise<Item[]> {
  const items: Item[] = []
  let after: string | null | undefined
  while (after !== null) {
    const page = await load(after === undefined ? {} : { after })
    items.push(...page.items)
    after = page.next
  }
  return items
}

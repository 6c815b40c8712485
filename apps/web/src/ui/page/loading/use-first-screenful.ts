import { useElementScrollRestoration } from '@tanstack/react-router'
import { useDeferredValue, useState } from 'react'

type Rows = {
  /** The smallest height of a row, in pixels. */
  rowHeight: number
  /** The height of the content above the first row, in pixels. */
  above: number
  /** The `data-scroll-restoration-id` of the element in which the rows scroll. By default, they scroll with the page. */
  scrollId?: string
}

/**
 * Returns the rows to render: at first those that fit on the screen, then all. The other rows are rendered in small steps after the first rows are
 * visible, so that a long list shows its beginning at once and does not block input. Returns all rows at once if the router is about to restore a
 * scroll position.
 */
export function useFirstScreenful<Row>(rows: readonly Row[], { rowHeight, above, scrollId }: Rows): readonly Row[] {
  const position = useElementScrollRestoration(scrollId ? { id: scrollId } : { getElement: () => window })
  const [first] = useState(() =>
    position?.scrollY ? Infinity : Math.ceil(Math.max(0, window.innerHeight - above) / rowHeight),
  )
  const atOnce = Math.min(first, rows.length)
  const count = Math.max(atOnce, useDeferredValue(rows.length, atOnce))
  return count < rows.length ? rows.slice(0, count) : rows
}

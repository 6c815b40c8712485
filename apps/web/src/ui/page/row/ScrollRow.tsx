import { useEffect, useRef, type ReactNode } from 'react'
import classes from './ScrollRow.module.css'

type Props = {
  className?: string | undefined
  /** Whether there is space below the row, as below the tabs of a page. */
  below?: boolean
  children: ReactNode
}

const chosen = '[aria-selected="true"], [aria-pressed="true"], [aria-current], :checked'

/** Marks the edges of a row beyond which there is more content, so that the style sheet fades them. */
function markEdges(row: HTMLElement): void {
  const before = row.scrollLeft
  const behind = row.scrollWidth - row.clientWidth - before
  row.toggleAttribute('data-more-before', before > 1)
  row.toggleAttribute('data-more-behind', behind > 1)
}

/** Scrolls a row horizontally so that its chosen element is in the middle. Does not scroll the page. */
function centerChosen(row: HTMLElement): void {
  const element = row.querySelector(chosen)
  if (!element) return
  const [outer, inner] = [row.getBoundingClientRect(), element.getBoundingClientRect()]
  row.scrollLeft += inner.left + inner.width / 2 - (outer.left + outer.width / 2)
}

/**
 * Keeps chips or tabs on one line, which scrolls horizontally where it is wider than the page. An edge fades while there is more content beyond it.
 * After the first render, scrolls to the chosen element.
 */
export function ScrollRow({ className, below = false, children }: Props) {
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = row.current
    if (!element) return
    centerChosen(element)
    const mark = () => markEdges(element)
    const sizes = new ResizeObserver(mark)
    for (const part of [element, ...element.children]) sizes.observe(part)
    element.addEventListener('scroll', mark, { passive: true })
    mark()
    return () => {
      sizes.disconnect()
      element.removeEventListener('scroll', mark)
    }
  }, [])
  return (
    <div ref={row} className={className ? `${classes.row} ${className}` : classes.row} data-below={below || undefined}>
      {children}
    </div>
  )
}

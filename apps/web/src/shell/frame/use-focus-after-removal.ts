import { useEffect, type RefObject } from 'react'

/**
 * The former position of an element in its parent. `place` is its index among the siblings with the same tag and class.
 */
type Position = { element: Element; parent: Element; place: number }
/**
 * The element of the page that last had the focus, and the positions of the element and its ancestors, innermost first.
 */
type LastFocus = { target: Element; path: string; positions: Position[] }

const focusable = 'a[href], button:not([disabled]), input:not([disabled]), [tabindex="0"]'

/**
 * Keeps the keyboard focus on the page when the focused element is removed, for example because its item was accepted
 * or deleted. The focus moves to the next item of the same list. If no item is left, it moves to the heading of the
 * section or of the page. Does nothing if another page was opened.
 */
export function useFocusAfterRemoval(page: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const main = page.current
    if (!main) return undefined
    let last: LastFocus | null = null
    const remember = ({ target }: Event) => {
      if (!(target instanceof Element) || target === main || target.closest('[role=dialog]')) return
      if (main.contains(target)) last = { target, path: location.pathname, positions: positionsOf(target, main) }
    }
    // The person clicked elsewhere on the page, so the last focus must not be restored.
    const forget = ({ target }: Event) => {
      if (target instanceof Element && main.contains(target) && !last?.target.contains(target)) last = null
    }
    const restore = () => {
      if (!last || last.target.isConnected || document.activeElement !== document.body) return
      const next = last.path === location.pathname ? elementAfterRemoval(last, main) : null
      last = null
      next?.focus({ preventScroll: true })
    }
    const observer = new MutationObserver(restore)
    observer.observe(document.body, { childList: true, subtree: true })
    document.addEventListener('pointerdown', forget)
    document.addEventListener('focusin', remember)
    return () => {
      observer.disconnect()
      document.removeEventListener('pointerdown', forget)
      document.removeEventListener('focusin', remember)
    }
  }, [page])
}

function positionsOf(target: Element, main: Element): Position[] {
  const positions: Position[] = []
  for (let element = target; element !== main && element.parentElement; element = element.parentElement) {
    const parent = element.parentElement
    positions.push({ element, parent, place: similarChildren(parent, element).indexOf(element) })
  }
  return positions
}

/** Returns the children of `parent` that are items of the same list as `element`. */
const similarChildren = (parent: Element, element: Element) =>
  [...parent.children].filter((child) => child.tagName === element.tagName && child.className === element.className)

/** Returns the element that gets the focus after a removal: an element in the next item, or the heading. */
function elementAfterRemoval({ positions }: LastFocus, main: HTMLElement): HTMLElement | null {
  const removed = positions.findLast(({ element }) => !element.isConnected)
  if (!removed?.parent.isConnected) return headingOf(main, main)
  const { element, parent, place } = removed
  const items = element.matches('section') ? [] : similarChildren(parent, element)
  const next = (items[place] ?? items.at(-1))?.querySelector<HTMLElement>(focusable)
  return next ?? headingOf(parent, main)
}

/** Returns the heading of the section that contains an element, or else of the page; null if there is none. Makes the heading focusable. */
function headingOf(element: Element, main: HTMLElement): HTMLElement | null {
  const label = element.closest('section[aria-labelledby]')?.getAttribute('aria-labelledby')
  const heading = (label && document.getElementById(label)) || main.querySelector<HTMLElement>('h1')
  if (heading && !heading.hasAttribute('tabindex')) heading.tabIndex = -1
  return heading
}

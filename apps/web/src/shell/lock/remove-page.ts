type Scrolled = { element: Element; top: number; left: number }

/**
 * Removes everything except `host` from the document, including elements that are added later, such as a message from a running call. The removed
 * elements stay in memory with their state. Returns a function that restores them in order, with their scroll positions and the focus.
 */
export function removePage(host: Element): () => void {
  const focused = document.activeElement
  const scrolled = scrolledElements()
  const { scrollX, scrollY } = window
  const removed = document.createDocumentFragment()
  const removeStyles = keepThemeStyles()
  const remove = () => {
    const shown = [...document.body.children].filter((element) => element !== host && isShown(element))
    removed.append(...shown)
  }
  remove()
  const added = new MutationObserver(remove)
  added.observe(document.body, { childList: true })
  const showTitle = hideTitle()
  return () => {
    added.disconnect()
    document.body.prepend(removed)
    removeStyles()
    showTitle()
    // Parts of the page that depend on their size could not be measured while they were removed.
    dispatchEvent(new Event('resize'))
    for (const { element, top, left } of scrolled) element.scrollTo({ top, left })
    scrollTo(scrollX, scrollY)
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
  }
}

const isShown = (element: Element) => !['SCRIPT', 'STYLE', 'LINK', 'TEMPLATE'].includes(element.tagName)

/** Copies the theme's styles, which are inside the page, so that `host` has them too. Returns a function that removes the copies. */
function keepThemeStyles(): () => void {
  const styles = document.body.querySelectorAll('style[data-mantine-styles]:not([data-mantine-styles=inline])')
  const copies = [...styles].map((style) => style.cloneNode(true) as Element)
  document.head.append(...copies)
  return () => copies.forEach((copy) => copy.remove())
}

const scrolledElements = (): Scrolled[] =>
  [...document.body.querySelectorAll('*')].flatMap((element) =>
    element.scrollTop || element.scrollLeft ? [{ element, top: element.scrollTop, left: element.scrollLeft }] : [],
  )

/**
 * Replaces the title of the page, because it may contain a person's name. Returns a function that restores the title that the page has set in the
 * meantime.
 */
function hideTitle(): () => void {
  const neutral = 'Attune'
  let wanted = document.title
  document.title = neutral
  const changed = new MutationObserver(() => {
    if (document.title === neutral) return
    wanted = document.title
    document.title = neutral
  })
  changed.observe(document.head, { childList: true, subtree: true, characterData: true })
  return () => {
    changed.disconnect()
    document.title = wanted
  }
}

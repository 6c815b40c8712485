type Scrolled = { element: Element; top: number; left: number }

/**
 * Takes everything except `host` out of the document, also what is added later, such as a message that a running call shows. The removed
 * elements stay in memory with their state. Returns a function that puts them back in their order, with their scroll positions and the focus.
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
    // Parts of the page that follow their size have measured nothing while they were removed.
    dispatchEvent(new Event('resize'))
    for (const { element, top, left } of scrolled) element.scrollTo({ top, left })
    scrollTo(scrollX, scrollY)
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
  }
}

const isShown = (element: Element) => !['SCRIPT', 'STYLE', 'LINK', 'TEMPLATE'].includes(element.tagName)

/** Copies the styles of the theme, which are within the page, so that `host` looks like the product. Returns a function that removes the copies. */
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

/** Replaces the title of the page, which may name a person. Returns a function that shows the title that the page wants meanwhile. */
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

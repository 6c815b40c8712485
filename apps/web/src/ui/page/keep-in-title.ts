/**
 * Changes the title of the tab now and whenever a page sets a new title. `change` must return an already changed title unmodified. Returns a
 * function that stops this and restores the title with `undo`.
 */
export function keepInTitle(change: (title: string) => string, undo: (title: string) => string): () => void {
  const apply = () => {
    const wanted = change(document.title)
    if (document.title !== wanted) document.title = wanted
  }
  apply()
  const observer = new MutationObserver(apply)
  observer.observe(document.head, { childList: true, characterData: true, subtree: true })
  return () => {
    observer.disconnect()
    document.title = undo(document.title)
  }
}

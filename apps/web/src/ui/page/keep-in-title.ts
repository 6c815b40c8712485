/**
 * Changes the title of the tab, and changes it again when another page sets its title. `change` returns a title that it has changed already
 * as it is. Returns a function that ends this and changes the title with `undo`.
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

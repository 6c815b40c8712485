/** Whether the page still shows the frame in the HTML document. It does until the first page is rendered. */
export const isDocumentFrameShown = () => document.getElementById('frame') !== null

/** Whether the document contains the frame of a home page, which shows at least as much as the page's skeleton. */
export const isHomeFrameShown = () => document.querySelector('#frame[data-kind="dashboard"]') !== null

/**
 * Returns whether the frame shows the client's next session. If it does, the app must show the session in its first rendering. If it does not, this
 * call prevents the frame from showing the session later, because the session would disappear when the app renders a page without it.
 */
export function settleNextSession(): boolean {
  const frame = document.getElementById('frame')
  if (!frame) return false
  frame.dataset['next'] ??= 'false'
  return frame.dataset['next'] === 'true'
}

/** The first content that the app shows: a page, a form, a skeleton or a message. */
const content = 'main, form, h1, [role="dialog"], [role="alert"], [data-kind]'

/**
 * Removes the frame that the document contains as soon as the app has rendered a page in its place. Until then the frame stays visible, because the
 * app renders nothing while it loads the login and the first page.
 */
export function replaceDocumentFrame(root: HTMLElement): void {
  const frame = document.getElementById('frame')
  if (!frame) return
  // The observer runs after React's change and before the next paint.
  const observer = new MutationObserver(() => {
    if (!root.querySelector(content)) return
    frame.remove()
    observer.disconnect()
  })
  observer.observe(root, { childList: true, subtree: true })
}

import { useEffect, useRef, useState } from 'react'
import { phoneScreen } from '../../../ui/page/use-phone.ts'

const cookie = 'attune-sidebar'
const sevenDays = 7 * 24 * 60 * 60

/** Returns the state of the sidebar that the cookie stores [9.14]. Without a cookie the sidebar is open. */
export const readSidebarOpen = () => !document.cookie.split('; ').includes(`${cookie}=closed`)

export function saveSidebarOpen(open: boolean) {
  document.cookie = `${cookie}=${open ? 'open' : 'closed'}; path=/; max-age=${sevenDays}; samesite=lax`
}

/** Whether the screen is narrower than 768 px, so that a drawer replaces the sidebar [2.22]. */
export const isNarrowScreen = () => matchMedia(phoneScreen).matches

/**
 * Returns the state of the sidebar, and of the drawer that replaces it on small screens. Ctrl+B or Cmd+B toggles the
 * sidebar or, on a small screen, the drawer. In an editor these keys set bold text instead.
 */
export function useSidebar() {
  const [open, setOpen] = useState(readSidebarOpen)
  const [drawer, setDrawer] = useState(false)
  const opener = useRef<Element | null>(null)
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== 'b' || event.altKey || event.shiftKey || !(event.ctrlKey || event.metaKey)) return
      if (event.defaultPrevented || (event.target instanceof HTMLElement && event.target.isContentEditable)) return
      event.preventDefault()
      if (isNarrowScreen()) {
        opener.current = document.activeElement
        return setDrawer((now) => !now)
      }
      setOpen((now) => {
        saveSidebarOpen(!now)
        return !now
      })
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  useEffect(() => {
    const query = matchMedia(phoneScreen)
    const close = () => setDrawer(false)
    query.addEventListener('change', close)
    return () => query.removeEventListener('change', close)
  }, [])
  const toggle = () => {
    saveSidebarOpen(!open)
    setOpen(!open)
  }
  const openDrawer = () => {
    opener.current = document.activeElement
    setDrawer(true)
  }
  /** Closes the drawer and returns the focus to the element that opened the drawer. */
  const closeDrawer = () => {
    setDrawer(false)
    if (opener.current instanceof HTMLElement) opener.current.focus()
  }
  return { open, toggle, drawer, setDrawer, openDrawer, closeDrawer }
}

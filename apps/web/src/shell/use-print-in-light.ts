import { useEffect } from 'react'

const attribute = 'data-mantine-color-scheme'

/**
 * Prints every page in the light color scheme. Browsers do not print dark backgrounds, so white text would be
 * unreadable.
 */
export function usePrintInLight() {
  useEffect(() => {
    const root = document.documentElement
    let scheme: string | null = null
    const toLight = () => {
      scheme = root.getAttribute(attribute)
      root.setAttribute(attribute, 'light')
    }
    const restore = () => {
      if (scheme !== null) root.setAttribute(attribute, scheme)
      scheme = null
    }
    window.addEventListener('beforeprint', toLight)
    window.addEventListener('afterprint', restore)
    return () => {
      window.removeEventListener('beforeprint', toLight)
      window.removeEventListener('afterprint', restore)
      restore()
    }
  }, [])
}

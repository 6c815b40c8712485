import { useEffect, useState, type CSSProperties } from 'react'

/**
 * Returns the style that limits the editor to the part of the screen above the keyboard. Browsers that lay the keyboard
 * over the page, such as Safari, shrink only the visual viewport. The style is empty while no keyboard covers the page.
 */
export function useVisibleHeight(isOpen: boolean): CSSProperties {
  const [height, setHeight] = useState<number | null>(null)
  useEffect(() => {
    const viewport = window.visualViewport
    if (!isOpen || !viewport) return
    const measure = () => {
      // A zoomed page has a small visual viewport as well, but no keyboard.
      const covered = viewport.scale === 1 && viewport.height < window.innerHeight - 1
      setHeight(covered ? Math.round(viewport.height) : null)
    }
    measure()
    viewport.addEventListener('resize', measure)
    return () => viewport.removeEventListener('resize', measure)
  }, [isOpen])
  return height === null ? {} : ({ '--visible-height': `${height}px` } as CSSProperties)
}

import { startDownload } from '../ui/page/start-download.ts'

/** A web view cannot download. Links to files of the server open in the system's browser instead. */
export function openDownloadsInBrowser(): void {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[href^="/api/"]') : null
    const path = link?.getAttribute('href')
    if (!path) return
    event.preventDefault()
    startDownload(path)
  })
}

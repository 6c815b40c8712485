import { transport } from '../../platform/api/transport.ts'

/**
 * Downloads from a URL of the server. A link with `download` keeps the page open even if the server refuses. The native app opens the system's
 * browser with a URL that contains a pass, which is valid for one minute.
 */
export function startDownload(url: string): void {
  const { address, open } = transport()
  if (address && open) return void address(url).then(open, () => {})
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}

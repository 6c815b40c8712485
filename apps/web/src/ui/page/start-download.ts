import { transport } from '../../platform/api/transport.ts'

/**
 * Downloads from an address of the server. A link with `download` keeps the page open, even if the server refuses. The native app opens the
 * system's browser, with an address that carries its own right for a minute.
 */
export function startDownload(url: string): void {
  const { address, open } = transport()
  if (address && open) return void address(url).then(open, () => {})
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}

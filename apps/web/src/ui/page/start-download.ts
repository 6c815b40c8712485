import i18next from 'i18next'
import { shareFile, shareServerFile } from '../../platform/share.ts'
import { transport } from '../../platform/transport.ts'
import { toast } from '../toast.ts'

/** Downloads a text as a file. The native app, whose web view cannot download, offers the file to other apps. */
export function saveText(name: string, text: string, type: string): void {
  const content = new Blob([text], { type: `${type};charset=utf-8` })
  if (transport().address) return void shareFile(name, content)
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}

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

/** Offers a file of the server to other apps of the phone. Only the native app can. */
export const startSharing = (path: string): void =>
  void shareServerFile(path).catch(() => toast.error(i18next.t('shareFailed')))

import { transport } from '../../platform/transport.ts'

/** Downloads a text as a file. */
export function saveText(name: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}

/** Downloads from an address of the server. A link with `download` keeps the page open, even if the server refuses. */
export function startDownload(url: string): void {
  const { download } = transport()
  if (download) return void download(url)
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}

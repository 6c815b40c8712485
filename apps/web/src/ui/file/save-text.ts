import { shareFile } from '../../platform/share.ts'
import { transport } from '../../platform/api/transport.ts'

/** Downloads a text as a file. In the native app, which cannot download, shares the file with other apps. */
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

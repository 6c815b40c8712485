import type { Shared } from './native/device/device-port.ts'
import { nativePort } from './native/port.ts'
import { transport } from './api/transport.ts'

/** Whether this device has a share sheet for texts and links. */
export const canShare = () => nativePort() !== null || typeof navigator.share === 'function'

/** Opens the share sheet of the device. Does nothing if the person closes the sheet, or if sharing fails. Requires `canShare()`. */
export async function share({ text, url }: Omit<Shared, 'file'>): Promise<void> {
  const port = nativePort()
  if (port) await port.share({ ...(text && { text }), ...(url && { url }) })
  else await navigator.share({ ...(text && { text }), ...(url && { url }) }).catch(() => {})
}

/** Offers a file to other apps through the share sheet of the native app. Ignores failures. Does nothing in a browser. */
export const shareFile = async (name: string, content: Blob): Promise<void> =>
  void (await nativePort()?.share({ file: { name, content } }))

/** Offers the file at a path of the server to other apps, as `shareFile` does. Throws if the file cannot be loaded. */
export async function shareServerFile(path: string): Promise<void> {
  const answer = await fetch((await transport().address?.(path)) ?? path)
  if (!answer.ok) throw new Error(`the server answered ${answer.status}`)
  await shareFile(fileName(answer.headers.get('content-disposition') ?? '', path), await answer.blob())
}

/** Returns the name of a file in the header with which the server sends it; the last part of its path if the header has none. */
function fileName(header: string, path: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(header)?.[1]
  if (encoded) return decodeURIComponent(encoded)
  return /filename="([^"]+)"/.exec(header)?.[1] ?? path.split(/[?#]/, 1)[0]?.split('/').at(-1) ?? 'file'
}

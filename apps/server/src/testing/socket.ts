import type { ServerFrame } from '@attune/contract/common/realtime'
import { WebSocket } from 'ws'
import type { TestBrowser } from './browser.ts'

export type TestSocket<Frame extends { type: string } = ServerFrame> = {
  frames: Frame[]
  send(frame: unknown): void
  /** Resolves to the first matching frame, also among those that have already arrived. Rejects if none arrives in time. */
  frame<Type extends Frame['type']>(
    type: Type,
    fits?: (frame: Extract<Frame, { type: Type }>) => boolean,
  ): Promise<Extract<Frame, { type: Type }>>
  /** Resolves to the close code of the socket, or to the HTTP status when the server refuses the upgrade. */
  closed: Promise<number>
  close(): void
  /** Sends the frame `leave`, if the socket is open, and closes the socket. */
  leave(): void
}

const timeoutMilliseconds = 15_000

/** Opens a browser's WebSocket. `headers` override the default headers; null omits a header. */
export function openTestSocket<Frame extends { type: string } = ServerFrame>(
  address: string,
  caller: Pick<TestBrowser, 'cookies'>,
  headers: Record<string, string | null> = {},
  path = '/api/realtime',
): TestSocket<Frame> {
  const sent = { origin: address, cookie: caller.cookies() || null, ...headers }
  const socket = new WebSocket(`${address.replace(/^http/, 'ws')}${path}`, {
    headers: Object.fromEntries(
      Object.entries(sent).filter((header): header is [string, string] => header[1] !== null),
    ),
  })
  const frames: Frame[] = []
  const looks = new Set<() => void>()
  const closed = new Promise<number>((resolve) => {
    socket.on('close', (code) => resolve(code))
    socket.on('unexpected-response', (_, answer) => resolve(answer.statusCode ?? 0))
  })
  socket.on('error', () => {})
  socket.on('message', (data) => {
    frames.push(JSON.parse(String(data)) as Frame)
    for (const look of looks) look()
  })

  return {
    frames,
    closed,
    send: (frame) => socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame)),
    frame: (type, fits = () => true) =>
      new Promise((resolve, reject) => {
        const late = setTimeout(
          () => reject(new Error(`no frame '${type}' among ${JSON.stringify(frames)}`)),
          timeoutMilliseconds,
        )
        const look = () => {
          const found = frames.find(
            (frame): frame is Extract<Frame, { type: typeof type }> =>
              frame.type === type && fits(frame as Extract<Frame, { type: typeof type }>),
          )
          if (!found) return
          clearTimeout(late)
          looks.delete(look)
          resolve(found)
        }
        looks.add(look)
        look()
      }),
    close: () => socket.close(),
    leave() {
      if (socket.readyState === socket.OPEN) socket.send(JSON.stringify({ type: 'leave' }))
      socket.close()
    },
  }
}

import { createReadStream } from 'node:fs'
import { connect, type Socket } from 'node:net'

/** Where clamd listens: a machine and port, or a path of this machine. */
export type ClamdAddress = { host: string; port: number } | { path: string }

const patience = 60_000
const pieceBytes = 128 * 1024

/** The scanner did not say whether a file is clean. Such a file waits; it is never taken for clean. */
export class NotScanned extends Error {
  override name = 'NotScanned'
}

/** Whether clamd finds something in a file. Throws NotScanned where it gives no verdict. */
export async function isInfected(address: ClamdAddress, path: string): Promise<boolean> {
  const socket = connect(address)
  socket.setTimeout(patience, () => socket.destroy(new NotScanned('it took too long')))
  try {
    const answer = answerOf(socket)
    answer.catch(() => {})
    await Promise.race([send(socket, path), answer])
    const said = (await answer).replaceAll('\0', '').trim()
    if (said.endsWith(' OK')) return false
    if (said.endsWith(' FOUND')) return true
    throw new NotScanned(/size limit/i.test(said) ? 'StreamMaxLength of clamd is too small' : 'no verdict')
  } catch (error) {
    if (error instanceof NotScanned) throw error
    throw new NotScanned('clamd does not answer', { cause: error })
  } finally {
    socket.destroy()
  }
}

/** zINSTREAM: pieces with their length before them, and an empty one at the end. */
async function send(socket: Socket, path: string): Promise<void> {
  socket.write('zINSTREAM\0')
  for await (const piece of createReadStream(path, { highWaterMark: pieceBytes })) {
    const data = piece as Buffer
    const length = Buffer.alloc(4)
    length.writeUInt32BE(data.length)
    socket.write(length)
    if (!socket.write(data)) await drained(socket)
  }
  socket.write(Buffer.alloc(4))
}

const drained = (socket: Socket) =>
  new Promise<void>((resolve, reject) => {
    // Closed already, it tells nobody any more: whoever waited would keep the file open for ever.
    if (socket.destroyed) return reject(new NotScanned('clamd went away'))
    const settle = () => {
      socket.off('drain', settle).off('close', settle)
      if (socket.destroyed) reject(new NotScanned('clamd went away'))
      else resolve()
    }
    socket.on('drain', settle).on('close', settle)
  })

const answerOf = (socket: Socket) =>
  new Promise<string>((resolve, reject) => {
    let said = ''
    socket.setEncoding('utf8')
    socket.on('data', (part: string) => (said = (said + part).slice(0, 1000)))
    socket.on('error', reject)
    socket.on('close', () => resolve(said))
  })

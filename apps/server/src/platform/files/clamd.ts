import { createReadStream } from 'node:fs'
import { connect, type Socket } from 'node:net'

/** The address of clamd: a host and port, or a Unix socket. */
export type ClamdAddress = { host: string; port: number } | { path: string }

const timeoutMilliseconds = 60_000
const chunkBytes = 128 * 1024

/** An error for a scan without a result. The file remains unchecked and is not treated as clean. */
export class NotScannedError extends Error {
  override name = 'NotScanned'
}

/** Whether clamd finds a virus in a file. Throws NotScannedError if clamd gives no result. */
export async function isInfected(address: ClamdAddress, path: string): Promise<boolean> {
  const socket = connect(address)
  socket.setTimeout(timeoutMilliseconds, () => socket.destroy(new NotScannedError('it took too long')))
  try {
    const answer = answerOf(socket)
    answer.catch(() => {})
    await Promise.race([send(socket, path), answer])
    const said = (await answer).replaceAll('\0', '').trim()
    if (said.endsWith(' OK')) return false
    if (said.endsWith(' FOUND')) return true
    throw new NotScannedError(/size limit/i.test(said) ? 'StreamMaxLength of clamd is too small' : 'no verdict')
  } catch (error) {
    if (error instanceof NotScannedError) throw error
    throw new NotScannedError('clamd does not answer', { cause: error })
  } finally {
    socket.destroy()
  }
}

const pingMilliseconds = 5_000

/** Whether clamd responds to a ping. */
export async function pingClamd(address: ClamdAddress): Promise<boolean> {
  const socket = connect(address)
  socket.setTimeout(pingMilliseconds, () => socket.destroy(new NotScannedError('it took too long')))
  try {
    socket.write('zPING\0')
    return (await answerOf(socket)).startsWith('PONG')
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

/** Sends the file with clamd's command zINSTREAM: each chunk is preceded by its length, and an empty chunk ends the file. */
async function send(socket: Socket, path: string): Promise<void> {
  socket.write('zINSTREAM\0')
  for await (const chunk of createReadStream(path, { highWaterMark: chunkBytes })) {
    const data = chunk as Buffer
    const length = Buffer.alloc(4)
    length.writeUInt32BE(data.length)
    socket.write(length)
    if (!socket.write(data)) await untilDrained(socket)
  }
  socket.write(Buffer.alloc(4))
}

const untilDrained = (socket: Socket) =>
  new Promise<void>((resolve, reject) => {
    // A closed socket emits no further event. Waiting for an event would keep the file open forever.
    if (socket.destroyed) return reject(new NotScannedError('clamd went away'))
    const settle = () => {
      socket.off('drain', settle).off('close', settle)
      if (socket.destroyed) reject(new NotScannedError('clamd went away'))
      else resolve()
    }
    socket.on('drain', settle).on('close', settle)
  })

/** The longest answer that is read, in characters. */
const maxAnswer = 1000

const answerOf = (socket: Socket) =>
  new Promise<string>((resolve, reject) => {
    let said = ''
    socket.setEncoding('utf8')
    socket.on('data', (part: string) => {
      said += part
      // A longer answer is not a verdict, even if it ends like one.
      if (said.length > maxAnswer) socket.destroy(new NotScannedError('the answer is too long'))
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(said))
  })

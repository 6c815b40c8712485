import { createServer } from 'node:net'

export type FakeClamd = {
  port: number
  /** `up` scans; `down` closes each connection; `mute` answers each scan with an error. */
  mode: 'up' | 'down' | 'mute'
  scans: number
  close(): Promise<void>
}

/** Starts a fake virus scanner (clamd) that supports the commands PING and INSTREAM and finds the EICAR test string. */
export async function openClamd(): Promise<FakeClamd> {
  const clamd: FakeClamd = { port: 0, mode: 'up', scans: 0, close: async () => {} }
  const server = createServer((socket) => {
    if (clamd.mode === 'down') return void socket.destroy()
    let rest: Buffer = Buffer.alloc(0)
    let greeted = false
    let found = false
    socket.on('error', () => {})
    socket.on('data', (data) => {
      rest = Buffer.concat([rest, data])
      if (rest.equals(Buffer.from('zPING\0'))) return void socket.end(clamd.mode === 'up' ? 'PONG\0' : 'ERROR\0')
      if (!greeted && rest.subarray(0, 10).equals(Buffer.from('zINSTREAM\0'))) {
        greeted = true
        rest = rest.subarray(10)
      }
      while (greeted && rest.length >= 4 && rest.length >= 4 + rest.readUInt32BE(0)) {
        const length = rest.readUInt32BE(0)
        if (rest.subarray(4, 4 + length).includes('EICAR-STANDARD')) found = true
        rest = rest.subarray(4 + length)
        if (length > 0) continue
        clamd.scans++
        if (clamd.mode === 'mute') return void socket.end('stream: ERROR\0')
        return void socket.end(found ? 'stream: Eicar-Test-Signature FOUND\0' : 'stream: OK\0')
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  clamd.port = typeof address === 'object' && address ? address.port : 0
  clamd.close = () => new Promise((resolve) => server.close(() => resolve()))
  return clamd
}

import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { isInfected, NotScannedError } from './clamd.ts'

const folder = mkdtempSync(join(tmpdir(), 'attune-clamd-'))
const path = join(folder, 'large')
writeFileSync(path, Buffer.alloc(5_000_000))
afterAll(() => rmSync(folder, { recursive: true }))

const descriptors = '/proc/self/fd'
const openFiles = () =>
  readdirSync(descriptors).filter((fd) => {
    try {
      return readlinkSync(`${descriptors}/${fd}`) === path
    } catch {
      return false
    }
  }).length

test.runIf(existsSync(descriptors))('a scanner that is unreachable or disconnects leaves no file open', async () => {
  const scanner = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => socket.resetAndDestroy())
  }).listen(0, '127.0.0.1')
  await once(scanner, 'listening')
  const { port } = scanner.address() as AddressInfo
  const ask = () => expect(isInfected({ host: '127.0.0.1', port }, path)).rejects.toThrow(NotScannedError)
  for (let n = 0; n < 5; n++) await ask()
  scanner.close()
  await once(scanner, 'close')
  for (let n = 0; n < 5; n++) await ask()
  await expect.poll(openFiles).toBe(0)
})

test('a scanner whose answer never ends gives no result', async () => {
  const scanner = createServer((socket) => {
    socket.on('error', () => {})
    const send = () => {
      while (!socket.destroyed && socket.write('stream: OK'.repeat(1_000)));
    }
    socket.on('drain', send)
    socket.resume()
    send()
  }).listen(0, '127.0.0.1')
  await once(scanner, 'listening')
  const { port } = scanner.address() as AddressInfo
  await expect(isInfected({ host: '127.0.0.1', port }, path)).rejects.toThrow(NotScannedError)
  scanner.close()
})

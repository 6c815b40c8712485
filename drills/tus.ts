import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { sha256Of } from '../apps/server/src/platform/secrets/sha256.ts'
import { makeVideo } from '../apps/server/src/testing/faults/interrupted-uploads.ts'
import type { BenchServer } from '../bench/server.ts'
import type { DrillContext } from './context.ts'

/** An upload that two servers received. `statuses` are their answers to two pieces with the same offset. */
export type MovedUpload = { id: string; sent: string; statuses: number[]; isEqual: boolean }

/** Sends single requests of the tus protocol as the client of the first pair. Each returns the status of the response. */
export type DrillUploads = {
  create(server: BenchServer, id: string, size: number): Promise<number>
  send(server: BenchServer, id: string, offset: number, bytes: Uint8Array): Promise<number>
  /** Begins an upload at one server, sends two pieces with the same offset to both, and ends it at the other. */
  sendToBoth(first: BenchServer, second: BenchServer, size: number): Promise<MovedUpload>
  /** Whether a file is served with the bytes that were sent. Waits until it is checked. */
  isEqual(server: Pick<BenchServer, 'address'>, file: Pick<MovedUpload, 'id' | 'sent'>): Promise<boolean>
}

export function drillUploads(context: DrillContext): DrillUploads {
  const callerAt = (address: string) => {
    const [pair] = context.pairs
    if (!pair) throw new Error('the practice has no connected client')
    return context.caller(address, pair, 'client')
  }
  const ask = async (
    { address }: BenchServer,
    method: string,
    path: string,
    headers: Record<string, string>,
    body?: Uint8Array,
  ) => {
    const cookie = callerAt(address).cookies()
    const own = { 'tus-resumable': '1.0.0', origin: address, 'x-attune-key': context.key, cookie }
    const answer = await fetch(`${address}/api/uploads${path}`, {
      method,
      headers: { ...own, ...headers },
      ...(body && { body: new Uint8Array(body) }),
    })
    await answer.arrayBuffer()
    return answer.status
  }
  const text = (value: string) => Buffer.from(value).toString('base64')
  const uploads: DrillUploads = {
    create(server, id, size) {
      const metadata = `id ${text(id)},name ${text('film.mp4')},kind ${text('video')}`
      return ask(server, 'POST', '', { 'upload-length': String(size), 'upload-metadata': metadata })
    },
    send(server, id, offset, bytes) {
      const headers = { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' }
      return ask(server, 'PATCH', `/${id}`, headers, bytes)
    },
    async sendToBoth(first, second, size) {
      const [id, bytes] = [randomUUID(), makeVideo(size, size)]
      const [from, to] = [Math.floor(size / 4), Math.floor(size / 2)]
      await uploads.create(first, id, size)
      await uploads.send(first, id, 0, bytes.subarray(0, from))
      const other = Buffer.alloc(to - from, 'x')
      const statuses = await Promise.all([
        uploads.send(first, id, from, bytes.subarray(from, to)),
        uploads.send(second, id, from, other),
      ])
      const winner = statuses[0] === 204 ? bytes.subarray(from, to) : other
      await uploads.send(second, id, to, bytes.subarray(to))
      const sent = sha256Of(Buffer.concat([bytes.subarray(0, from), winner, bytes.subarray(to)]))
      return { id, sent, statuses, isEqual: await uploads.isEqual(first, { id, sent }) }
    },
    async isEqual({ address }, { id, sent }) {
      const caller = callerAt(address)
      for (let tries = 0; tries < 300; tries++) {
        const [file] = (await caller.api.file.mine({ ids: [id] })).items
        if (file?.state === 'ready') {
          const { url } = await caller.api.file.address({ id, variant: 'whole' })
          const answer = await fetch(address + url, { headers: { cookie: caller.cookies() } })
          return sha256Of(Buffer.from(await answer.arrayBuffer())) === sent
        }
        await pause(200)
      }
      return false
    },
  }
  return uploads
}

import type { BenchServer } from '../bench/server.ts'
import type { DrillContext } from './context.ts'

/** Sends single requests of the tus protocol as the client of the first pair. Each returns the status of the response. */
export type DrillUploads = {
  create(server: BenchServer, id: string, size: number): Promise<number>
  send(server: BenchServer, id: string, offset: number, bytes: Uint8Array): Promise<number>
}

export function drillUploads(context: DrillContext): DrillUploads {
  const ask = async (
    { address }: BenchServer,
    method: string,
    path: string,
    headers: Record<string, string>,
    body?: Uint8Array,
  ) => {
    const [pair] = context.pairs
    if (!pair) throw new Error('the practice has no connected client')
    const cookie = context.caller(address, pair, 'client').cookies()
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
  return {
    create(server, id, size) {
      const metadata = `id ${text(id)},name ${text('film.mp4')},kind ${text('video')}`
      return ask(server, 'POST', '', { 'upload-length': String(size), 'upload-metadata': metadata })
    },
    send(server, id, offset, bytes) {
      const headers = { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' }
      return ask(server, 'PATCH', `/${id}`, headers, bytes)
    },
  }
}

import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ListenAddress } from '../config/metrics.ts'
import type { Log } from '../log.ts'
import { StartError } from '../process/start-error.ts'
import type { Prometheus } from './prometheus.ts'

export type MetricsServer = { port: number; close(): Promise<void> }

/** The highest number of connections at a time. Prometheus uses one. */
const mostConnections = 20
const path = '/metrics'

/**
 * Serves the metrics at an address of their own, so that a proxy in front of Attune cannot pass them on by mistake. Throws a StartError if the
 * address cannot be used.
 */
export async function serveMetrics(
  { host, port }: ListenAddress,
  metrics: Pick<Prometheus, 'text' | 'contentType'>,
  log: Log,
): Promise<MetricsServer> {
  const server = createServer({ requestTimeout: 10_000, headersTimeout: 5_000 }, (request, response) => {
    answer(metrics, request, response).catch((error: unknown) => {
      log.warn('the metrics could not be read', { error })
      response.writeHead(500).end()
    })
  })
  server.maxConnections = mostConnections
  server.listen(port, host)
  try {
    await once(server, 'listening')
  } catch (error) {
    throw new StartError(
      `Attune can't listen on METRICS_LISTEN (${host}, port ${port}): ${(error as NodeJS.ErrnoException).code ?? 'unknown error'}.`,
      { cause: error },
    )
  }
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

async function answer(
  { text, contentType }: Pick<Prometheus, 'text' | 'contentType'>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.url?.split('?', 1)[0] !== path) return void response.writeHead(404).end()
  if (request.method !== 'GET') return void response.writeHead(405, { allow: 'GET' }).end()
  const body = await text()
  response.writeHead(200, { 'content-type': contentType, 'cache-control': 'no-store' }).end(body)
}

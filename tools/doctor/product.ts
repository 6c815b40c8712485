import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Config } from '../../apps/server/src/platform/config/config.ts'
import { addressProof, addressProofPath } from '../../apps/server/src/platform/http/site/address-proof.ts'
import type { Secrets } from '../../apps/server/src/platform/secrets/secrets.ts'
import { type DoctorLine, type DoctorReport, lineMaker } from './report.ts'
import { request } from './request.ts'

/** Whether Attune runs with this data, and the lines about its port. */
export type ProductState = { product: DoctorReport['product']; lines: DoctorLine[] }

const line = lineMaker('Ports')

/**
 * Asks the port of Attune for the proof that only a server with these secrets can give. If nothing answers there, tries whether Attune could listen
 * there.
 */
export async function findProduct(config: Config, secrets: Secrets | null): Promise<ProductState> {
  const { port, host, tls } = config
  if (port === 0)
    return {
      product: 'unknown',
      lines: [line('not-checked', 'the port, because PORT is 0: each start chooses another.')],
    }
  const origin = `${tls ? 'https' : 'http'}://${localHost(host)}:${port}`
  const nonce = randomBytes(24).toString('base64url')
  const answer = await request(`${origin}${addressProofPath}${nonce}`)
  if ('problem' in answer) return describeSilentPort(config, answer.problem)
  if (secrets && answer.status === 200 && answer.body === addressProof(secrets, nonce))
    return { product: 'running', lines: [line('ok', `Attune holds port ${port}.`)] }
  const health = await request(`${origin}/health`)
  const isAttune = !('problem' in health) && health.body === '{"alive":true}'
  return isAttune
    ? {
        product: 'unknown',
        lines: [line('warning', `Port ${port} is held by an Attune that doesn't prove it has these secrets.`)],
      }
    : { product: 'stopped', lines: [line('failing', `Another program holds port ${port}. Attune can't start there.`)] }
}

/** Returns the address at which this machine reaches a server that listens on `host`. */
function localHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return host.includes(':') ? `[${host}]` : host
}

async function describeSilentPort(config: Config, problem: string): Promise<ProductState> {
  const { port, host } = config
  const refusal = await tryToListen(port, host)
  const sentences: Record<string, DoctorLine> = {
    EADDRINUSE: line('failing', `Another program holds port ${port} and doesn't answer (${problem}).`),
    EACCES: line('failing', `This user isn't allowed to use port ${port}.`),
    EADDRNOTAVAIL: line('failing', `HOST is ${host}, which isn't an address of this machine.`),
    ENOTFOUND: line('failing', `HOST is ${host}, which isn't a name of this machine.`),
  }
  const lines = refusal === null ? [line('ok', `Port ${port} is free.`)] : []
  if (refusal !== null)
    lines.push(sentences[refusal] ?? line('failing', `Attune can't listen on port ${port} (${refusal}).`))
  return { product: 'stopped', lines }
}

/** Returns the line about the address of the metrics; none if they are off. */
export async function metricsPortLines(
  { metricsListen }: Config,
  product: ProductState['product'],
): Promise<DoctorLine[]> {
  if (metricsListen === null || metricsListen.port === 0) return []
  const { host, port } = metricsListen
  const address = `METRICS_LISTEN (${host}, port ${port})`
  if (product === 'running') {
    const answer = await request(`http://${localHost(host)}:${port}/metrics`)
    return 'problem' in answer || answer.status !== 200
      ? [line('failing', `Attune is running, but there are no metrics at ${address}.`)]
      : [line('ok', `Attune serves metrics at ${address}.`)]
  }
  const refusal = await tryToListen(port, host)
  return refusal === null
    ? [line('ok', `${address} is free.`)]
    : [line('failing', `Attune can't listen at ${address}: ${refusal}.`)]
}

/** Listens on a port for a moment. Returns the code of the error; null if there was none. */
async function tryToListen(port: number, host: string): Promise<string | null> {
  const server = createServer().listen(port, host)
  try {
    await once(server, 'listening')
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'unknown'
  }
  server.close()
  await once(server, 'close')
  return null
}

import { isIP } from 'node:net'
import { showValue } from './values.ts'

/** An address and a port to listen on. Port 0 lets the system choose. */
export type ListenAddress = { host: string; port: number }

/** Reads the address of the metrics; null if they are off. Adds a sentence to `mistakes` if it is wrong. */
export function readMetricsListen(value: string | null, mistakes: string[]): ListenAddress | null {
  if (value === null) return null
  const [, bracketed, plain, digits = ''] = /^(?:\[([^\]]+)\]|([^:]+)):(\d{1,5})$/.exec(value) ?? []
  const host = bracketed ?? plain ?? ''
  const isHost = bracketed === undefined ? /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(host) : isIP(host) === 6
  if (isHost && digits !== '' && Number(digits) <= 65_535) return { host, port: Number(digits) }
  mistakes.push(`METRICS_LISTEN must be an address and a port such as 127.0.0.1:9464, not ${showValue(value)}.`)
  return null
}

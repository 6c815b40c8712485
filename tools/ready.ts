// node tools/ready.ts [--wait SECONDS]: asks the server of this machine whether it is ready. Ends with 0 if it is, with 1 if it isn't. With --wait,
// asks again until it is ready or the time is over. The image uses it as its health check, the systemd unit after a start.
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type Config, readConfig } from '../apps/server/src/platform/config/config.ts'
import { StartError } from '../apps/server/src/platform/process/start-error.ts'

const patience = 6_000
const everyAddress: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

try {
  const { values } = parseArgs({ options: { wait: { type: 'string', default: '0' } } })
  const config = readConfig(process.env, join(import.meta.dirname, '..'))
  const end = performance.now() + Number(values.wait) * 1_000
  let answer = await ask(config)
  while (answer !== null && performance.now() < end) {
    await pause(500)
    answer = await ask(config)
  }
  if (answer !== null) throw new StartError(answer)
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  process.exitCode = 1
}

/** Returns null if the server answers that it is ready, otherwise the reason in words. */
function ask({ host, port, tls }: Config): Promise<string | null> {
  const address = { host: everyAddress[host] ?? host, port, path: '/ready', timeout: patience }
  return new Promise((resolve) => {
    // The certificate is for the public name, not for the address that is asked here.
    const request = tls ? requestHttps({ ...address, rejectUnauthorized: false }) : requestHttp(address)
    request.on('response', (response) => {
      let body = ''
      response.setEncoding('utf8').on('data', (text: string) => (body += text))
      response.on('end', () => resolve(response.statusCode === 200 ? null : `Attune isn't ready: ${body}`))
    })
    request.on('timeout', () => request.destroy(new Error(`no answer within ${patience / 1000} s`)))
    request.on('error', (error) => resolve(`Attune isn't ready: ${error.message}`))
    request.end()
  })
}

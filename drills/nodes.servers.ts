import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startEmbedded } from '../apps/server/src/platform/database/embedded.ts'
import { freePort } from '../apps/server/src/platform/database/embedded/free-port.ts'
import { startS3Double } from '../apps/server/src/platform/object-store/s3-double.testing.ts'
import { loadSecrets } from '../apps/server/src/platform/secrets/secrets.ts'
import { bucketEnvironment } from '../apps/server/src/testing/files/bucket-environment.ts'
import type { BenchServer } from '../bench/server.ts'
import { createDrillContext, type DrillContext } from './context.ts'

/** Two servers with one database, one bucket and different data folders, behind haproxy. */
export type TwoNodes = {
  context: DrillContext
  /** The address of haproxy. */
  address: string
  servers: [BenchServer, BenchServer]
  kill(n: 0 | 1): Promise<void>
  /** Starts a killed server again, and waits until haproxy sends requests to it. */
  restart(n: 0 | 1): Promise<void>
  /** Stops the servers. The database keeps running. */
  stopServers(): Promise<void>
  close(): Promise<void>
}

/** The time in milliseconds that haproxy needs to notice that a server is ready. It checks every second. */
const checkMilliseconds = 2_000

/** Starts the database, a test double of S3 in this process, the servers and haproxy, for a practice of `pairs` therapists. */
export async function startTwoNodes(pairs: number): Promise<TwoNodes> {
  const folders = ['database', 'a', 'b', 'proxy'].map((name) => mkdtempSync(join(tmpdir(), `attune-nodes-${name}-`)))
  const [database, a, b, proxyFolder] = folders as [string, string, string, string]
  const { secrets } = loadSecrets(join(a, 'secrets'))
  cpSync(join(a, 'secrets'), join(b, 'secrets'), { recursive: true })
  const postgres = await startEmbedded({ dataDir: database, password: secrets.dbPasswords.install })
  const bucket = await startS3Double()
  const context = await createDrillContext(pairs, { url: postgres.url, secrets, dataDir: a })
  const ports = [await freePort(), await freePort()] as const
  const start = (n: 0 | 1) =>
    context.start({
      ...bucketEnvironment(bucket.settings, bucket.localHost),
      ATTUNE_DATA: n === 0 ? a : b,
      PORT: String(ports[n]),
      TRUST_PROXY: '127.0.0.1',
    })
  const servers: TwoNodes['servers'] = [await start(0), await start(1)]
  const stopServers = async () => void (await Promise.all(servers.map((server) => server.stop())))
  const { proxy, address } = await startProxy(proxyFolder, ports)
  return {
    context,
    address,
    servers,
    async kill(n) {
      servers[n].child.kill('SIGKILL')
      await once(servers[n].child, 'exit')
    },
    async restart(n) {
      servers[n] = await start(n)
      while ((await fetch(`${servers[n].address}/ready`)).status !== 200) await pause(200)
      await pause(checkMilliseconds)
    },
    stopServers,
    async close() {
      proxy.kill('SIGTERM')
      await stopServers()
      await context.close()
      await bucket.stop()
      await postgres.stop()
      for (const folder of folders) rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Starts haproxy with the backend of `hosting/`, in which only the addresses of the servers are replaced. */
async function startProxy(folder: string, ports: readonly number[]): Promise<{ proxy: ChildProcess; address: string }> {
  const port = await freePort()
  const backend = readFileSync(join(import.meta.dirname, '..', 'hosting', 'haproxy-servers.cfg'), 'utf8')
    .replace('10.0.0.11:3000', `127.0.0.1:${ports[0]}`)
    .replace('10.0.0.12:3000', `127.0.0.1:${ports[1]}`)
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(
    file,
    `defaults
  mode http
  timeout connect 5s
  timeout client 75s
  timeout server 120s
  timeout tunnel 5m
frontend web
  bind 127.0.0.1:${port}
  http-request set-header X-Forwarded-For %[src]
  default_backend attune
${backend}`,
  )
  const proxy = spawn('haproxy', ['-db', '-f', file], { stdio: 'ignore' })
  const address = `http://localhost:${port}`
  for (let tries = 0; tries < 100; tries++) {
    if (proxy.exitCode !== null) throw new Error(`haproxy ended with ${proxy.exitCode}`)
    const status = await fetch(`${address}/ready`).then(
      (answer) => answer.status,
      () => 0,
    )
    if (status === 200) return { proxy, address }
    await pause(100)
  }
  throw new Error('haproxy does not answer')
}

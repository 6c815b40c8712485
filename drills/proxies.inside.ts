// Runs in a network namespace that has only loopback. Starts the server and one proxy with its configuration of hosting/, uses the product through
// the proxy, and prints the findings as JSON. drills/proxies.ts starts this program, with the folder of the certificates and the name of the proxy.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { request as requestHttps, type RequestOptions } from 'node:https'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openTestSocket } from '../apps/server/src/testing/socket.ts'
import { connectDatabase, createDrillContext } from './context.ts'
import type { ProxyName } from './proxies.ts'
import { uploadThroughProxy } from './proxies.upload.ts'

export type ProxyFindings = {
  'pages over https': string
  'a page over http leads to https': string
  'upload of 100 MB, read back equal': string
  "the browser's address in the audit log": string
  'an address that the browser claims is believed': string
  'a change arrives over the socket': string
  'a socket with heartbeats stays open for 70 s': string
  'another Host is answered with the page': string
}

const [work = '', name = 'nginx', control] = process.argv.slice(2) as [string, ProxyName, string?]
const site = 'https://practice.example'
/** A loopback address that differs from the proxy's. */
const browserAddress = '127.0.0.9'
const claimedAddress = '203.0.113.7'
const openMilliseconds = control ? 1_000 : 70_000
const yes = (is: boolean) => (is ? 'yes' : 'no')

execFileSync('ip', ['link', 'set', 'lo', 'up'])
writeFileSync(join(work, 'hosts'), '127.0.0.1 localhost practice.example other.example\n')
execFileSync('mount', ['--bind', join(work, 'hosts'), '/etc/hosts'])

const context = await createDrillContext(1)
const server = await context.start({ PORT: '3000', PUBLIC_URL: site, TRUST_PROXY: '127.0.0.1' })
const proxy = startProxy()
process.on('exit', () => {
  proxy.kill('SIGTERM')
  server.child.kill('SIGTERM')
})
await untilListening(443)
const findings = await use()
proxy.kill('SIGTERM')
await server.stop()
await context.close()
console.log(JSON.stringify(findings))
process.exit(0)

/** Starts the proxy with the file of hosting/, in which only the paths of the certificate are replaced. */
function startProxy(): ChildProcess {
  const file = { caddy: 'Caddyfile', nginx: 'nginx.conf', haproxy: 'haproxy.cfg' }[name]
  let text = readFileSync(join(import.meta.dirname, '..', 'hosting', file), 'utf8')
    .replaceAll('/etc/attune/', `${work}/`)
    .replace('# tls ', 'tls ')
  if (control) text = text.replace(/client_max_body_size.*/, '').replace(/proxy_set_header X-Forwarded-For.*/, '')
  const home = join(work, 'home')
  mkdirSync(home, { recursive: true })
  if (name === 'nginx')
    text = `user root;\npid ${work}/nginx.pid;\nevents {}\nhttp {\naccess_log off;\nclient_body_temp_path ${home};\n${text}\n}\n`
  const path = join(work, file)
  writeFileSync(path, text)
  const args = {
    caddy: ['run', '--config', path, '--adapter', 'caddyfile'],
    nginx: ['-c', path, '-e', 'stderr', '-g', 'daemon off;'],
    haproxy: ['-db', '-f', path],
  }[name]
  const env = { ...process.env, HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home }
  const started = spawn(name, args, { stdio: ['ignore', 'ignore', 'pipe'], env })
  let said = ''
  started.stderr.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-4_000)))
  started.on('exit', (code) => {
    if (code) console.error(`${name} ended with ${code}:\n${said}`)
  })
  return started
}

async function untilListening(port: number): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    const socket = connect(port, '127.0.0.1')
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (isOpen) return
    await pause(50)
  }
  throw new Error(`${name} does not listen on port ${port}`)
}

async function use(): Promise<ProxyFindings> {
  const [pair] = context.pairs
  if (!pair) throw new Error('the drill has no connected client')
  const therapist = context.caller(site, pair, 'therapist')
  const client = context.caller(site, pair, 'client')
  const page = await fetch(site)
  const http = await fetch('http://practice.example/', { redirect: 'manual' })
  const upload = await uploadThroughProxy({ site, key: context.key, cookie: client.cookies(), api: client.api })
  const live = await useSocket(therapist, () =>
    client.send('message/send', { id: randomUUID(), conversationId: pair.recordId, text: 'Through the proxy.' }),
  )
  const addresses = await addressesInAudit(therapist.cookies())
  return {
    'pages over https': yes(page.ok && (await page.text()).includes('attune-key')),
    'a page over http leads to https': yes(
      [301, 308].includes(http.status) && http.headers.get('location') === `${site}/`,
    ),
    'upload of 100 MB, read back equal': yes(upload),
    "the browser's address in the audit log": yes(addresses.includes(browserAddress)),
    'an address that the browser claims is believed': yes(addresses.includes(claimedAddress)),
    ...live,
    'another Host is answered with the page': yes(await answersOtherHost()),
  }
}

/**
 * Keeps a socket open with heartbeats for 70 s, then subscribes to a table and changes a row of it. Returns whether the change arrived and the socket
 * stayed open.
 */
async function useSocket(therapist: { cookies(): string }, change: () => Promise<Response>) {
  const socket = openTestSocket(site, therapist)
  const beating = setInterval(() => socket.send({ type: 'heartbeat' }), 10_000)
  const state = await Promise.race([socket.closed, pause(openMilliseconds, 'open')])
  clearInterval(beating)
  const arrives = async () => {
    socket.send({ type: 'subscribe', schema: 'public', ref: 'messages', table: 'messages' })
    await socket.frame('subscribed')
    await change()
    await socket.frame('change')
  }
  const arrived = await arrives().then(
    () => true,
    () => false,
  )
  socket.close()
  return {
    'a change arrives over the socket': yes(arrived),
    'a socket with heartbeats stays open for 70 s': yes(state === 'open'),
  }
}

/**
 * Makes a call that only admins may make, from the browser's address and with a header that claims another address. Returns the addresses in the
 * audit log, which has a line for a refused call.
 */
async function addressesInAudit(cookie: string): Promise<string[]> {
  await send({ path: '/api/administration/overview', headers: { cookie, 'x-forwarded-for': claimedAddress } }, {})
  const db = await connectDatabase(context.url())
  await db.query('begin; set local role attune_owner; alter table app.audit no force row level security')
  const { rows } = await db.query<{ ip: string }>('select distinct ip from app.audit where ip is not null')
  await db.end()
  if (rows.length === 0) throw new Error('the audit log has no address')
  return rows.map(({ ip }) => ip)
}

/**
 * Whether a request for another host name gets the page. The first request names that host in TLS and in the Host header, the second only in the Host
 * header.
 */
async function answersOtherHost(): Promise<boolean> {
  const asked = [{ servername: 'other.example' }, { servername: 'practice.example' }]
  const answers = await Promise.all(
    asked.map((tls) =>
      send({ ...tls, path: '/', method: 'GET', rejectUnauthorized: false, headers: { host: 'other.example' } }),
    ),
  )
  return answers.some((answer) => answer.includes('attune-key'))
}

/** Sends a request from the address of the browser. Returns the body, or the error in words. */
function send(options: RequestOptions, body?: unknown): Promise<string> {
  const headers = { 'content-type': 'application/json', origin: site, 'x-attune-key': context.key, ...options.headers }
  const all = {
    host: '127.0.0.1',
    port: 443,
    servername: 'practice.example',
    localAddress: browserAddress,
    method: 'POST',
  }
  return new Promise((resolve) => {
    const request = requestHttps({ ...all, ...options, headers: { host: 'practice.example', ...headers } })
    request.on('response', (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part: string) => (text += part))
      response.on('end', () => resolve(text))
    })
    request.on('error', (error) => resolve(error.message))
    request.end(body === undefined ? undefined : JSON.stringify(body))
  })
}

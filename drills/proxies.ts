import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { DrillOutcome } from './outcome.ts'
import { installPrograms, missingPrograms } from './programs.ts'
import type { ProxyFindings } from './proxies.inside.ts'
import { makeAuthority } from './proxies.authority.ts'

const run = promisify(execFile)
const proxies = ['caddy', 'nginx', 'haproxy'] as const
export type ProxyName = (typeof proxies)[number]

/** The programs that the drill of the proxies needs and this machine lacks. */
export const missingProxies = () => missingPrograms([...proxies, 'openssl'])

/**
 * Uses the product through each proxy, with the configuration of `hosting/`: https with a certificate of a test authority, a name in the hosts file,
 * the usual ports. Runs in its own network namespace, so that the ports are free and the hosts file of the machine stays unchanged.
 */
export async function proxiesDrill(_short: boolean, say: (line: string) => void): Promise<DrillOutcome> {
  if (process.geteuid?.() !== 0)
    return { passed: false, figures: { 'the drill could not begin': 'only root can make the network of the drill' } }
  const problem = await installPrograms(missingProxies, say)
  if (problem) return { passed: false, figures: { 'the drill could not begin': problem } }
  const work = mkdtempSync(join(tmpdir(), 'attune-proxies-'))
  try {
    await makeAuthority(work, 'practice.example')
    const found = []
    for (const name of proxies) {
      say(name)
      found.push({ name, version: await versionOf(name), findings: await tryProxy(work, name) })
    }
    const control = await tryProxy(work, 'nginx', ['control'])
    const isRight = found.every(({ findings }) => isPassed(findings))
    const lines = found.flatMap(({ name, version, findings }) =>
      Object.entries({ version, ...findings }).map(([what, value]) => [`${name}: ${what}`, value] as const),
    )
    return {
      passed: isRight && !isPassed(control),
      figures: {
        ...Object.fromEntries(lines),
        "control: nginx with its own limit of a body and without the browser's address": isPassed(control)
          ? 'not noticed'
          : 'noticed',
      },
    }
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

const isPassed = (found: ProxyFindings): boolean =>
  found['pages over https'] === 'yes' &&
  found['a page over http leads to https'] === 'yes' &&
  found['upload of 100 MB, read back equal'] === 'yes' &&
  found["the browser's address in the audit log"] === 'yes' &&
  found['an address that the browser claims is believed'] === 'no' &&
  found['a change arrives over the socket'] === 'yes' &&
  found['a socket with heartbeats stays open for 70 s'] === 'yes' &&
  found['another Host is answered with the page'] === 'no'

async function tryProxy(work: string, name: ProxyName, more: string[] = []): Promise<ProxyFindings> {
  const inside = [process.execPath, join(import.meta.dirname, 'proxies.inside.ts'), work, name, ...more]
  const env = { ...process.env, NODE_EXTRA_CA_CERTS: join(work, 'authority.pem') }
  const { stdout } = await run('unshare', ['--net', '--mount', '--', ...inside], { maxBuffer: 1 << 26, env })
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as ProxyFindings
}

/** Returns the version that a proxy prints. */
async function versionOf(name: ProxyName): Promise<string> {
  const { stdout, stderr } = await run(name, [name === 'caddy' ? 'version' : '-v'])
  return /\d+\.\d+\.\d+/.exec(stdout + stderr)?.[0] ?? 'unknown'
}

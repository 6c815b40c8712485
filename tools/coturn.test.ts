import { execFile } from 'node:child_process'
import { BlockList } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const script = join(import.meta.dirname, 'coturn.ts')
const { PATH = '' } = process.env
const run = (args: string[], env: Record<string, string> = {}) =>
  promisify(execFile)(process.execPath, [script, ...args], { env: { PATH, ...env } })

test('the configuration denies private networks and has the secret of the settings', async () => {
  const env = { TURN_URLS: 'turn:relay.practice.example', TURN_SECRET: 'own-secret' }
  const { stdout } = await run(['relay.practice.example'], env)
  expect(stdout).toMatch(/^static-auth-secret=own-secret$/m)
  expect(stdout).toMatch(/^# TURN_SECRET=own-secret$/m)
  const denied = new BlockList()
  for (const [, from = '', to = from] of stdout.matchAll(/^denied-peer-ip=([^-\n]+)(?:-(\S+))?$/gm))
    denied.addRange(from, to, from.includes(':') ? 'ipv6' : 'ipv4')
  for (const ip of ['0.0.0.0', '10.1.2.3', '100.64.0.1', '127.0.0.1', '169.254.169.254', '172.31.0.1', '192.168.1.1'])
    expect(denied.check(ip, 'ipv4'), ip).toBe(true)
  for (const ip of ['::1', 'fd00::1', 'fe80::1', '64:ff9b::7f00:1']) expect(denied.check(ip, 'ipv6'), ip).toBe(true)
  expect(denied.check('203.0.113.7', 'ipv4')).toBe(false)
})

test('without a name, the command says how it is called @slow', async () => {
  await expect(run([])).rejects.toMatchObject({ stderr: expect.stringContaining('npm run coturn -- relay') })
})

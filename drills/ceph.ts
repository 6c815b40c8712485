import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { S3Settings } from '../apps/server/src/platform/object-store/s3-requests.ts'
import { freePort } from '../apps/server/src/platform/database/embedded/free-port.ts'
import { missingPrograms } from './programs.ts'

/** Returns the programs of Ceph that this machine lacks. Each is in the Debian package of its name. */
export const missingCephPrograms = () => missingPrograms(['radosgw', 'ceph-mon', 'ceph-osd'])

/** An S3 service of Ceph on this machine, with one disk in a file. */
export type Ceph = {
  settings: S3Settings
  localHost: string
  stop(): Promise<void>
}

/** Starts a monitor, a disk and a gateway of Ceph on loopback. A day of its lifecycle rules lasts ten seconds. */
export async function startCeph(): Promise<Ceph> {
  const folder = mkdtempSync(join(tmpdir(), 'attune-ceph-'))
  const [monitorPort, gatewayPort] = [await freePort(), await freePort()]
  const id = randomUUID()
  const conf = join(folder, 'ceph.conf')
  for (const name of ['mon', 'osd', 'rgw']) mkdirSync(join(folder, name))
  writeFileSync(conf, configOf(folder, id, monitorPort))
  const run = async (program: string, ...args: string[]) =>
    (await promisify(execFile)(program, [...args, '-c', conf], { timeout: 120_000 })).stdout
  const daemons: ChildProcess[] = []
  const begin = (program: string, ...args: string[]) =>
    daemons.push(spawn(program, [...args, '-f', '-c', conf], { stdio: 'ignore' }))
  const stop = async () => {
    for (const daemon of daemons.toReversed()) if (daemon.exitCode === null) daemon.kill('SIGKILL')
    await Promise.all(daemons.map(async (daemon) => daemon.exitCode ?? daemon.signalCode ?? once(daemon, 'exit')))
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const map = join(folder, 'monmap')
    await run('monmaptool', '--create', '--fsid', id, '--addv', 'a', `[v1:127.0.0.1:${monitorPort}]`, map)
    await run('ceph-mon', '--mkfs', '-i', 'a', '--monmap', map)
    begin('ceph-mon', '-i', 'a')
    const disk = randomUUID()
    await run('ceph', 'osd', 'new', disk)
    await run('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', disk)
    begin('ceph-osd', '-i', '0')
    await waitForDisk(() => run('ceph', 'osd', 'stat'))
    const key = { accessKeyId: randomBytes(10).toString('hex'), secretAccessKey: randomBytes(20).toString('hex') }
    const user = ['--uid', 'practice', '--display-name', 'Practice']
    await run(
      'radosgw-admin',
      'user',
      'create',
      ...user,
      '--access-key',
      key.accessKeyId,
      '--secret-key',
      key.secretAccessKey,
    )
    begin('radosgw', '-n', 'client.rgw', '--rgw-frontends', `beast endpoint=127.0.0.1:${gatewayPort}`)
    await waitForGateway(gatewayPort)
    const endpoint = `http://127.0.0.1:${gatewayPort}`
    const settings = { endpoint, region: 'us-east-1', bucket: 'practice', prefix: 'attune-files/', ...key }
    return { settings, localHost: `127.0.0.1:${gatewayPort}`, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Waits until the disk is part of the cluster. Until then, the gateway can create no pool. */
async function waitForDisk(readState: () => Promise<string>): Promise<void> {
  for (let tries = 0; tries < 60; tries++) {
    if (/\b1 up\b/.test(await readState())) return
    await pause(1_000)
  }
  throw new Error('ceph-osd did not start')
}

async function waitForGateway(port: number): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    const answer = await fetch(`http://127.0.0.1:${port}/`).catch(() => null)
    if (answer) return
    await pause(200)
  }
  throw new Error('radosgw did not start')
}

const configOf = (folder: string, id: string, port: number) => `[global]
fsid = ${id}
mon initial members = a
mon host = v1:127.0.0.1:${port}
auth cluster required = none
auth service required = none
auth client required = none
auth supported = none
ms bind msgr2 = false
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 8
osd pool default pgp num = 8
osd crush chooseleaf type = 0
mon allow pool size one = true
mon max pg per osd = 1000
mon data = ${folder}/mon
osd data = ${folder}/osd
osd objectstore = bluestore
bluestore block size = 8589934592
rgw data = ${folder}/rgw
rgw lc debug interval = 10
rgw crypt require ssl = false
run dir = ${folder}
pid file = ${folder}/$name.pid
log file = ${folder}/$name.log
admin socket = ${folder}/$name.asok
`

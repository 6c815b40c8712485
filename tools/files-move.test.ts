import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { startS3Double, type S3Double } from '../apps/server/src/platform/object-store/s3-double.testing.ts'
import { createTestApp } from '../apps/server/src/testing/app.ts'
import { cloneDatabase, testSecrets } from '../apps/server/src/testing/database/database.ts'

const script = join(import.meta.dirname, 'files-move.ts')
let home = ''
let double: S3Double
let database: Awaited<ReturnType<typeof cloneDatabase>>

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'attune-files-move-'))
  for (const folder of ['secrets', 'files/whole/ab']) mkdirSync(join(home, folder), { recursive: true, mode: 0o700 })
  writeFileSync(join(home, 'secrets', 'secrets.json'), JSON.stringify(testSecrets), { mode: 0o600 })
  writeFileSync(letter(), 'letter')
  double = await startS3Double()
  database = await cloneDatabase(inject('adminUrl'))
})
afterAll(async () => {
  await database.drop()
  await double.stop()
  rmSync(home, { recursive: true })
})

const letter = () => join(home, 'files/whole/ab/letter')

/** Runs the command and returns its exit code and its output. */
async function move(...args: string[]): Promise<{ code: number; output: string }> {
  const { endpoint, region, bucket, accessKeyId, secretAccessKey } = double.settings
  const env = {
    PATH: process.env.PATH ?? '',
    ATTUNE_DATA: home,
    DATABASE_URL: database.url,
    FILES_S3_ENDPOINT: endpoint,
    FILES_S3_REGION: region,
    FILES_S3_BUCKET: bucket,
    FILES_S3_ACCESS_KEY_ID: accessKeyId,
    FILES_S3_SECRET_ACCESS_KEY: secretAccessKey,
    FILES_LOCAL_HOSTS: double.localHost,
  }
  const child = spawn(process.execPath, [script, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const output = Promise.all([text(child.stdout), text(child.stderr)])
  const [code] = (await once(child, 'close')) as [number]
  return { code, output: (await output).join('') }
}

test('files are moved to the bucket and back, but not while a server uses the database @slow', async () => {
  expect(await move()).toMatchObject({ code: 1, output: expect.stringContaining('Where to?') })
  const app = await createTestApp({ databaseUrl: database.url, worker: false })
  expect(await move('--to', 'bucket')).toMatchObject({ code: 1, output: expect.stringContaining('Stop it on every') })
  expect(existsSync(letter())).toBe(true)
  await app.close()
  expect(await move('--to', 'bucket')).toEqual({ code: 0, output: expect.stringContaining('Moved 1 file.') })
  expect(existsSync(letter())).toBe(false)
  expect(await move('--to', 'folder')).toEqual({ code: 0, output: expect.stringContaining('Remove the settings') })
  expect(existsSync(letter())).toBe(true)
})

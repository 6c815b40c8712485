import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { cloneDatabase, testSecrets } from '../apps/server/src/testing/database/database.ts'
import { everyLetter, kodesFile, orderFile } from './codes/official-files.testing.ts'

const script = join(import.meta.dirname, 'codes.ts')
let home = ''
let database: Awaited<ReturnType<typeof cloneDatabase>>

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'attune-codes-'))
  mkdirSync(join(home, 'secrets'), { mode: 0o700 })
  writeFileSync(join(home, 'secrets', 'secrets.json'), JSON.stringify(testSecrets), { mode: 0o600 })
  database = await cloneDatabase(inject('adminUrl'))
})
afterAll(async () => {
  await database.drop()
  rmSync(home, { recursive: true })
})

/** Runs the command and returns its exit code and its output. */
async function codes(...args: string[]): Promise<{ code: number; output: string }> {
  const env = { PATH: process.env.PATH ?? '', ATTUNE_DATA: home, DATABASE_URL: database.url }
  const child = spawn(process.execPath, [script, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const output = Promise.all([text(child.stdout), text(child.stderr)])
  const [code] = (await once(child, 'close')) as [number]
  return { code, output: (await output).join('') }
}

function fileOf(name: string, content: string): string {
  const path = join(home, name)
  writeFileSync(path, content)
  return path
}

test(
  'the command loads a list, replaces its edition, and keeps the newer and the larger one',
  { timeout: 60_000 },
  async () => {
    const year = new Date().getUTCFullYear()
    expect((await codes()).output).toContain('No list of codes is loaded.')
    const order = (edition: number, rows = everyLetter) => fileOf(`icd10cm-order-${edition}.txt`, orderFile(rows))
    const first = await codes(order(year))
    expect(first).toEqual({
      code: 0,
      output: `ICD-10-CM ${year} (en): 26 codes loaded. Therapists find them at once.\n`,
    })
    const more = [...everyLetter, { code: 'Z99.9', title: 'One more' }]
    expect((await codes(order(year, more))).output).toContain(`They replace the 26 codes of ICD-10-CM ${year} (en).`)

    const older = await codes(order(year - 1))
    expect(older.code).toBe(1)
    expect(older.output).toContain(
      `The file is of ${year - 1}, but ICD-10-CM ${year} (en) is loaded. Nothing was changed.`,
    )
    await codes(fileOf(`icd10gm${year}syst_kodes.txt`, kodesFile(everyLetter)))
    expect((await codes()).output).toBe(`ICD-10-CM ${year} (en): 27 codes\nICD-10-GM ${year} (de): 26 codes\n`)

    const many = Array.from({ length: 5 }, (_, at) =>
      everyLetter.map(({ code, title }) => ({ code: code.replace('.0', `.${at}`), title })),
    )
    expect((await codes(order(year, many.flat()))).code).toBe(0)
    const fewer = await codes(order(year))
    expect(fewer.output).toContain(`The file has 26 codes, but ICD-10-CM ${year} (en) has 130. It may be cut.`)
    expect((await codes('--force', order(year - 1))).output).toContain(`ICD-10-CM ${year - 1} (en): 26 codes loaded.`)
  },
)

import { randomBytes, randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import pg from 'pg'
import type { FileId } from '@attune/contract/common/ids'
import type { PersonalExport } from '@attune/contract/features/people/personal-export/personal-export'
import { fileObjectKey } from '../apps/server/src/platform/files/file-store.ts'
import { filesFolder } from '../apps/server/src/platform/files/file-objects.ts'
import { writeAsOwner } from '../apps/server/src/testing/practice.ts'
import { fillJournal, owner } from './journal.ts'
import { quantile } from './load.ts'
import { megabytesOf } from './memory.ts'
import { type BenchPractice, createBenchPractice, headersOf, ids } from './practice.ts'
import { type BenchServer, startBenchServer } from './server.ts'
import { openSlices } from './slices.ts'

/** `bytes` is the size of the zip. `memory` is the memory of the server in megabytes, before the export and at its peak. `p95` is in milliseconds. */
export type PersonalExportFigures = {
  files: number
  bytes: number
  seconds: number
  memory: { before: number; most: number }
  p95: { calm: number; during: number }
}

const calmSlices = 15

/** Measures the export of a journal of 3,000 entries with files of two megabytes each, and requests of therapists without and during it. */
export async function measurePersonalExport(
  { files }: { files: number },
  say: (line: string) => void,
): Promise<PersonalExportFigures> {
  const practice = await createBenchPractice(20_000, 1_000)
  let server: BenchServer | null = null
  try {
    await fillJournal(practice.url)
    await addFiles(practice, files)
    server = await startBenchServer({ DATABASE_URL: practice.url, ATTUNE_DATA: practice.dataDir })
    const slice = openSlices(practice, server.address)
    await slice()
    const calm: number[] = []
    for (let n = 0; n < calmSlices; n++) calm.push(...(await slice()))
    const before = megabytesOf(server.pid)
    say(`without an export: p95 ${of95(calm).toFixed(1)} ms, ${before.toFixed(0)} MB`)
    const made = await whileExporting(practice, server, slice)
    say(`during it: p95 ${of95(made.during).toFixed(1)} ms, ${made.most.toFixed(0)} MB, ${made.seconds.toFixed(0)} s`)
    return {
      files,
      bytes: made.bytes,
      seconds: made.seconds,
      memory: { before, most: made.most },
      p95: { calm: of95(calm), during: of95(made.during) },
    }
  } finally {
    await server?.stop()
    await practice.close()
  }
}

const of95 = (latencies: readonly number[]) =>
  quantile(
    latencies.toSorted((one, other) => one - other),
    0.95,
  )

/** Adds files to the entries of the journal, at most one to each. */
async function addFiles({ url, dataDir }: BenchPractice, count: number) {
  const added = Array.from({ length: count }, () => randomUUID() as FileId)
  const db = new pg.Client(url)
  await db.connect()
  try {
    await writeAsOwner(db, async () => {
      await db.query(
        `insert into app.file (id, account_id, kind, name, size, state, type, sha256, complete_at, created_at)
         select id, $1, 'pdf', 'letter ' || n || '.pdf', $3, 'ready', 'application/pdf', repeat('0', 64), now(), now() from unnest($2::uuid[]) with ordinality x (id, n)`,
        [ids.account(owner), added, fileBytes],
      )
      await db.query(
        `insert into app.journal_file (account_id, entry_id, file_id, place)
         select $1, e.id, f.id, 0 from (select id, row_number() over (order by written_at) n from app.journal_entry where account_id = $1) e
         join unnest($2::uuid[]) with ordinality f (id, n) using (n)`,
        [ids.account(owner), added],
      )
    })
  } finally {
    await db.end()
  }
  const content = randomBytes(fileBytes)
  for (const id of added) {
    const path = join(dataDir, filesFolder, fileObjectKey('whole', id))
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, content)
  }
}
const fileBytes = 2 * 1024 ** 2

async function whileExporting(practice: BenchPractice, server: BenchServer, slice: () => Promise<number[]>) {
  const ask = async (procedure: 'start' | 'find') => {
    const headers = headersOf(practice, server.address, 'client', owner)
    const answer = await fetch(`${server.address}/api/personalExport/${procedure}`, {
      method: 'POST',
      headers,
      body: '{}',
    })
    if (!answer.ok) throw new Error(`${procedure} answered ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as { latest: PersonalExport | null }
  }
  const during: number[] = []
  let most = 0
  const begun = performance.now()
  await ask('start')
  for (;;) {
    during.push(...(await slice()))
    most = Math.max(most, megabytesOf(server.pid))
    const { latest } = await ask('find')
    if (latest?.state === 'failed') throw new Error(`the export failed: ${latest.reason}`)
    if (latest?.state === 'ready')
      return { during, most, seconds: (performance.now() - begun) / 1000, bytes: latest.bytes ?? 0 }
  }
}

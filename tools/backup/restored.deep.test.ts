// Backs up a running practice, changes it further, and restores the backup: on the same machine, and on an empty one with a copy of the ledger.
import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  addRestoreLedger,
  restoreLedgerBytes,
} from '../../apps/server/src/features/practice/administration/backup/restore-ledger.ts'
import { loadBackupKeys, storeBackupKeys } from '../../apps/server/src/platform/backup/encryption/backup-keys.ts'
import { keyWordsOf } from '../../apps/server/src/platform/backup/encryption/words.ts'
import { openBackup } from '../../apps/server/src/platform/backup/restore/open-backup.ts'
import { FolderStore } from '../../apps/server/src/platform/object-store/folder-store.ts'
import { storeDestinations } from '../../apps/server/src/platform/backup/destination/settings.ts'
import { storeLedgerCopy } from '../../apps/server/src/platform/backup/destination/ledger-copies.ts'
import { restoredFile } from '../../apps/server/src/platform/data-folder/restored.ts'
import { openTestBrowser } from '../../apps/server/src/testing/browser.ts'
import { newJournalEntry } from '../../apps/server/src/testing/records/journal.ts'
import { addPayingClient, issueOf, openPractice } from '../../apps/server/src/testing/records/invoices.ts'
import { connectClient } from '../../apps/server/src/testing/records/sessions.ts'
import type { Person } from '../../apps/server/src/testing/people.ts'
import { createHome, type DataFolder } from './folders.testing.ts'
import { backUpPracticeTo, createDataWithSecrets, servePractice } from './practice.testing.ts'
import { unpack } from './unpack.ts'

const year = new Date().getFullYear()
const home = createHome()
afterAll(() => rmSync(home, { recursive: true }))
/** A destination that has the backup but no longer the copy of the ledger. */
const target = join(home, 'target')

type Practice = { data: DataFolder; therapist: Person; clientId: string; clara: Person; record: string; entry: string }
let practice: Practice
/** The copy of the ledger at a destination, made after the last erasure. */
let copy: Buffer

/** A practice with a backup from after its first invoice. Since then it has issued two more, and a client has deleted her account. */
beforeAll(async () => {
  const data = createDataWithSecrets(home)
  practice = await servePractice(data, async (app, port) => {
    const [therapist, clara] = [await app.person('therapist'), await app.person('client')]
    await openPractice(app, therapist, { first_number: 118, first_number_year: year })
    const clientId = await addPayingClient(app, therapist)
    const record = await connectClient(app, therapist, clara)
    const { id: entry } = await clara.api.journal.save(newJournalEntry())
    await issueOf(therapist, clientId)
    await backUpTo(data, port)
    await issueOf(therapist, clientId)
    await issueOf(therapist, clientId)
    await clara.api.login.deleteAccount({ password: clara.password })
    return { data, therapist, clientId, clara, record, entry }
  })
  copy = restoreLedgerBytes(data.secretsDir)
})

async function backUpTo(data: DataFolder, port: number): Promise<void> {
  await backUpPracticeTo(target, data, port)
  rmSync(join(target, 'ledger'), { recursive: true })
}

/** Restores the backup into a data folder, with the words of the practice's own key. */
async function restore(data: DataFolder, options: { replace?: boolean; withoutLedger?: boolean } = {}): Promise<void> {
  const { own } = await loadBackupKeys(practice.data.secretsDir)
  const askWords = async () => keyWordsOf(own.identity).join(' ')
  const opened = await openBackup(target, { secretsDir: data.secretsDir, askWords })
  await unpack(data, opened, { replace: false, at: new Date(), ...options }, () => {})
}

async function expectRules(data: DataFolder): Promise<void> {
  const { therapist, clientId, clara, record, entry } = practice
  await servePractice(data, async (app) => {
    const { rows: logins } = await app.privileged.auth.query('select id from auth.login')
    expect(logins).toEqual([])
    const of = (text: string, id: string) => app.privileged.definer.query(text, [id]).then(({ rows }) => rows)
    expect(await of('select email from app.profile where account_id = $1', clara.accountId)).toEqual([])
    expect(await of('select account_id from app.client where id = $1', record)).toEqual([{ account_id: null }])
    expect(await of('select id from app.journal_entry where id = $1', entry)).toEqual([])
    expect(await app.auth.userById(clara.accountId)).toBeNull()
    const { api } = openTestBrowser(app.address, app.site.key)
    const { email, password } = clara
    await expect(api.login.signIn({ email, password })).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' })
    const signedIn = await app.secondBrowser(therapist, 2)
    expect((await issueOf({ ...therapist, ...signedIn }, clientId)).sheet.number).toBe(`${year}-0121`)
    const { rows: lost } = await app.db.asActor({ role: 'therapist', id: therapist.accountId }, (tx) =>
      tx.run('select number from app.invoice_lost order by number'),
    )
    expect(lost).toEqual([{ number: 2 }, { number: 3 }])
  })
}

test('an older state on the same machine knows what was erased since, and its invoices continue above the highest number', async () => {
  const { data } = practice
  await restore(data, { replace: true })
  expect(JSON.parse(readFileSync(join(data.dataDir, restoredFile), 'utf8'))).toMatchObject({ id: expect.any(String) })
  await expectRules(data)
})

test('on an empty machine a restore stops without the ledger, and with its copy from a destination the same holds', async () => {
  const data = createDataWithSecrets(home)
  await expect(restore(data)).rejects.toThrow("There's no list of erased data")
  addRestoreLedger(data.secretsDir, copy)
  await restore(data)
  await expectRules(data)
})

test('on an empty machine the copy of the ledger at the destination is enough', async () => {
  const data = createDataWithSecrets(home)
  const keys = await loadBackupKeys(practice.data.secretsDir)
  await storeLedgerCopy(new FolderStore(target), new Date(), keys, copy)
  await restore(data)
  await expectRules(data)
  rmSync(join(target, 'ledger'), { recursive: true })
})

test('a restore also takes the list of another destination, which knows of a later erasure', async () => {
  const data = createDataWithSecrets(home)
  const keys = await loadBackupKeys(practice.data.secretsDir)
  const [other, lost] = [join(home, 'other'), join(home, 'lost')]
  mkdirSync(other)
  await storeLedgerCopy(new FolderStore(other), new Date(), keys, copy)
  storeBackupKeys(data.secretsDir, keys)
  storeDestinations(
    data.secretsDir,
    [lost, other].map((folder) => ({ kind: 'folder', folder })),
  )
  await restore(data)
  await expectRules(data)
})

test('on an empty machine a ledger older than the backup stops the restore, and the flag continues it', async () => {
  const data = createDataWithSecrets(home)
  const { erasures, ...old } = JSON.parse(copy.toString()) as { erasures: string }
  const [since] = erasures.split('\n')
  const asOf = JSON.stringify({ asOf: new Date(0).toISOString() })
  const early = {
    ...old,
    erasures: `${since?.replace(/\d{4}-.*Z/, new Date(0).toISOString())}\n${asOf}\n`,
    numbers: [],
  }
  addRestoreLedger(data.secretsDir, Buffer.from(JSON.stringify(early)))
  await expect(restore(data)).rejects.toThrow(/older than the backup/)
  await restore(data, { withoutLedger: true })
  await servePractice(data, async (app) => {
    // Without the ledger, the erasure of the account is unknown.
    expect(await app.auth.userById(practice.clara.accountId)).not.toBeNull()
  })
})

test('a copy that is no ledger is refused, and one that is added twice changes nothing', () => {
  const data = createDataWithSecrets(home)
  expect(() => addRestoreLedger(data.secretsDir, Buffer.from(randomUUID()))).toThrow("isn't a copy")
  addRestoreLedger(data.secretsDir, copy)
  const first = restoreLedgerBytes(data.secretsDir)
  addRestoreLedger(data.secretsDir, copy)
  expect(restoreLedgerBytes(data.secretsDir)).toEqual(first)
})

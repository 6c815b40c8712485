import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { queryAsRole } from '../../../testing/database/database.ts'
import { waitForCheckedFile, jpegPicture, uploadFile } from '../../../testing/files/uploads.ts'
import { storedKinds } from '../../../testing/files/stored-files.ts'
import { startSharedApp } from '../../../testing/app.ts'
import { createSharedEntry } from '../../../testing/records/journal.ts'
import { connectClient } from '../../../testing/records/sessions.ts'
import { runFileCleanup } from '../file/file.cleanup.ts'

const app = await startSharedApp()

test('a client who becomes a therapist no longer shares the journal, and deleting the account deletes the journal', async () => {
  const [nora, ana, admin] = await Promise.all([app.person('therapist'), app.person('client'), app.person('admin')])
  const clientId = await connectClient(app, nora, ana)
  const photo = await uploadFile(app, ana, { name: 'a.jpg', kind: 'image', bytes: await jpegPicture() })
  await waitForCheckedFile(ana, photo)
  const id = await createSharedEntry(ana, nora, 'Along the river.', { files: [photo] })
  await ana.api.safety.save({
    warningSigns: ['I lie awake'],
    whatHelps: [],
    people: [],
    professionals: [],
    country: null,
    version: 0,
  })
  await ana.api.safety.share({ therapistId: nora.accountId, shared: true, turn: 1 })
  expect((await nora.api.journal.read({ id })).files).toHaveLength(1)
  expect((await nora.api.safety.planOf({ clientId })).plan).not.toBeNull()
  const { url } = await nora.api.file.address({ id: photo, variant: 'whole' })

  const me = await ana.api.account.onboard({
    role: 'therapist',
    firstName: 'Ana',
    lastName: 'Moreau',
    zone: 'Europe/Berlin',
    language: 'en',
  })
  await admin.api.administration.approveRole({ id: me.roleRequest?.id ?? '', command: randomUUID() })
  await expect(nora.api.journal.read({ id })).rejects.toMatchObject({ status: 404 })
  expect((await fetch(app.address + url, { headers: { cookie: nora.cookies() } })).status).toBe(404)
  expect(await nora.api.safety.planOf({ clientId })).toEqual({ plan: null })

  const strong = await app.secondBrowser(ana, 2)
  await strong.api.login.deleteAccount({ password: ana.password })
  const left = await queryAsRole<{ rows: number }>(
    'backup',
    app.databaseUrl,
    ['journal_entry', 'safety_plan', 'access', 'task_draft']
      .map((table) => `select count(*)::int as rows from app.${table} where account_id = '${ana.accountId}'`)
      .join(' union all '),
  )
  expect(left.map(({ rows }) => rows)).toEqual([0, 0, 0, 0])
  app.clock.advance(24 * 60 * 60_000)
  await runFileCleanup(app)
  expect(await storedKinds(app, photo)).toEqual([])
})

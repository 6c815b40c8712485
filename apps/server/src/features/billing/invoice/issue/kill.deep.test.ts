import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startSharedApp } from '../../../../testing/app.ts'
import { openTestBrowser } from '../../../../testing/browser.ts'
import { addPayingClient, draftInvoice, openPractice } from '../../../../testing/records/invoices.ts'
import { createTestServerFolder } from '../../../../testing/server.ts'

afterAll(async () => {
  folder.remove()
})
// This app is the node that receives the repeated call. The server that the test kills is a separate process.
const app = await startSharedApp({ worker: false })
const folder = createTestServerFolder()

test('a server is killed between the number and the answer: the repeat returns the same invoice and number', async () => {
  const therapist = await app.person('therapist')
  await openPractice(app, therapist)
  const { id } = await draftInvoice(therapist, await addPayingClient(app, therapist))
  const issue = { id, command: randomUUID() }
  const { child, address } = await folder.start(app.databaseUrl)
  const caller = openTestBrowser(address, app.site.key)
  for (const [name, value] of therapist.cookieJar) caller.cookieJar.set(name, value)
  // Reading a pipe blocks, so the server stops after committing the issue and before writing the number file and responding.
  const mark = join(folder.dataDir, 'secrets', 'invoice-mark.json')
  execFileSync('mkfifo', [mark])
  const answer = caller.api.invoice.issue(issue).then(
    () => 'answered',
    () => 'lost',
  )
  const stored = async () => {
    const { sheet, status } = await therapist.api.invoice.get({ id })
    return status === 'draft' ? null : sheet.number
  }
  await expect.poll(stored).not.toBeNull()
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(await answer).toBe('lost')
  const number = await stored()
  const repeated = await therapist.api.invoice.issue(issue)
  expect([repeated.id, repeated.sheet.number, repeated.status]).toEqual([id, number, 'issued'])
  expect(repeated.history.filter(({ kind }) => kind === 'issued')).toHaveLength(1)
  const { rows } = await app.db.asActor({ role: 'therapist', id: therapist.accountId }, (tx) =>
    tx.run('select last, (select count(*)::int from app.invoice where status = $1) as issued from app.invoice_series', [
      'issued',
    ]),
  )
  expect(rows).toEqual([{ last: 1, issued: 1 }])
  // The killed server writes the file when it starts again.
  rmSync(mark)
  const again = await folder.start(app.databaseUrl)
  again.child.kill('SIGKILL')
  await once(again.child, 'exit')
  const year = Number(number?.slice(0, 4))
  expect(JSON.parse(readFileSync(mark, 'utf8'))).toEqual({
    [therapist.accountId]: { [year]: { firstNumber: 1, last: 1 } },
  })
})

test('a server is killed in the middle of a list: the repeat of the whole list issues nothing twice, and the numbers follow the list', async () => {
  const therapist = await app.person('therapist', 2)
  await openPractice(app, therapist)
  const clientId = await addPayingClient(app, therapist)
  const list: { id: string; command: string; delaysEmails: true }[] = []
  for (let n = 0; n < 6; n++)
    list.push({ id: (await draftInvoice(therapist, clientId)).id, command: randomUUID(), delaysEmails: true })
  const { child, address } = await folder.start(app.databaseUrl)
  const caller = openTestBrowser(address, app.site.key)
  for (const [name, value] of therapist.cookieJar) caller.cookieJar.set(name, value)
  const numberOf = async (issue: (typeof list)[number], { api }: Pick<typeof caller, 'api'> = therapist) =>
    (await api.invoice.issue(issue)).sheet.number.slice(-4)
  const [first, second, third] = list as [(typeof list)[0], (typeof list)[0], (typeof list)[0]]
  expect(await numberOf(first, caller)).toBe('0001')
  expect(await numberOf(second, caller)).toBe('0002')
  // As in the first test, the server stops after it has committed the third invoice.
  const mark = join(folder.dataDir, 'secrets', 'invoice-mark.json')
  rmSync(mark)
  execFileSync('mkfifo', [mark])
  const answer = caller.api.invoice.issue(third).then(
    () => 'answered',
    () => 'lost',
  )
  await expect.poll(async () => (await therapist.api.invoice.get({ id: third.id })).status).toBe('issued')
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(await answer).toBe('lost')
  rmSync(mark)
  const numbers: string[] = []
  for (const issue of list) numbers.push(await numberOf(issue))
  expect(numbers).toEqual(['0001', '0002', '0003', '0004', '0005', '0006'])
  const { rows } = await app.db.asActor({ role: 'worker', id: null }, (tx) =>
    tx.run<{ id: string }>(
      `select data->>'invoiceId' as id from jobs.job_common where name = 'invoice-sending' and data->>'therapistId' = $1`,
      [therapist.accountId],
    ),
  )
  expect(rows.map(({ id }) => id).toSorted()).toEqual(list.map(({ id }) => id).toSorted())
})

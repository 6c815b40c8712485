import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { readPdf } from '../../../../platform/pdf/reading.testing.ts'
import { startSharedApp } from '../../../../testing/app.ts'
import { assistantRequest, permitAssistant } from '../../../../testing/assistant/assistant.ts'
import { openAssistantEndpoint } from '../../../../testing/assistant/endpoint.ts'
import { switchOnAssistant } from '../../../../testing/assistant/setup.ts'
import { tablesContaining } from '../../../../testing/database/canary.ts'
import { unzip } from '../../../../testing/files/unzip.ts'
import { draftLine, issueOf } from '../../../../testing/records/invoices.ts'
import { insertJointSession } from '../../../../testing/records/sessions.ts'
import { makeSuperbillDocument } from '../../../billing/superbill/superbill.document.ts'
import {
  connectPayingClient,
  newSuperbill,
  openAustin,
  payInvoice,
} from '../../../billing/superbill/superbill.testing.ts'
import { buildSearchIndex } from '../../../home/search/search.index.ts'

afterAll(() => double.close())
const double = await openAssistantEndpoint()
const app = await startSharedApp({ worker: false, config: { assistantLocalHosts: [double.host] } })
const [admin, therapist] = await Promise.all([app.person('admin'), app.person('therapist')])
const [ana, ben] = await Promise.all([app.person('client'), app.person('client', 2)])
await switchOnAssistant(admin, double)
await openAustin(app, therapist)
const clientId = await connectPayingClient(app, therapist, ana)
const benId = await connectPayingClient(app, therapist, ben)
await permitAssistant(therapist, clientId, benId)

const sessionId = await insertJointSession(app, therapist, [clientId, benId], new Date(Date.now() - 86_400_000))
const ahead = await insertJointSession(app, therapist, [clientId, benId], new Date(Date.now() - 3_600_000))
/** A word that occurs only in one part, and one that occurs in all of them. */
const canary = { own: 'quokka', other: 'wombat', shared: 'dingo', each: 'canaryword' }
for (const [word, of] of [
  [canary.own, clientId],
  [canary.other, benId],
  [canary.shared, undefined],
] as const) {
  const part = { sessionId, clientId: of }
  await therapist.api.note.save({ ...part, text: `${canary.each} ${word}`, version: 0 })
  await therapist.api.note.sign({ ...part, command: randomUUID(), version: 1 })
  await therapist.api.note.addendum({ ...part, id: randomUUID(), text: `${canary.each} ${word} added` })
}
await buildSearchIndex(app)

/** Returns the parts whose words an output contains. */
const partsIn = (output: unknown) => {
  const text = typeof output === 'string' ? output : JSON.stringify(output)
  return (['own', 'other', 'shared'] as const).filter((part) => text.includes(canary[part]))
}
const download = async (url: string) =>
  Buffer.from(await (await fetch(app.address + url, { headers: { cookie: therapist.cookies() } })).arrayBuffer())
const pdfText = (pdf: Buffer | undefined) => readPdf(pdf ?? Buffer.alloc(0)).pages.join('\n')

test('the outputs about one client that contain notes contain their part of a note on a session of two, and no other @slow', async () => {
  const { api } = therapist
  const sources = [{ kind: 'note' as const, id: sessionId }]
  const order = { clientId, parts: ['notes' as const, 'sessions' as const], from: null, until: null }
  const exported = async (as: 'pdf' | 'zip') => download((await api.recordExport.start({ ...order, as })).url)
  const outputs = {
    'session prep': await api.sessionPrep.get({ clientId }),
    'session prep before a session': await api.sessionPrep.get({ clientId, before: ahead }),
    'the request of the assistant': (await api.assistant.preview(assistantRequest(clientId, { sources }))).body,
    'the print of the notes': await api.note.printOfClient({ clientId }),
    'the overview of the client': await api.client.overview({ id: clientId }),
    'the export as PDF': pdfText(await exported('pdf')),
    'the export as ZIP': pdfText(unzip(await exported('zip')).get('record.pdf')),
  }
  for (const [name, output] of Object.entries(outputs)) expect(partsIn(output), name).toEqual(['own'])
})

test('the shared part is in the record of each client only where the therapist reads or chooses it', async () => {
  const { api } = therapist
  expect(partsIn(await api.note.printOfClient({ clientId, withShared: true }))).toEqual(['own', 'shared'])
  expect(partsIn(await api.note.ofClient({ clientId }))).toEqual(['own', 'shared'])
  expect(partsIn(await api.note.parts({ sessionId, clientId }))).toEqual(['own', 'shared'])
})

test('a search by the words of a part leads to the client whom it is about, and from another record finds nothing', async () => {
  const found = async (query: string) =>
    (await therapist.api.search.texts({ query })).groups.flatMap(({ items }) => items.map((item) => item.clientId))
  expect([await found(canary.own), await found(canary.other)]).toEqual([[clientId], [benId]])
  const inRecord = async (search: string) => (await therapist.api.note.ofClient({ clientId, search })).items.length
  expect([await inRecord(canary.own), await inRecord(canary.other)]).toEqual([1, 0])
})

test('outputs without notes contain no part of a note @slow', async () => {
  const { api } = therapist
  const { address } = await api.calendar.setFeed({ mode: 'name' })
  const day = 86_400_000
  const [from, to] = [-5, 5].map((days) => new Date(Date.now() + days * day).toISOString()) as [string, string]
  const outputs = {
    timeline: await api.client.timeline({ id: clientId }),
    record: await api.client.get({ id: clientId }),
    'calendar feed': await (await fetch(address)).text(),
    dashboard: await api.dashboard.get({ from, to }),
    'notes to write': await api.note.queue({ limit: 100 }),
    'sources of the assistant': await api.assistant.sources({ clientId }),
    'sessions of the client': await api.session.list({ which: 'history', clientId }),
    'home page of the client': await ana.api.clientHome.get({}),
    'session of the client': await ana.api.session.get({ id: sessionId }),
    'access log of the client': await ana.api.access.mine({}),
    notifications: await ana.api.notification.list({}),
    emails: app.inbox.mails,
  }
  for (const [name, output] of Object.entries(outputs)) {
    expect(partsIn(output), name).toEqual([])
    expect(JSON.stringify(output), name).not.toContain(canary.each)
  }
})

test('an invoice and a superbill for a session with notes contain none of them, in no stored form @slow', async () => {
  const line = draftLine({ sessionId, code: 'CPT 90834', text: 'Psychotherapy', minutes: 45, priceMinor: '15000' })
  const { id, sheet } = await issueOf(therapist, clientId, [line])
  await payInvoice(therapist, id, sheet.grossMinor)
  const bill = await therapist.api.superbill.make(newSuperbill(clientId, [sessionId]))
  await makeSuperbillDocument(app, { superbillId: bill.id, therapistId: therapist.accountId })
  const superbill = pdfText(await download(`/api/superbill/${bill.id}/pdf`))
  const order = { clientId, as: 'pdf' as const, parts: ['invoices' as const], from: null, until: null }
  const exported = pdfText(await download((await therapist.api.recordExport.start(order)).url))
  expect([superbill.includes('Psychotherapy'), exported.includes(sheet.number)]).toEqual([true, true])
  for (const output of [sheet, superbill, exported, await therapist.api.invoice.get({ id })])
    expect(JSON.stringify(output)).not.toContain(canary.each)
  // A PDF or a snapshot would be in one of these tables.
  const tables = (await tablesContaining(app.databaseUrl, canary.each)).filter((name) =>
    /invoice|superbill|payment/.test(name),
  )
  expect(tables).toEqual([])
})

/**
 * The conditions with which a reader could join notes to a client. The product uses the first one. The second one dates from the time before notes
 * had parts.
 */
const joins = { part: sql`and n.client_id = c.client_id`, session: sql`` }

test('a reader that joins notes by their session returns the parts of both clients, which the tests above refuse', async () => {
  const read = (join: keyof typeof joins) =>
    app.db.asActor({ role: 'therapist', id: therapist.accountId }, async ({ kysely }) => {
      const { rows } = await sql`select n.text from app.session_client c
        join app.session_note n on n.therapist_id = c.therapist_id and n.session_id = c.session_id ${joins[join]}
        where c.client_id = ${clientId} and c.session_id = ${sessionId}`.execute(kysely)
      return partsIn(rows)
    })
  expect([await read('part'), await read('session')]).toEqual([['own'], ['own', 'other', 'shared']])
})

import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { startSharedApp } from '../../../../testing/app.ts'
import type { Person } from '../../../../testing/people.ts'
import { connectClient } from '../../../../testing/records/sessions.ts'
import { documentLine, invoiceDocument, lineTaxes } from '../../billing-document/content/invoice-document.testing.ts'
import { insertIssued } from '../invoice.issued.testing.ts'

const app = await startSharedApp({ worker: false })
const period = { from: '2026-11-01', until: '2026-11-30', as: 'datev' } as const
const fields = { consultant: '1001', client: '7', chart: 'SKR07' as const, accounts: {} }

/** Returns a therapist with a business in a country and one client. */
async function practiceIn(country: 'AT' | 'DE', number: number) {
  const therapist = await app.person('therapist', number)
  const { version, fields: business } = await therapist.api.business.own({})
  await therapist.api.business.save({ version, fields: { ...business, name: 'Praxis', country } })
  const clientId = await connectClient(app, therapist, await app.person('client', number))
  const issue = (changes: Parameters<typeof invoiceDocument>[0]) =>
    insertIssued(app, { therapistId: therapist.accountId, clientId, sheet: invoiceDocument(changes) })
  const pay = (invoiceId: string, amountMinor: string, paidOn = '2026-11-25') =>
    app.db.asActor({ role: 'therapist', id: therapist.accountId }, ({ kysely }) =>
      sql`insert into app.payment (id, therapist_id, invoice_id, amount_minor, currency, paid_on, method)
        values (${randomUUID()}, ${therapist.accountId}, ${invoiceId}, ${amountMinor}, 'EUR', ${paidOn}, 'bank-transfer')`.execute(
        kysely,
      ),
    )
  return { therapist, issue, pay }
}
async function downloaded(therapist: Person, order: Parameters<Person['api']['invoice']['exportPeriod']>[0] = period) {
  const { url } = await therapist.api.invoice.exportPeriod(order)
  const cookie = therapist.cookies()
  const answer = await fetch(app.address + url, { headers: cookie ? { cookie } : {} })
  return Buffer.from(await answer.arrayBuffer())
    .toString('latin1')
    .trimEnd()
    .split('\r\n')
    .slice(2)
}
const taxed = [documentLine({ ...lineTaxes.S, taxRateBp: 2000, priceMinor: '10000' })]

let vienna: Awaited<ReturnType<typeof practiceIn>>
beforeAll(async () => {
  vienna = await practiceIn('AT', 1)
  await vienna.issue({ number: '2026-0001', lines: taxed, seller: { country: 'AT' } })
  await vienna.issue({ number: '2026-0002', seller: { country: 'AT' } })
})

test('an Austrian practice is told which accounts are missing, and exports with those of its accountant', async () => {
  const { api } = vienna.therapist
  const incomplete = (missing: string[]) => ({ code: 'DATEV_INCOMPLETE', status: 409, data: { missing } })
  await expect(api.invoice.exportPeriod(period)).rejects.toMatchObject(incomplete(['numbers', 'exempt']))
  // Browsers that were opened before the update send the German chart.
  const old = { ...period, datev: { consultant: '1001', client: '7', chart: 'SKR03' } } as const
  await expect(api.invoice.exportPeriod(old)).rejects.toMatchObject(incomplete(['exempt']))
  await api.invoice.saveDatev(fields)
  await expect(api.invoice.exportPeriod(period)).rejects.toMatchObject(incomplete(['exempt']))
  const saved = await api.invoice.saveDatev({ ...fields, accounts: { exempt: { account: '4050', key: '11' } } })
  expect(saved.used).toEqual(['exempt', 'rate-2000'])
  expect(await api.invoice.datev({})).toEqual(saved)
  const lines = await downloaded(vienna.therapist)
  expect(lines.map((line) => line.split(';').slice(0, 9).join(';'))).toEqual([
    '120,00;"S";"EUR";;;;10000;4000;"13"',
    '80,00;"S";"EUR";;;;10000;4050;"11"',
  ])
})

test('accounts and keys have the form of DATEV, and an emptied account is the proposal again', async () => {
  const { api } = (await practiceIn('DE', 2)).therapist
  const german = { ...fields, chart: 'SKR04' } as const
  for (const [kind, account, key] of [
    ['exempt', '410', ''],
    ['exempt', '4100', 'x'],
    ['secret', '4100', ''],
  ] as const)
    await expect(api.invoice.saveDatev({ ...german, accounts: { [kind]: { account, key } } })).rejects.toMatchObject({
      status: 400,
    })
  await api.invoice.saveDatev({ ...german, accounts: { exempt: { account: '4110', key: '' } } })
  const saved = await api.invoice.saveDatev({ ...german, accounts: { exempt: { account: '', key: '' } } })
  expect(saved.fields).toEqual({ ...german, accounts: {} })
})

test('the settings of one therapist are not those of another', async () => {
  const other = await app.person('therapist', 3)
  expect((await other.api.invoice.datev({})).fields).toMatchObject({ consultant: '', accounts: {} })
})

test('a German practice books revenue when it is paid, and an exported year keeps its basis until the next one', async () => {
  const { therapist, issue, pay } = await practiceIn('DE', 4)
  const { api } = therapist
  const german = { ...fields, chart: 'SKR03' as const }
  await api.invoice.saveDatev(german)
  const invoiceId = await issue({ number: '2026-0001', lines: [documentLine({ ...lineTaxes.S, priceMinor: '10000' })] })
  await pay(invoiceId, '5000')
  const [line, ...others] = await downloaded(therapist)
  expect([line?.split(';').slice(0, 8).join(';'), others]).toEqual(['50,00;"S";"EUR";;;;1200;8400', []])
  // The same period gives the same bookings again.
  expect(await downloaded(therapist)).toEqual([line])
  expect(await api.invoice.datev({})).toMatchObject({ bases: { 2026: 'cash' }, exportedUntil: 2026 })
  for (const year of [2025, 2026])
    await expect(
      api.invoice.saveDatev({ ...german, basis: { year, basis: 'accrual' } }),
      String(year),
    ).rejects.toMatchObject({ code: 'BASIS_FIXED', status: 409 })
  const changed = await api.invoice.saveDatev({ ...german, basis: { year: 2027, basis: 'accrual' } })
  expect(changed.bases).toEqual({ 2026: 'cash', 2027: 'accrual' })
  expect(await downloaded(therapist)).toEqual([line])
})

test('a practice that has exported before there was a choice stays on accrual until the next year', async () => {
  const { therapist, issue } = await practiceIn('DE', 5)
  const { api } = therapist
  // The migration writes such a row for each practice with an export in the audit log.
  await app.db.asActor({ role: 'therapist', id: therapist.accountId }, ({ kysely }) =>
    sql`insert into app.datev_setting (therapist_id, bases, exported_until) values (${therapist.accountId}, '{"2026": "accrual"}', 2026)`.execute(
      kysely,
    ),
  )
  await issue({ number: '2026-0001' })
  const german = { ...fields, chart: 'SKR04' as const }
  await api.invoice.saveDatev(german)
  expect((await downloaded(therapist)).map((one) => one.split(';').slice(6, 8))).toEqual([['10000', '4100']])
  const cash = (year: number) => api.invoice.saveDatev({ ...german, basis: { year, basis: 'cash' } })
  await expect(cash(2026)).rejects.toMatchObject({ code: 'BASIS_FIXED' })
  expect((await cash(2027)).bases).toEqual({ 2026: 'accrual', 2027: 'cash' })
})

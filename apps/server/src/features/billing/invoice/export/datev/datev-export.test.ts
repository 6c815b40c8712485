import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { startSharedApp } from '../../../../../testing/app.ts'
import { documentLine, lineTaxes } from '../../../billing-document/content/invoice-document.testing.ts'
import { datevFields, datevPractice } from './datev-practice.testing.ts'

const app = await startSharedApp({ worker: false })
const period = { from: '2026-11-01', until: '2026-11-30', as: 'datev' } as const
const fields = datevFields
type Practice = Awaited<ReturnType<typeof datevPractice>>
const practiceIn = (country: 'AT' | 'DE', number: number) => datevPractice(app, country, number)
/** Returns the lines of an export. */
const downloaded = async (practice: Practice, order?: Parameters<Practice['download']>[0]) =>
  (await practice.download(order)).toString('latin1').trimEnd().split('\r\n').slice(2)
const taxed = [documentLine({ ...lineTaxes.S, taxRateBp: 2000, priceMinor: '10000' })]

let vienna: Practice
beforeAll(async () => {
  vienna = await practiceIn('AT', 1)
  await vienna.issue({ number: '2026-0001', lines: taxed })
  await vienna.issue({ number: '2026-0002' })
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
  const lines = await downloaded(vienna)
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
  const practice = await practiceIn('DE', 4)
  const { issue, pay } = practice
  const { api } = practice.therapist
  const german = { ...fields, chart: 'SKR03' as const }
  await api.invoice.saveDatev(german)
  const invoiceId = await issue({ number: '2026-0001', lines: [documentLine({ ...lineTaxes.S, priceMinor: '10000' })] })
  await pay(invoiceId, '5000')
  const [line, ...others] = await downloaded(practice)
  expect([line?.split(';').slice(0, 8).join(';'), others]).toEqual(['50,00;"S";"EUR";;;;1200;8400', []])
  // The same period gives the same bookings again.
  expect(await downloaded(practice)).toEqual([line])
  expect(await api.invoice.datev({})).toMatchObject({ bases: { 2026: 'cash' }, exportedUntil: 2026 })
  for (const year of [2025, 2026])
    await expect(
      api.invoice.saveDatev({ ...german, basis: { year, basis: 'accrual' } }),
      String(year),
    ).rejects.toMatchObject({ code: 'BASIS_FIXED', status: 409 })
  const changed = await api.invoice.saveDatev({ ...german, basis: { year: 2027, basis: 'accrual' } })
  expect(changed.bases).toEqual({ 2026: 'cash', 2027: 'accrual' })
  expect(await downloaded(practice)).toEqual([line])
})

test('a practice that has exported before there was a choice stays on accrual until the next year', async () => {
  const practice = await practiceIn('DE', 5)
  const { issue, therapist } = practice
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
  expect((await downloaded(practice)).map((one) => one.split(';').slice(6, 8))).toEqual([['10000', '4100']])
  const cash = (year: number) => api.invoice.saveDatev({ ...german, basis: { year, basis: 'cash' } })
  await expect(cash(2026)).rejects.toMatchObject({ code: 'BASIS_FIXED' })
  expect((await cash(2027)).bases).toEqual({ 2026: 'accrual', 2027: 'cash' })
})

test('each payer has an account of its own on request, and keeps it @slow', async () => {
  const practice = await practiceIn('AT', 6)
  const { issue } = practice
  const { api } = practice.therapist
  const own = { ...fields, accounts: { exempt: { account: '4050', key: '' } } }
  await expect(api.invoice.saveDatev({ ...own, debtorsFrom: 70_000 })).rejects.toMatchObject({ status: 400 })
  await api.invoice.saveDatev({ ...own, debtorsFrom: 20_000 })
  const to = (name: string, changes = {}) => ({
    buyer: { name, kind: 'organization', street: `${name} 1`, ...changes } as const,
  })
  for (const [index, changes] of [to('Ana'), to('Ana'), to('Ben'), to('Ana', { postalCode: '99999' })].entries())
    await issue({ number: `2026-000${index + 1}`, issuedOn: index < 2 ? '2026-10-02' : '2026-11-02', ...changes })
  const accountsIn = async (month: string) =>
    (await downloaded(practice, { from: `2026-${month}-01`, until: `2026-${month}-30`, as: 'datev' })).map(
      (line) => line.split(';')[6],
    )
  // Ben and another Ana have bookings in November, which is exported first, so that the first Ana gets a later number.
  expect(await accountsIn('11')).toEqual(['20000', '20001'])
  expect(await accountsIn('10')).toEqual(['20002', '20002'])
  await api.invoice.saveDatev({ ...own, debtorsFrom: 30_000 })
  expect(await accountsIn('11')).toEqual(['20000', '20001'])
  await issue({ number: '2026-0005', ...to('Cleo') })
  expect(await accountsIn('11')).toEqual(['20000', '20001', '30000'])
  await api.invoice.saveDatev({ ...own, debtorsFrom: null })
  expect(await accountsIn('10')).toEqual(['10000', '10000'])
})

test('a payer without a letter in Windows-1252 is refused with the number of the invoice', async () => {
  const { therapist, issue } = await practiceIn('AT', 7)
  await therapist.api.invoice.saveDatev({ ...fields, accounts: { exempt: { account: '4050', key: '' } } })
  await issue({ number: '2026-0001', buyer: { name: '\u{e000}\u{e001}' } })
  await expect(therapist.api.invoice.exportPeriod(period)).rejects.toMatchObject({
    code: 'DATEV_UNREADABLE',
    data: { numbers: ['2026-0001'] },
  })
})

import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { drafts } from '../../../../platform/draft/drafts.ts'
import { mockServer, refusalResponse, renderPage } from '../../../../testing/render-page.tsx'
import { uiText } from '../../../../testing/ui-text.ts'
import { resetToasts } from '../../../../ui/toast/toast.ts'
import { DatevSettings } from './DatevSettings.tsx'
import { InvoiceExportDialog } from './InvoiceExportDialog.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  resetToasts()
  drafts.discard(
    'datev',
    drafts.versions('datev').map(({ writer }) => writer),
  )
})

const thisYear = new Date().getFullYear()
const fields = { consultant: '', client: '', chart: 'SKR03', accounts: {}, debtorsFrom: null }
const saved = { ...fields, consultant: '29098', client: '55003' }
const stored = (changes: object = {}) => ({ fields, bases: {}, exportedUntil: null, used: ['exempt'], ...changes })

function serve(country: string | null, datev: object, save: (input: never) => unknown = () => datev) {
  return mockServer({
    'business/own': () => ({ fields: { country }, version: 1 }),
    'invoice/datev': () => datev,
    'invoice/saveDatev': save,
  })
}
const field = (key: string, values = {}) =>
  screen.findByLabelText<HTMLInputElement>(uiText(`invoiceExport:${key}` as never, values))
const save = () => fireEvent.click(screen.getByRole('button', { name: uiText('settings:form.save') }))
const type = (input: HTMLElement, value: string) => fireEvent.change(input, { target: { value } })

test('a German practice enters numbers, basis, chart and an account in the settings, and what is wrong is named before it is saved @slow', async () => {
  const { inputsOf } = serve('DE', stored(), (entered: typeof saved) =>
    stored({ fields: entered, bases: { [thisYear]: 'accrual' } }),
  )
  await renderPage(<DatevSettings />)
  type(await field('consultant'), '12')
  type(await field('client'), '55003')
  save()
  expect(await screen.findByText(uiText('invoiceExport:problems.consultant'))).toBeTruthy()
  expect(inputsOf('invoice/saveDatev')).toEqual([])
  type(await field('consultant'), '29098')
  type(await field('basis', { year: String(thisYear) }), 'accrual')
  type(await field('chart'), 'SKR04')
  type(await field('accountOf', { name: uiText('invoiceExport:kinds.bank') }), '1801')
  expect(screen.getByText(uiText('settings:form.unsaved'))).toBeTruthy()
  save()
  await waitFor(() =>
    expect(inputsOf('invoice/saveDatev')).toEqual([
      {
        ...saved,
        chart: 'SKR04',
        accounts: { bank: { account: '1801', key: '' } },
        basis: { year: thisYear, basis: 'accrual' },
      },
    ]),
  )
  await waitFor(() => expect(screen.queryByText(uiText('settings:form.unsaved'))).toBeNull())
})

test('what is typed and returned to what is saved is no unsaved change @slow', async () => {
  serve('DE', stored({ fields: saved }))
  await renderPage(<DatevSettings />)
  const bank = await field('accountOf', { name: uiText('invoiceExport:kinds.bank') })
  const proposed = bank.value
  type(bank, '1')
  expect(screen.getByText(uiText('settings:form.unsaved'))).toBeTruthy()
  type(bank, proposed)
  expect(screen.queryByText(uiText('settings:form.unsaved'))).toBeNull()
})

test('a basis that an export has fixed meanwhile is refused with the reason @slow', async () => {
  serve('DE', stored({ fields: saved }), () => refusalResponse(409, 'BASIS_FIXED'))
  await renderPage(<DatevSettings />)
  type(await field('basis', { year: String(thisYear) }), 'accrual')
  save()
  expect(await screen.findByText(uiText('invoiceExport:settings.basisRefused'))).toBeTruthy()
})

test('where tax advisers do not use DATEV, the settings say where the exports are', async () => {
  serve('US', stored())
  await renderPage(<DatevSettings />)
  expect(await screen.findByText(uiText('invoiceExport:settings.elsewhere'))).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
})

test.each([
  ['everything before the numbers are saved', 'DE', fields, ['consultant', 'chart']],
  ['the basis and the missing accounts once they are', 'AT', saved, []],
] as const)('the export dialog asks for %s @slow', async (_, country, of, shown) => {
  serve(country, stored({ fields: of }))
  await renderPage(<InvoiceExportDialog onClose={() => {}} />)
  fireEvent.click(await screen.findByRole('radio', { name: uiText('invoiceExport:formats.datev') }))
  const dialog = within(screen.getByRole('dialog'))
  await dialog.findByLabelText(uiText('invoiceExport:accountOf', { name: uiText('invoiceExport:kinds.exempt') }))
  const labels = ['consultant', 'chart'].filter((key) =>
    dialog.queryByLabelText(uiText(`invoiceExport:${key}` as never)),
  )
  expect(labels).toEqual(shown)
  const bank = uiText('invoiceExport:accountOf', { name: uiText('invoiceExport:kinds.bank') })
  expect(dialog.queryByLabelText(bank) === null).toBe(of === saved)
  const link = dialog.queryByRole('link', { name: uiText('invoiceExport:settings.change') })
  expect(link?.getAttribute('href') ?? null).toBe(of === saved ? '/dashboard/therapist/settings/accounting' : null)
})

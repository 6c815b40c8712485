import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { mockServer, renderPage } from '../../../../testing/render-page.tsx'
import { ImportPage } from './ImportPage.tsx'
import { uiText, uiTextPattern } from '../../../../testing/ui-text.ts'

afterEach(() => vi.unstubAllGlobals())

const id = '5a1f4b7e-5d1f-4a58-9a43-0d3a1a2b3c4d'
type Sent = { rows: { id: string; firstName: string; lastName: string; notes: string; phone: string }[] }

/** Opens the import page. `kept` contains the ids of the clients that the server already has and does not add again. */
async function open(kept = new Set<string>(), matchesOf: (rows: Sent['rows']) => unknown = () => []) {
  const served = mockServer({
    'login/session': () => ({ login: { userId: id, role: 'therapist', need: null } }),
    'account/me': () => ({ id, role: 'therapist', zone: 'Europe/Berlin' }),
    'product/info': () => ({ mailConfigured: true }),
    'client/compareImport': ({ rows }: Sent) => ({ matches: matchesOf(rows) }),
    'client/importMany': ({ rows }: Sent) => {
      const known = rows.filter((row) => kept.has(row.id)).map((row) => row.id)
      const added = rows.filter((row) => !kept.has(row.id)).map((row) => row.id)
      added.forEach((one) => kept.add(one))
      return { added, known, refused: [] }
    },
  })
  const { container, unmount } = await renderPage(<ImportPage />, '/dashboard/therapist/clients/import')
  const sent = () => served.calls.filter(({ path }) => path === 'client/importMany').map(({ input }) => input as Sent)
  return { container, unmount, sent }
}
function choose(container: HTMLElement, bytes: Uint8Array<ArrayBuffer> | string, name = 'clients.csv') {
  const input = container.querySelector('input[type=file]')
  if (!input) throw new Error('no place for a file')
  fireEvent.change(input, { target: { files: [new File([bytes], name)] } })
}
const utf16 = (text: string) => {
  const units = Uint16Array.from(`\ufeff${text}`, (char) => char.charCodeAt(0))
  return new Uint8Array(units.buffer)
}
const latin = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0))
const german = 'Vorname;Nachname\r\nJörg;Müller'

test('only a file that is neither UTF-8 nor UTF-16 asks to check the names @slow', async () => {
  for (const [bytes, asks] of [
    [german, false],
    [utf16(german), false],
    [latin(german), true],
  ] as const) {
    const { container, unmount } = await open()
    choose(container, bytes)
    expect(await screen.findByRole('cell', { name: 'Jörg Müller' })).toBeTruthy()
    expect(screen.queryByText(uiTextPattern('import:file.old')) !== null).toBe(asks)
    unmount()
  }
})

test('a file that is not a text table is refused with the reason, and another file can be chosen @slow', async () => {
  const { container } = await open()
  choose(container, 'PK\u0003\u0004\u0000', 'clients.xlsx')
  await screen.findByText(uiText('import:choose.unreadable'))
  choose(container, ' \r\n\r\n')
  await screen.findByText(uiText('import:choose.empty'))
  choose(container, 'a;b\n'.repeat(5001))
  await screen.findByText(uiText('import:choose.tooMany'))
  choose(container, new Uint8Array(10 * 1024 * 1024 + 1))
  await screen.findByText(uiText('import:choose.tooLarge'))
  choose(container, german)
  await screen.findByText('clients.csv, 1 line')
})

test('columns can be mapped by hand, and the import needs names @slow', async () => {
  const { container } = await open()
  choose(container, 'Wer;Ruf\r\nMoreau, Ana;555')
  await screen.findByText(uiText('import:map.names'))
  fireEvent.click(screen.getByRole('checkbox', { name: uiText('import:file.heading') }))
  const submit = () => screen.getByRole('button', { name: /^Import \d/ })
  expect(submit()).toHaveProperty('disabled', true)
  fireEvent.change(screen.getByRole('combobox', { name: uiText('import:map.holds', { column: 'Wer' }) }), {
    target: { value: 'fullName' },
  })
  fireEvent.change(screen.getByRole('combobox', { name: uiText('import:map.holds', { column: 'Ruf' }) }), {
    target: { value: 'phone' },
  })
  const cells = within(screen.getAllByRole('row')[1] as HTMLElement).getAllByRole('cell')
  expect(cells.map((cell) => cell.textContent)).toEqual(['2', 'Ana Moreau', '', '555', ''])
  expect(submit()).toHaveProperty('disabled', false)
})

test('formulas are imported as text, and invalid lines are reported and skipped [5.03]', async () => {
  const { container, sent } = await open()
  choose(container, "Vorname;Nachname;Notiz;Telefon\n=1+1;Müller;'@SUM(A1);+49 40\n;Nobody;;\nMia;=cmd|' /C calc'!A0;;")
  const faults = await screen.findByRole('region', { name: uiText('import:problems.title') })
  expect(
    within(faults)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(['Line 3First name and last name are required'])
  fireEvent.click(screen.getByRole('button', { name: 'Import 2 clients' }))
  await screen.findByText(uiText('import:done.added_other', { count: '2' }))
  expect(sent()[0]?.rows).toMatchObject([
    { firstName: '=1+1', notes: '@SUM(A1)', phone: '+49 40' },
    { firstName: 'Mia', lastName: "=cmd|' /C calc'!A0" },
  ])
})

test('the preview counts existing and new clients, and lists namesakes and other dates of birth @slow', async () => {
  const matchesOf = (rows: Sent['rows']) =>
    rows.flatMap(({ firstName }, index) =>
      firstName === 'Ana'
        ? [{ index, kind: 'known', otherBirthDate: index === 0 }]
        : firstName === 'Ben'
          ? [{ index, kind: 'namesake', otherBirthDate: true }]
          : [],
    )
  const { container } = await open(new Set(), matchesOf)
  const many = Array.from({ length: 1200 }, (_, at) => `Row${at};Import;row${at}@file.test`)
  const people = ['Ana;Moreau;ana@file.test', 'Ben;Brandt;', ...many, 'Ana;Weber;weber@file.test']
  choose(container, ['Vorname;Nachname;E-Mail', ...people].join('\n'))
  const existing = await screen.findByRole('region', { name: uiText('import:existing.title') })
  expect(existing.textContent).toContain(uiText('import:existing.known_other', { count: '2' }))
  expect(
    within(existing)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual([
    `Line 2${uiText('import:existing.keptBirthDate', { name: 'Ana Moreau' })}`,
    `Line 3${uiText('import:existing.otherBirthDate', { name: 'Ben Brandt' })}`,
  ])
  expect(screen.getByRole('button', { name: uiText('import:send.submit_other', { count: '1201' }) })).toBeTruthy()
})

test('2,000 lines are previewed by the first eight and added once in batches @slow', async () => {
  const lines = Array.from({ length: 2000 }, (_, at) => `Row${at};Import;row${at}@file.test`)
  const text = ['Vorname;Nachname;E-Mail', ...lines].join('\n')
  const kept = new Set<string>()
  for (const said of [
    uiText('import:done.added_other', { count: '2000' }),
    uiText('import:done.known_other', { count: '2000' }),
  ]) {
    const { container, sent, unmount } = await open(kept)
    choose(container, text)
    await screen.findByText('clients.csv, 2000 lines')
    expect(screen.getAllByRole('row')).toHaveLength(1 + 8)
    fireEvent.click(screen.getByRole('button', { name: 'Import 2000 clients' }))
    await waitFor(() => expect(screen.getByText(said)).toBeTruthy())
    expect(sent()).toHaveLength(20)
    expect(screen.getAllByRole('checkbox')).toHaveLength(1 + 100)
    unmount()
  }
})

import type { BackupPlace, BackupState } from '@attune/contract/features/practice/administration/administration.backups'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mockServer, refusalResponse, renderPage } from '../../../../testing/render-page.tsx'
import { uiText } from '../../../../testing/ui-text.ts'
import { BackupsPage } from './BackupsPage.tsx'

const now = '2026-11-24T09:00:00.000Z'
const last = '2026-11-24T02:10:00.000Z'
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(now) }))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const words = Array.from({ length: 24 }, (_, index) => `word${index + 1}`)
const proved = { at: last, size: 1_400_000_000, seconds: 125, newest: '2026-11-24T02:05:00.000Z' }
const beginning: BackupState = {
  hasOwnDatabase: false,
  lastAt: null,
  isOverdue: false,
  proved: null,
  problem: null,
  progress: null,
  next: { at: '2026-11-25T02:00:00.000Z', zone: 'Europe/Berlin' },
  isOnSameDisk: false,
  destinations: [],
  allowedFolders: ['/mnt/backups'],
  key: { printed: null, earlier: 0, second: null },
}
const folder = '/mnt/backups/attune'
const destination = { name: folder, kind: 'folder', lastAt: last, failedAt: null } as const
const ready: BackupState = {
  ...beginning,
  lastAt: last,
  proved,
  destinations: [destination],
  key: { printed: 'abcd1234abcd1234', earlier: 1, second: null },
}
const backup = {
  name: '2026-11-24T02-10-00Z',
  at: last,
  size: 1_400_000_000,
  storedBytes: 300_000_000,
  keys: ['abcd1234abcd1234'],
  hasSecrets: true,
  isProved: true,
}
const place: BackupPlace = {
  name: folder,
  kind: 'folder',
  problem: null,
  restoreCommand: `npm run restore -- ${folder}`,
  backups: [backup, { ...backup, name: 'earlier', at: '2026-11-23T02:10:00.000Z', isProved: false, hasSecrets: false }],
}

function serve(
  state: BackupState,
  places: BackupPlace[] = [place],
  more: Record<string, (input: never) => unknown> = {},
) {
  let current = state
  const server = mockServer({
    'login/session': () => ({ login: { userId: 'admin', role: 'admin', need: null } }),
    'account/me': () => ({ id: 'admin', role: 'admin', language: 'en', zone: 'Europe/Berlin' }),
    'product/info': () => ({ practiceName: 'Lindqvist' }),
    'administration/backups': () => current,
    'administration/storedBackups': () => ({ places }),
    'administration/proposeBackupKey': () => ({ words, positions: [3, 17], fingerprint: 'abcd1234abcd1234' }),
    ...more,
  })
  return { ...server, become: (next: BackupState) => (current = next) }
}

const button = (name: string) => screen.getByRole('button', { name })

test('before the first backup the page says when it comes, and offers to print the key', async () => {
  serve(beginning, [])
  await renderPage(<BackupsPage />)
  expect(await screen.findByText(/Attune makes the first one/)).toBeTruthy()
  expect(screen.getByText(uiText('backupSetup:key.none'))).toBeTruthy()
  expect(screen.getByText(uiText('backupSetup:destination.none'))).toBeTruthy()
  expect(screen.queryByText(uiText('backups:restore.title'))).toBeNull()
})

test('the last proof, each backup with what it covers, and the restore command are shown', async () => {
  serve(ready)
  await renderPage(<BackupsPage />)
  expect(await screen.findByText('2 minutes')).toBeTruthy()
  expect(screen.getAllByText('1.4 GB').length).toBeGreaterThan(0)
  const rows = (await screen.findAllByRole('listitem')).filter((item) => item.textContent?.includes('abcd1234'))
  expect(within(rows[0] as HTMLElement).getByText(uiText('backups:list.proved'))).toBeTruthy()
  expect(within(rows[0] as HTMLElement).getByText(uiText('backups:list.all'))).toBeTruthy()
  expect(within(rows[1] as HTMLElement).getByText(uiText('backups:list.unproved'))).toBeTruthy()
  expect(within(rows[1] as HTMLElement).getByText(uiText('backups:list.part'))).toBeTruthy()
  expect(screen.getByText(`npm run restore -- ${folder}`)).toBeTruthy()
  expect(await screen.findByText(uiText('backupSetup:destination.connected'))).toBeTruthy()
})

test('a backup older than 48 hours is overdue, and an attempt without space has its figures', async () => {
  serve({ ...ready, isOverdue: true, problem: { why: 'space', at: now, free: 2e9, needed: 9e9 } })
  await renderPage(<BackupsPage />)
  expect(await screen.findByText(uiText('backups:status.overdue'))).toBeTruthy()
  expect(screen.getByText(uiText('backups:status.old'))).toBeTruthy()
  expect(screen.getByText(/2 GB free, 9 GB needed/)).toBeTruthy()
})

test.each([
  [{ why: 'space', at: now, free: 8e9, needed: 20e9 } as const, 'Not proved: 12 GB missing'],
  [{ why: 'failed', at: now } as const, uiText('backups:status.unproved')],
])(
  'after an attempt with the problem %o the page does not say that the backup is proved @slow',
  async (problem, shown) => {
    serve({ ...ready, problem }, [])
    await renderPage(<BackupsPage />)
    expect(await screen.findByText(shown)).toBeTruthy()
    expect(screen.queryByText(uiText('backups:status.proved'))).toBeNull()
  },
)

test('a backup is started once and shows its step @slow', async () => {
  const server = serve(ready, [place], { 'administration/startBackup': () => ({ done: true }) })
  await renderPage(<BackupsPage />)
  server.become({ ...ready, progress: { startedAt: now, phase: 'send', done: 5e8, total: 1e9 } })
  fireEvent.click(await screen.findByRole('button', { name: uiText('backups:now') }))
  const bar = await screen.findByRole('progressbar', { name: uiText('backups:progress.label') })
  expect(bar.getAttribute('value')).toBe('3.5')
  expect(screen.getByText(/500 MB of 1 GB/)).toBeTruthy()
  expect(button(uiText('backups:now')).hasAttribute('disabled')).toBe(true)
  expect(server.inputsOf('administration/startBackup')).toHaveLength(1)
})

test('the words are shown once, two are typed back, and a wrong one is named @slow', async () => {
  let isRight = false
  const server = serve(beginning, [], {
    'administration/confirmBackupKey': () =>
      isRight ? { done: true } : refusalResponse(409, 'WRONG_WORDS', { positions: [17] }),
  })
  await renderPage(<BackupsPage />)
  fireEvent.click(await screen.findByRole('button', { name: uiText('backupSetup:key.print') }))
  const dialog = await screen.findByRole('dialog', { name: uiText('backupSetup:words.title') })
  expect(await within(dialog).findByText('word24')).toBeTruthy()
  fireEvent.click(within(dialog).getByRole('button', { name: uiText('backupSetup:words.next') }))
  const check = await screen.findByRole('dialog', { name: uiText('backupSetup:words.checkTitle') })
  expect(within(check).queryByText('word24')).toBeNull()
  fireEvent.change(within(check).getByLabelText('Word 3'), { target: { value: 'word3' } })
  fireEvent.change(within(check).getByLabelText('Word 17'), { target: { value: 'wrong' } })
  fireEvent.click(within(check).getByRole('button', { name: uiText('backupSetup:words.confirm') }))
  expect(await within(check).findByText("This isn't word 17 on your sheet.")).toBeTruthy()
  isRight = true
  fireEvent.change(within(check).getByLabelText('Word 17'), { target: { value: ' word17 ' } })
  fireEvent.click(within(check).getByRole('button', { name: uiText('backupSetup:words.confirm') }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.inputsOf('administration/confirmBackupKey').at(-1)).toEqual({ words: ['word3', 'word17'] })
  expect(server.inputsOf('administration/proposeBackupKey')).toHaveLength(1)
})

test('a destination before the key asks for the key first @slow', async () => {
  serve(beginning, [])
  await renderPage(<BackupsPage />)
  fireEvent.click(await screen.findByRole('button', { name: uiText('backupSetup:destination.add') }))
  const dialog = await screen.findByRole('dialog', { name: uiText('backupSetup:words.title') })
  expect(within(dialog).getByText(uiText('backupSetup:destination.keyFirst'))).toBeTruthy()
})

test('a folder that is not prepared shows the command that prepares it @slow', async () => {
  const server = serve({ ...ready, destinations: [] }, [], {
    'administration/addBackupDestination': () => refusalResponse(409, 'PROBLEM', { problem: 'not-marked' }),
  })
  await renderPage(<BackupsPage />)
  fireEvent.click(await screen.findByRole('button', { name: uiText('backupSetup:destination.add') }))
  const dialog = await screen.findByRole('dialog', { name: uiText('backupSetup:destination.add') })
  fireEvent.click(within(dialog).getByRole('button', { name: uiText('backupSetup:destination.submit') }))
  expect(within(dialog).getByText(uiText('backupSetup:destination.folderMissing'))).toBeTruthy()
  fireEvent.change(within(dialog).getByLabelText(uiText('backupSetup:destination.folder')), {
    target: { value: '/mnt/my backups' },
  })
  fireEvent.click(within(dialog).getByRole('button', { name: uiText('backupSetup:destination.submit') }))
  expect(await within(dialog).findByText("npm run backup -- --init '/mnt/my backups'")).toBeTruthy()
  expect(server.inputsOf('administration/addBackupDestination')).toEqual([
    { kind: 'folder', folder: '/mnt/my backups' },
  ])
})

test('a bucket is sent with its keys after its fields are right @slow', async () => {
  const server = serve({ ...ready, destinations: [] }, [], {
    'administration/addBackupDestination': () => ({ problem: null, free: null, isOnSameDisk: false }),
  })
  await renderPage(<BackupsPage />)
  fireEvent.click(await screen.findByRole('button', { name: uiText('backupSetup:destination.add') }))
  const dialog = await screen.findByRole('dialog', { name: uiText('backupSetup:destination.add') })
  fireEvent.click(within(dialog).getByRole('radio', { name: uiText('backupSetup:destination.kinds.s3') }))
  fireEvent.click(within(dialog).getByRole('button', { name: uiText('backupSetup:destination.submit') }))
  expect(within(dialog).getByText(uiText('backupSetup:destination.bucketWrong'))).toBeTruthy()
  const typed = {
    endpoint: 'https://s3.example.com',
    region: 'eu-central-1',
    bucket: 'practice',
    prefix: 'attune/',
    accessKeyId: 'ACCESS',
    secretAccessKey: 'SECRET',
  } as const
  for (const [name, value] of Object.entries(typed) as [keyof typeof typed, string][])
    fireEvent.change(within(dialog).getByLabelText(uiText(`backupSetup:destination.${name}`)), { target: { value } })
  fireEvent.click(within(dialog).getByRole('button', { name: uiText('backupSetup:destination.submit') }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.inputsOf('administration/addBackupDestination')).toEqual([{ kind: 's3', ...typed }])
})

test('a destination that is lost says why, and its test passes once it is back @slow', async () => {
  serve(ready, [{ ...place, problem: 'not-marked', backups: [] }], {
    'administration/testBackupDestination': () => ({ problem: null, free: 5e9, isOnSameDisk: false }),
  })
  await renderPage(<BackupsPage />)
  expect(await screen.findByText(uiText('backupSetup:destination.lost'))).toBeTruthy()
  expect(screen.getByText(`npm run backup -- --init ${folder}`)).toBeTruthy()
  expect(await screen.findByText(uiText('backups:list.unavailable'))).toBeTruthy()
  fireEvent.click(button(`Test ${folder}`))
  expect(await screen.findByText(/Test passed/)).toBeTruthy()
  expect(screen.getByText(uiText('backupSetup:destination.connected'))).toBeTruthy()
})

test('a practice with its own Postgres backs up here too, and reads that its host archives the log', async () => {
  serve({ ...ready, hasOwnDatabase: true }, [place])
  await renderPage(<BackupsPage />)
  expect(await screen.findByText(uiText('backups:own.text'))).toBeTruthy()
  expect(await screen.findByText(uiText('backups:restore.database'))).toBeTruthy()
  expect(screen.queryByText(/YYYY-MM-DD/)).toBeNull()
  expect(button(uiText('backups:now'))).toBeTruthy()
})

import { MantineProvider } from '@mantine/core'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { HintTooltip } from './page/menu/HintTooltip.tsx'
import { PersonAvatar } from './page/row/PersonAvatar.tsx'
import { SubmitButton } from './base/SubmitButton.tsx'
import Toasts from './toast/Toasts.tsx'
import { toast } from './toast/toast.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const around = (what: React.ReactNode) => render(<MantineProvider env="test">{what}</MantineProvider>)
const shown = () => [...document.querySelectorAll('[data-sonner-toast]')]

test('a toast of each variant shows its description or, without one, its title [8.12]', async () => {
  around(<Toasts />)
  act(() => {
    toast({ variant: 'destructive', title: 'Not saved', description: 'The time is taken.' })
    toast({ variant: 'success', title: 'Saved' })
  })
  await expect.poll(() => shown().length).toBe(2)
  expect(screen.getByText('The time is taken.')).toBeTruthy()
  expect(screen.queryByText('Not saved')).toBeNull()
  expect(screen.getByText('Saved')).toBeTruthy()
  act(() => {
    toast.warning('Careful')
    toast.info('By the way')
  })
  await expect
    .poll(() => new Set(shown().map((one) => one.getAttribute('data-type'))))
    .toEqual(new Set(['error', 'success', 'warning', 'info']))
})

test('three toasts are visible at the bottom right, and one disappears after 4 to 5 seconds [9.15]', async () => {
  vi.useFakeTimers()
  around(<Toasts />)
  await act(async () => {
    for (const text of ['one', 'two', 'three', 'four']) toast.info(text)
    await vi.advanceTimersByTimeAsync(100)
  })
  const list = document.querySelector('[data-sonner-toaster]')
  expect(list?.getAttribute('data-y-position')).toBe('bottom')
  expect(list?.getAttribute('data-x-position')).toBe('right')
  expect(shown().filter((one) => one.getAttribute('data-visible') === 'true')).toHaveLength(3)
  await act(() => vi.advanceTimersByTimeAsync(3_800))
  expect(shown()).not.toHaveLength(0)
  await act(() => vi.advanceTimersByTimeAsync(1_500))
  expect(shown()).toHaveLength(0)
})

test('a tooltip opens after 700 ms, and Escape hides it [9.15]', () => {
  vi.useFakeTimers()
  around(
    <HintTooltip text="Hide sidebar">
      <button>x</button>
    </HintTooltip>,
  )
  const button = screen.getByRole('button')
  act(() => button.focus())
  act(() => void vi.advanceTimersByTime(699))
  expect(screen.queryByRole('tooltip')).toBeNull()
  act(() => void vi.advanceTimersByTime(1))
  expect(screen.getByRole('tooltip').textContent).toBe('Hide sidebar')
  fireEvent.keyDown(button, { key: 'Escape' })
  expect(screen.queryByRole('tooltip')).toBeNull()
})

test('an avatar whose picture cannot be loaded shows initials [8.09]', () => {
  const { container } = around(<PersonAvatar personId="ana" name="Ana Moreau" url="/avatars/a/1.webp" />)
  expect(screen.queryByText('AM')).toBeNull()
  fireEvent.error(container.querySelector('img') as Element)
  expect(screen.getByText('AM')).toBeTruthy()
})

test('without a connection, a form that is being sent says that it will be sent later', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  around(<SubmitButton running>Save</SubmitButton>)
  expect(screen.getByRole('status').textContent).toMatch(/No connection/)
})

test('an avatar shows two initials of one name, and an icon for a list of names', () => {
  around(<PersonAvatar personId="ana" name="Ana Moreau" />)
  expect(screen.getByText('AM')).toBeTruthy()
  const { container } = around(<PersonAvatar personId="leo" name="Leo Brandt, Ingrid Dahl" several />)
  expect(container.querySelector('.tabler-icon-users')).toBeTruthy()
  expect(screen.queryByText('LD')).toBeNull()
})

test('the tint of an avatar depends on the person, not on the name', () => {
  const tintOf = (personId: string, name: string) => {
    const { container, unmount } = around(<PersonAvatar personId={personId} name={name} />)
    const tint = container.querySelector<HTMLElement>('[data-tint]')?.dataset.tint
    unmount()
    return tint
  }
  const names = ['Ana Moreau', 'Ana M.', 'A. Moreau', 'ana@example.org', '']
  expect(new Set(names.map((name) => tintOf('9f1c', name))).size).toBe(1)
  expect(new Set(['a', 'b', 'c', 'd'].map((id) => tintOf(id, 'Ana Moreau'))).size).toBeGreaterThan(1)
})

test('every avatar gets the id of a person: of the account, else of the client record', () => {
  const sources = import.meta.glob<string>(['../features/**/*.tsx', '../shell/**/*.tsx', '!**/*.test.tsx'], {
    query: '?raw',
    import: 'default',
    eager: true,
  })
  const uses = Object.entries(sources).flatMap(([file, source]) =>
    [...source.matchAll(/<PersonAvatar\b[^>]*?\bpersonId=\{([^}]*)\}/g)].map(([, id]) => ({ file, id })),
  )
  expect(uses.length).toBe(Object.values(sources).join('').split('<PersonAvatar').length - 1)
  // Names and email addresses can change, and a client record and its client's account have different ids, so none of them can determine the tint.
  expect(uses.filter(({ id }) => /name|email|clientId|client\.id/i.test(id ?? ''))).toEqual([])
})

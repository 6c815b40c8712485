import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as outgoingChanges from '../../../../platform/outgoing/outgoing-changes.ts'
import { pendingChanges } from '../../../../platform/outgoing/outgoing-state.ts'
import { mockServer, renderPage } from '../../../../testing/render-page.tsx'
import { uiText } from '../../../../testing/ui-text.ts'
import { sampleId, signedInAnswers } from '../../../schedule/session/session.testing.ts'
import { outgoingTaskKey } from '../mutations.ts'
import { sampleTask, sampleTaskDetails } from '../task.testing.ts'
import { CompletedElsewhere } from './CompletedElsewhere.tsx'

const mine = { kind: 'plain', note: 'Written on the train.' } as const
const theirs = { kind: 'plain', note: 'Written at home.' } as const

beforeEach(() => {
  pendingChanges.set([
    {
      path: ['task', 'complete'],
      input: { id: sampleId, answer: mine },
      thing: outgoingTaskKey(sampleId),
      number: 1,
      refused: 'ILLEGAL_TRANSITION',
    },
  ])
})
afterEach(() => {
  pendingChanges.set([])
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Shows a task that was completed on another device, while this device still stores an answer that was submitted here. */
async function show(answer: { kind: 'plain'; note: string }, hours = 0) {
  const task = sampleTask('client', {
    id: sampleId,
    status: 'completed',
    completedAt: new Date(Date.now() - hours * 3_600_000).toISOString(),
  })
  const details = sampleTaskDetails(
    task,
    { kind: 'plain' },
    { answer: { answer, score: null, results: [], handedInAt: new Date().toISOString(), answeredAt: null } },
  )
  const discarded = vi.spyOn(outgoingChanges, 'discardWaiting').mockResolvedValue()
  const { calls } = mockServer({
    ...signedInAnswers('client'),
    'task/undo': () => task,
    'task/complete': () => ({ task, safety: false }),
  })
  await renderPage(<CompletedElsewhere details={details} />)
  const sent = () => calls.filter(({ path }) => /^task\/(undo|complete)$/.test(path))
  return { discarded, sent }
}
const side = (name: 'versionConflict:mine' | 'versionConflict:theirs') =>
  within(screen.getByRole('region', { name: uiText(name) }))
const press = (name: 'versionConflict:keepMine' | 'versionConflict:useTheirs') =>
  fireEvent.click(screen.getByRole('button', { name: uiText(name) }))

test('a task completed elsewhere shows both answers, and the own one can replace the other @slow', async () => {
  const { discarded, sent } = await show(theirs)
  await screen.findByText(uiText('versionConflict:title'))
  expect(side('versionConflict:mine').getByText(mine.note)).toBeTruthy()
  expect(side('versionConflict:theirs').getByText(theirs.note)).toBeTruthy()
  press('versionConflict:keepMine')
  await waitFor(() => expect(discarded).toHaveBeenCalledOnce())
  expect(sent().map(({ path }) => path)).toEqual(['task/undo', 'task/complete'])
  expect(sent()[1]?.input).toMatchObject({ id: sampleId, answer: mine })
})

test('keeping the answer of the other device discards the waiting one and sends nothing', async () => {
  const { discarded, sent } = await show(theirs)
  await screen.findByText(uiText('versionConflict:title'))
  press('versionConflict:useTheirs')
  await waitFor(() => expect(discarded).toHaveBeenCalledOnce())
  expect(sent()).toEqual([])
})

test('an answer that can no longer be replaced still shows both', async () => {
  await show(theirs, 30)
  await screen.findByText(uiText('versionConflict:title'))
  expect(screen.getByText(uiText('taskForms:two.final'))).toBeTruthy()
  expect(side('versionConflict:mine').getByText(mine.note)).toBeTruthy()
  expect(screen.queryByRole('button', { name: uiText('versionConflict:keepMine') })).toBeNull()
})

test('the same answer on both devices is no conflict', async () => {
  const { discarded } = await show({ note: mine.note, kind: 'plain' })
  await waitFor(() => expect(discarded).toHaveBeenCalledOnce())
  expect(screen.queryByRole('alert')).toBeNull()
})

import { expect, test, vi } from 'vitest'
import type { Tx } from '../database/actor.ts'
import { illegalTransition } from '../policy/refusal.ts'
import { type RowCommand, type CommandTarget, runCommand } from './run-command.ts'

type Invoice = { id: string; status: 'draft' | 'sent'; deleted: boolean }
type Send = RowCommand<'send' | 'discard'>
type Sent = { to: string }

/**
 * A command target for invoices in memory. A therapist may send an invoice that is a draft. The target records the
 * order of the calls.
 */
function invoices(row: Partial<Invoice> = {}, before?: { id: string; action: string }) {
  const calls: string[] = []
  const target: CommandTarget<Invoice, Send, Sent> = {
    lock: async () => {
      calls.push('lock')
      return row === missing ? undefined : { id: 'one', status: 'draft', deleted: false, ...row }
    },
    machine: {
      isGone: ({ deleted }) => deleted,
      isLegal: ({ status }, { action }, { role }) => role === 'therapist' && action === 'send' && status === 'draft',
      refusal: ({ status }) => illegalTransition({ status }),
    },
    history: {
      find: async () => {
        calls.push('find')
        return before
      },
      record: async (_tx, { id }, { action, command }, { to }) => calls.push(`${action} ${id} ${command} ${to}`),
    },
  }
  return { target, calls }
}

const missing: Partial<Invoice> = {}
const tx = { actor: { role: 'therapist', id: 'nora' } } as Tx
const command = { id: 'one', command: 'c1', action: 'send', now: new Date(0) } as const
const done = { id: 'one', action: 'send' }

test('a new command runs its work on the locked row and records its event', async () => {
  const { target, calls } = invoices()
  const result = await runCommand(tx, target, command, async ({ status }, record) => {
    await record({ to: 'sent' })
    return status
  })
  expect(result).toBe('draft')
  expect(calls).toEqual(['lock', 'find', 'send one c1 sent'])
})

test('lock, history and load are sent before any of them has answered', async () => {
  const { target, calls } = invoices()
  const load = async () => {
    calls.push('load')
    return 'recipient'
  }
  const answer = runCommand(tx, { ...target, load }, command, async (_row, record, loaded) => {
    await record({ to: loaded })
  })
  expect(calls).toEqual(['lock', 'find', 'load'])
  await answer
  expect(calls).toContain('send one c1 recipient')
})

test('a repeated command does no work, also after the row has changed or was deleted', async () => {
  const work = vi.fn()
  for (const row of [{ status: 'sent' }, { deleted: true }] as const)
    expect(await runCommand(tx, invoices(row, done).target, command, work)).toBeNull()
  expect(work).not.toHaveBeenCalled()
})

test.each([
  ['a row that the actor cannot see', missing, undefined, { code: 'NOT_FOUND', status: 404 }],
  ['an unseen row with a used command', missing, done, { code: 'NOT_FOUND', status: 404 }],
  ['a deleted row', { deleted: true }, undefined, { code: 'NOT_FOUND', status: 404 }],
  ['a command of another row', {}, { id: 'two', action: 'send' }, { code: 'CONFLICT', status: 409 }],
  ['a command of another action', {}, { id: 'one', action: 'discard' }, { code: 'CONFLICT', status: 409 }],
  [
    'an illegal action',
    { status: 'sent' },
    undefined,
    { code: 'ILLEGAL_TRANSITION', status: 409, data: { status: 'sent' } },
  ],
] as const)('%s is refused before the work', async (_title, row, before, refusal) => {
  const work = vi.fn()
  await expect(runCommand(tx, invoices(row, before).target, command, work)).rejects.toMatchObject(refusal)
  expect(work).not.toHaveBeenCalled()
})

test('the machine decides for the role of the actor', async () => {
  const asClient = { actor: { role: 'client', id: 'ana' } } as Tx
  const answer = runCommand(asClient, invoices().target, command, vi.fn())
  await expect(answer).rejects.toMatchObject({ code: 'ILLEGAL_TRANSITION', data: { status: 'draft' } })
})

test('work that records no event fails: a repeat would take effect again', async () => {
  const answer = runCommand(tx, invoices().target, command, async () => 'sent')
  await expect(answer).rejects.toThrow('recorded no event')
})

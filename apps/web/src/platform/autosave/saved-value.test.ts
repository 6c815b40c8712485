import { ORPCError } from '@orpc/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ConnectionError } from '../api/errors.ts'
import { drafts } from '../draft/drafts.ts'
import { SavedValue, type SavedValueOptions } from './saved-value.ts'

type Value = { id: string; text: string }

let id = ''
beforeEach(() => {
  vi.useFakeTimers()
  id = crypto.randomUUID()
})
afterEach(() => vi.useRealTimers())

const advance = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)
const newName = () => `new-${id}`
const savedName = () => `entry-${id}`
const storedAs = (name: string) => drafts.versions(name).map(({ value }) => value)

/** Opens a value whose name on this device changes with its first save. */
function open({ isSendable = (): boolean => true, isFinal = (): boolean => true } = {}) {
  const send = vi.fn<SavedValueOptions<Value>['send']>(async (_value, version) => ({
    version: version + 1,
    updatedAt: null,
  }))
  const base = { value: { id, text: '' }, version: 0, updatedAt: null }
  const value = new SavedValue<Value>({ name: newName(), field: null, savedName, isSendable, isFinal, send }, base)
  return { send, value, type: (text: string) => value.type({ id, text }) }
}

test('a value whose fields are those of the record is stored without other fields than its version', async () => {
  const { send, type } = open()
  send.mockReturnValue(new Promise(() => {}))
  type('Slept')
  await advance(1_200)
  expect(send).toHaveBeenCalledOnce()
  expect(storedAs(newName())).toEqual([{ id, text: 'Slept', version: 0 }])
  expect(open().value.state()).toMatchObject({ value: { id, text: 'Slept' }, restored: true })
})

test('what is typed during the first save is stored with the name that the value has then', async () => {
  const { send, value, type } = open()
  let answer = () => {}
  send.mockImplementationOnce(async () => {
    await new Promise<void>((resolve) => (answer = resolve))
    return { version: 1, updatedAt: null }
  })
  type('Slept')
  await advance(1_200)
  type('Slept badly')
  answer()
  await advance(0)
  expect(storedAs(newName())).toEqual([])
  expect(storedAs(savedName())).toEqual([{ id, text: 'Slept badly', version: 1 }])
  expect(value.name).toBe(savedName())
  await advance(1_200)
  expect(send.mock.lastCall).toEqual([{ id, text: 'Slept badly' }, 1])
  expect(storedAs(savedName())).toEqual([])
})

test('a value that does not differ from the saved one is sent again only if the person asks for it', async () => {
  const { send, value, type } = open()
  type('Slept')
  expect(await value.saveNow()).toBe(true)
  expect(await value.saveNow()).toBe(true)
  expect(send).toHaveBeenCalledTimes(1)
  expect(await value.saveNow({ evenIfSaved: true })).toBe(true)
  expect(send.mock.lastCall).toEqual([{ id, text: 'Slept' }, 1])
})

test('a refused value is sent again when its editor opens the next time', async () => {
  const { send, value, type } = open()
  send.mockRejectedValueOnce(new ORPCError('SCREEN_LOCKED', { status: 423 }))
  type('Slept')
  await advance(60_000)
  expect(value.state().phase).toBe('refused')
  expect(send).toHaveBeenCalledTimes(1)
  value.resume()
  await advance(0)
  expect(value.state().phase).toBe('saved')
})

test('a value that cannot be sent yet stays on this device until it can', async () => {
  let isUploaded = false
  const { send, value, type } = open({ isSendable: () => isUploaded })
  type('With a picture')
  await advance(60_000)
  value.resume()
  await advance(0)
  expect(send).not.toHaveBeenCalled()
  expect(storedAs(newName())).toHaveLength(1)
  isUploaded = true
  value.resume()
  await advance(0)
  expect(value.state().phase).toBe('saved')
})

test('a value that is changed back during a save stays on this device, and is saved after it', async () => {
  const { send, value, type } = open()
  type('Slept')
  await value.saveNow()
  let answer = () => {}
  send.mockImplementationOnce(async () => {
    await new Promise<void>((resolve) => (answer = resolve))
    return { version: 2, updatedAt: null }
  })
  type('Slept badly')
  await advance(1_200)
  type('Slept')
  expect(storedAs(savedName())).toEqual([{ id, text: 'Slept', version: 1 }])
  answer()
  await advance(1_200)
  expect(send.mock.lastCall).toEqual([{ id, text: 'Slept' }, 2])
  expect(storedAs(savedName())).toEqual([])
})

test('a value that is changed back after a lost answer is saved, because the server may have the other one', async () => {
  const { send, value, type } = open({ isFinal: () => false })
  type('Slept')
  await value.saveNow()
  const lost = new ConnectionError('TIMEOUT')
  send.mockRejectedValueOnce(lost).mockRejectedValueOnce(lost)
  type('Slept badly')
  await advance(1_200)
  type('Slept')
  await advance(1_200)
  expect(value.state().phase).toBe('onDevice')
  expect(storedAs(savedName())).toEqual([{ id, text: 'Slept', version: 1 }])
  await advance(10_000)
  expect(send.mock.lastCall).toEqual([{ id, text: 'Slept' }, 1])
  expect(value.state().phase).toBe('saved')
})

test('a value that is changed back after a refusal is not sent again', async () => {
  const { send, value, type } = open()
  type('Slept')
  await value.saveNow()
  send.mockRejectedValueOnce(new ORPCError('LIMIT_REACHED', { status: 409 }))
  type('Slept badly')
  await advance(1_200)
  type('Slept')
  await advance(1_200)
  expect(send).toHaveBeenCalledTimes(2)
  expect(value.state().phase).toBe('saved')
})

test('a save that waits for an earlier one is not sent if saving stops before', async () => {
  const { send, value, type } = open()
  let answer = () => {}
  send.mockImplementationOnce(async () => {
    await new Promise<void>((resolve) => (answer = resolve))
    return { version: 1, updatedAt: null }
  })
  type('Slept')
  await advance(1_200)
  const waiting = value.saveNow({ evenIfSaved: true })
  value.stop()
  answer()
  expect(await waiting).toBe(false)
  expect(send).toHaveBeenCalledTimes(1)
})

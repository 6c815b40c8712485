import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ConnectionError } from '../api/errors.ts'
import { drafts } from '../draft/drafts.ts'
import { ChangedElsewhereError, SavedValue } from './saved-value.ts'
import type { SavedText } from './autosave-types.ts'
import { plainFormat } from './plain-format.ts'
import { textOptions } from './text-options.ts'

let name = ''
beforeEach(() => {
  vi.useFakeTimers()
  // Each test uses its own name, so that no test finds the draft of another test.
  name = `note-${crypto.randomUUID()}`
})
afterEach(() => vi.useRealTimers())

const storedDraft = () => drafts.versions(name)[0]?.value ?? null
const storedSetAsideTexts = () => drafts.versions(`${name}-aside`).map(({ value }) => (value as { text: string }).text)
const savedValue = ({ text, version, updatedAt }: SavedText) => ({ value: text, version, updatedAt })
const empty: SavedText = { text: '', version: 0, updatedAt: null }
const at = '2026-11-19T09:44:00.000Z'

/** A server that stores one text. It refuses a save that is based on a version other than the current one. */
function server(start: SavedText = empty) {
  let current = start
  const send = vi.fn(async (text: string, version: number) => {
    if (version !== current.version) throw new ChangedElsewhereError({ ...savedValue(current), updatedAt: at })
    current = { text, version: version + 1, updatedAt: at }
    return { version: current.version, updatedAt: at }
  })
  return { send, current: () => current, put: (saved: SavedText) => (current = saved) }
}

/** Opens the text as a page does. `state` returns what the page shows. */
function open(send: ReturnType<typeof server>['send'], saved = empty) {
  const autosave = new SavedValue(textOptions({ name, maximum: 100, format: plainFormat, send }), savedValue(saved))
  return {
    type: (text: string) => autosave.type(text),
    flush: () => autosave.flush(),
    stop: () => autosave.stop(),
    receive: (newer: SavedText) => autosave.receive(savedValue(newer)),
    keepMine: () => autosave.keepMine(),
    takeTheirs: () => autosave.takeTheirs(),
    keepBoth: () => autosave.keepBoth(),
    discardSetAside: () => autosave.discardSetAside(),
    state() {
      const { value, phase, base, restored, theirs } = autosave.state()
      return {
        text: value,
        phase,
        savedAt: base.updatedAt,
        restored,
        theirs: theirs?.value ?? null,
        setAsideTexts: autosave.setAsideValues(),
      }
    },
  }
}
const advance = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

test('typed text is saved once, shortly after the last key', async () => {
  const { send, current } = server()
  const note = open(send)
  for (const text of ['S', 'Sl', 'Slept']) {
    note.type(text)
    await advance(300)
  }
  expect(send).not.toHaveBeenCalled()
  expect(note.state().phase).toBe('saving')
  await advance(1_200)
  expect(send.mock.calls).toEqual([['Slept', 0]])
  expect(current().text).toBe('Slept')
  expect(note.state()).toMatchObject({ phase: 'saved', savedAt: at, restored: false })
  expect(storedDraft()).toBeNull()
})

test('continuous typing is saved every few seconds', async () => {
  const { send } = server()
  const note = open(send)
  for (let words = 1; words <= 20; words += 1) {
    note.type('word '.repeat(words))
    await advance(1_000)
  }
  expect(send.mock.calls.length).toBeGreaterThanOrEqual(2)
})

test('unsaved text is stored on this device and restored from there', async () => {
  const { send, current } = server()
  open(send).type('afraid of flying')
  expect(storedDraft()).toEqual({ text: 'afraid of flying', version: 0 })
  const again = open(send)
  expect(again.state()).toMatchObject({ text: 'afraid of flying', restored: true })
  await advance(0)
  expect(current().text).toBe('afraid of flying')
  expect(again.state()).toMatchObject({ phase: 'saved', restored: true })
})

test('text typed during a save is saved after it, based on the new version', async () => {
  const { send, current } = server()
  let answer = () => {}
  send.mockImplementationOnce(async () => {
    await new Promise<void>((resolve) => (answer = resolve))
    return { version: 1, updatedAt: at }
  })
  const note = open(send)
  note.type('one')
  await advance(1_200)
  note.type('one two')
  answer()
  await advance(0)
  expect(note.state().phase).toBe('saving')
  expect(storedDraft()).toEqual({ text: 'one two', version: 1 })
  expect(current().version).toBe(0)
  await advance(1_200)
  expect(send.mock.lastCall).toEqual(['one two', 1])
})

test('without a network the state says so, and the save is retried by itself and when the network returns', async () => {
  const { send, current } = server()
  const gone = () => Promise.reject(new ConnectionError('NETWORK_ERROR'))
  send.mockImplementationOnce(gone).mockImplementationOnce(gone)
  const note = open(send)
  note.type('kept')
  await advance(1_200)
  expect(note.state().phase).toBe('onDevice')
  expect(storedDraft()).toMatchObject({ text: 'kept' })
  await advance(5_000)
  expect(send).toHaveBeenCalledTimes(2)
  window.dispatchEvent(new Event('online'))
  await advance(0)
  expect(current().text).toBe('kept')
  expect(note.state().phase).toBe('saved')
})

test('a slow save is shown as on this device only until it completes', async () => {
  const { send } = server()
  let answer = () => {}
  send.mockImplementationOnce(async () => {
    await new Promise<void>((resolve) => (answer = resolve))
    return { version: 1, updatedAt: at }
  })
  const note = open(send)
  note.type('slow')
  await advance(1_200 + 4_000)
  expect(note.state().phase).toBe('onDevice')
  answer()
  await advance(0)
  expect(note.state().phase).toBe('saved')
})

test('there is no conflict if the server has the text already, because the answer to its save was lost', async () => {
  const { send, current, put } = server()
  send.mockImplementationOnce(async (text) => {
    put({ text, version: 1, updatedAt: at })
    throw new ConnectionError('TIMEOUT')
  })
  const note = open(send)
  note.type('once')
  await advance(1_200)
  note.type('once and more')
  await advance(1_200)
  await advance(1_200)
  expect(note.state().phase).toBe('saved')
  expect(current()).toMatchObject({ text: 'once and more', version: 2 })
})

/** Types and sends a text whose answer is lost after the server has stored it, and then replaces the text. */
async function replaceAfterLostAnswer({ send, put }: ReturnType<typeof server>) {
  // The server trims what it stores.
  send.mockImplementationOnce(async () => {
    put({ text: '{"text":"once"}', version: 1, updatedAt: at })
    throw new ConnectionError('TIMEOUT')
  })
  const note = open(send)
  note.type('{"text":" once\\n"}')
  await advance(1_200)
  note.type('{"text":"twice"}')
  return note
}

test('text typed after a save whose answer was lost is not a conflict', async () => {
  const product = server()
  const note = await replaceAfterLostAnswer(product)
  await advance(1_200)
  await advance(1_200)
  expect(note.state()).toMatchObject({ phase: 'saved', text: '{"text":"twice"}' })
  expect(product.current()).toMatchObject({ text: '{"text":"twice"}', version: 2 })
})

test('text typed after a save whose answer was lost is not a conflict on the next page either', async () => {
  const product = server()
  const closed = await replaceAfterLostAnswer(product)
  closed.stop()
  const note = open(product.send, product.current())
  expect(note.state()).toMatchObject({ phase: 'saving', text: '{"text":"twice"}', restored: true })
  await advance(1_200)
  expect(note.state().phase).toBe('saved')
  expect(product.current()).toMatchObject({ text: '{"text":"twice"}', version: 2 })
})

test('a text of another device is a conflict, though an answer was lost before', async () => {
  const product = server()
  const closed = await replaceAfterLostAnswer(product)
  closed.stop()
  product.put({ text: '{"text":"from the phone"}', version: 2, updatedAt: at })
  const note = open(product.send, product.current())
  expect(note.state()).toMatchObject({ phase: 'conflict', theirs: '{"text":"from the phone"}' })
})

test('in a conflict either text can be kept, and the other is set aside until it is discarded', async () => {
  const { send, current, put } = server({ text: 'Sleep', version: 1, updatedAt: at })
  const begin = async () => {
    const note = open(send, { text: 'Sleep', version: 1, updatedAt: at })
    put({ text: 'Sleep. From the phone', version: 2, updatedAt: at })
    note.type('Sleep. From here')
    await advance(1_200)
    expect(note.state()).toMatchObject({ phase: 'conflict', theirs: 'Sleep. From the phone', text: 'Sleep. From here' })
    return note
  }
  const mine = await begin()
  mine.keepMine()
  await advance(0)
  expect(current().text).toBe('Sleep. From here')
  expect(mine.state()).toMatchObject({ phase: 'saved', setAsideTexts: ['Sleep. From the phone'] })
  mine.discardSetAside()
  expect(storedSetAsideTexts()).toEqual([])

  const theirs = await begin()
  theirs.takeTheirs()
  expect(theirs.state()).toMatchObject({
    phase: 'saved',
    text: 'Sleep. From the phone',
    setAsideTexts: ['Sleep. From here'],
  })
  expect(storedSetAsideTexts()).toEqual(['Sleep. From here'])
  expect(open(send, current()).state().setAsideTexts).toEqual(['Sleep. From here'])
})

test('merging saves both texts as one', async () => {
  const { send, current, put } = server()
  const note = open(send)
  put({ text: 'From the phone', version: 1, updatedAt: at })
  note.type('From here')
  await advance(1_200)
  note.keepBoth()
  await advance(0)
  expect(current().text).toBe('From the phone\nFrom here')
  expect(note.state()).toMatchObject({ phase: 'saved', setAsideTexts: [] })
})

test('a draft based on an older version is shown as a conflict', () => {
  drafts.save(name, 'closed tab', { text: 'from the train', version: 1 })
  const { send } = server()
  const note = open(send, { text: 'from the office', version: 2, updatedAt: at })
  expect(note.state()).toMatchObject({ phase: 'conflict', text: 'from the train', theirs: 'from the office' })
})

test('a newer text from another device is shown if nothing is unsaved here', () => {
  const note = open(server().send, { text: 'old', version: 1, updatedAt: at })
  note.receive({ text: 'new', version: 2, updatedAt: at })
  expect(note.state()).toMatchObject({ text: 'new', phase: 'saved' })
  note.receive({ text: 'old', version: 1, updatedAt: at })
  expect(note.state().text).toBe('new')
})

test('if the note is signed elsewhere, the unsaved text stays in this browser', async () => {
  const { send } = server()
  send.mockRejectedValueOnce(new ChangedElsewhereError(null))
  const note = open(send)
  note.type('one word too late')
  await advance(1_200)
  expect(note.state().phase).toBe('locked')
  note.stop()
  expect(storedDraft()).toEqual({ text: 'one word too late', version: 0, sent: ['one word too late'] })
})

test('a text that is too long is neither cut nor sent', async () => {
  const { send } = server()
  const note = open(send)
  note.type('x'.repeat(101))
  await advance(1_200)
  expect(send).not.toHaveBeenCalled()
  expect(note.state().phase).toBe('refused')
  expect(storedDraft()).toEqual({ text: 'x'.repeat(101), version: 0 })
  note.type('x'.repeat(100))
  await advance(1_200)
  expect(note.state().phase).toBe('saved')
})

test('an unsaved draft of another tab is set aside', () => {
  drafts.save(name, 'one tab', { text: 'older', version: 0 })
  vi.advanceTimersByTime(10)
  drafts.save(name, 'other tab', { text: 'newer', version: 0 })
  const note = open(server().send)
  expect(note.state()).toMatchObject({ text: 'newer', restored: true, setAsideTexts: ['older'] })
  note.discardSetAside()
  expect(note.state().setAsideTexts).toEqual([])
  expect(drafts.versions(name).map(({ writer }) => writer)).toEqual(['other tab'])
})

test('leaving the page sends pending text', async () => {
  const { send, current } = server()
  const note = open(send)
  note.type('on the way out')
  note.flush()
  await advance(0)
  expect(current().text).toBe('on the way out')
})

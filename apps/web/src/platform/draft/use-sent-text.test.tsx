import 'fake-indexeddb/auto'
import { act, renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { drafts } from './drafts.ts'
import { useSentText, type SentText } from './use-sent-text.ts'

/** Opens a field whose texts the test answers: `answers` has one entry per sent text. */
function draw(name: string) {
  const sent: SentText[] = []
  const answers: PromiseWithResolvers<void>[] = []
  const send = (one: SentText) => {
    sent.push(one)
    const answer = Promise.withResolvers<void>()
    answers.push(answer)
    return answer.promise
  }
  const onSent = vi.fn<() => void>()
  const form = renderHook(() => useSentText(name, { send, onSent }))
  const now = () => form.result.current
  const write = (text: string) => act(() => now().change(text))
  const press = () => act(() => now().send())
  const answer = (at: number) => act(async () => answers[at]?.resolve())
  const refuse = (at: number) => act(async () => answers[at]?.reject(new Error('refused')))
  return { now, write, press, answer, refuse, sent, onSent }
}

test('a text is sent once, and the field is empty afterwards', async () => {
  const { now, write, press, answer, sent, onSent } = draw('once')
  write('Hello')
  press()
  press()
  expect(now()).toMatchObject({ text: 'Hello', isSending: true })
  await answer(0)
  expect(sent.map(({ text }) => text)).toEqual(['Hello'])
  expect(now()).toMatchObject({ text: '', isSending: false, error: null })
  expect(onSent).toHaveBeenCalledOnce()
  expect(drafts.versions('once')).toEqual([])
})

test.each([
  { title: 'what is added to a text while it is being sent', after: 'Hello\nand more', rest: 'and more' },
  {
    title: 'what follows a text whose last space the keyboard has removed',
    before: 'Hello ',
    after: 'Hello. More',
    rest: '. More',
  },
  { title: 'a text that replaces the one that is being sent', after: 'Another', rest: 'Another' },
])('$title stays in the field and on the device', async ({ before = 'Hello', after, rest }) => {
  const { now, write, press, answer, sent } = draw(rest)
  write(before)
  press()
  write(after)
  press()
  await answer(0)
  expect(now()).toMatchObject({ text: rest, isSending: false })
  expect(drafts.versions(rest).map(({ value }) => value)).toEqual([{ text: rest }])
  press()
  await answer(1)
  expect(sent.map(({ text }) => text)).toEqual([before, rest])
  expect(sent[1]?.id).not.toBe(sent[0]?.id)
  expect(now().text).toBe('')
})

test('a text that could not be sent stays in the field, and is sent again with the same id until it is changed', async () => {
  const { now, write, press, answer, refuse, sent } = draw('refused')
  write('Hello')
  press()
  await refuse(0)
  expect(now()).toMatchObject({ text: 'Hello', isSending: false, error: new Error('refused') })
  press()
  expect(now().error).toBeNull()
  await refuse(1)
  write('Hello again')
  expect(now().error).toBeNull()
  press()
  await answer(2)
  expect(sent.map(({ text }) => text)).toEqual(['Hello', 'Hello', 'Hello again'])
  expect(sent[1]?.id).toBe(sent[0]?.id)
  expect(sent[2]?.id).not.toBe(sent[0]?.id)
})

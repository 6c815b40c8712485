import { notificationTypes } from '@attune/contract/features/messages/notification/notification'
import { languages } from '@attune/contract/common/text/text'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { deliveries, type Channel } from '../notification/notification.deliveries.ts'
import { pushPayload, testType } from './push.request.ts'

type Texts = Record<string, Record<string, string | Record<string, string>>>
const read = (path: string) => JSON.parse(readFileSync(join(import.meta.dirname, path), 'utf8')) as Texts

const ofServer = Object.fromEntries(languages.map((one) => [one, read(`../../../locales/${one}.json`)]))
const ofWorker = Object.fromEntries(
  languages.map((one) => [
    one,
    read(`../../../../../web/worker/push/${one}.json`) as unknown as Record<string, string>,
  ]),
)

/** The texts of a notification type by channel. The channel `app` is the bell. */
const cells: Record<Channel | 'app', (language: string, kind: string) => unknown[]> = {
  app: (language, kind) => {
    const text = ofServer[language]?.['notification']?.[kind] as Record<string, string> | undefined
    return [text?.['title'], text?.['message']]
  },
  email: (language, kind) => {
    const text = ofServer[language]?.['mail']?.[kind] as Record<string, string> | undefined
    return [text?.['subject'], text?.['text'], text?.['button']]
  },
  push: (language, kind) => [ofWorker[language]?.[kind]],
}

test('every combination of notification type, channel and language has its text', () => {
  const empty: string[] = []
  for (const kind of notificationTypes) {
    // The person who writes a note to themselves also writes its text, so the language files contain none.
    if (kind === 'note') continue
    for (const channel of ['app', ...deliveries[kind]] as const)
      for (const language of languages)
        for (const text of cells[channel](language, kind))
          if (typeof text !== 'string' || !text.trim()) empty.push(`${kind} ${channel} ${language}`)
  }
  expect(empty).toEqual([])
})

test('a push text names no person and nothing that reveals what the practice treats', () => {
  const texts = languages.flatMap((language) => Object.values(ofWorker[language] ?? {}))
  // A push notification can be read on a lock screen, so its text must not mention health.
  const health =
    /thera|th[ée]ra|terap|psych|psic|clini|klini|patient|pacient|session|sitzung|séance|sesión|journal|tagebuch|diario/i
  expect(texts.filter((text) => /[{}]/.test(text) || health.test(text))).toEqual([])
})

test('every payload has the same length and holds the type, and the id of a message that is acknowledged, alone', () => {
  const payloads = [...notificationTypes, testType].map((type) => pushPayload({ type, messageId: null }))
  for (const payload of payloads) expect(Object.keys(JSON.parse(payload) as object)).toEqual(['type'])
  const messageId = randomUUID()
  const ofMessage = pushPayload({ type: 'message-received', messageId })
  expect(JSON.parse(ofMessage)).toEqual({ type: 'message-received', message: messageId })
  expect(new Set([...payloads, ofMessage].map((payload) => Buffer.byteLength(payload)))).toEqual(new Set([128]))
})

import { languages } from '@attune/contract/common/text/text'
import { smsSize } from '@attune/contract/features/messages/text-message/text-message.rules'
import { expect, test } from 'vitest'
import { deliveryText } from './compose.ts'

const now = new Date('2026-11-20T09:00:00.000Z')
const base = { channel: 'sms', written: '', params: {}, address: 'https://attune.example', now } as const
const english = { language: 'en', senderName: 'Attune', isFirst: false }
const englishFirst = { ...english, isFirst: true }

test('a notice names the agreed sender alone and always says how to end texts', () => {
  expect(deliveryText({ ...base, purpose: 'notice', consent: english })).toBe(
    'Attune: you have a new message. https://attune.example Reply STOP to end.',
  )
})

test('a reminder says appointment, with day and time in the zone of the reader', () => {
  const reminder = { ...base, purpose: 'reminder' } as const
  const params = { startsAt: '2026-12-21T14:00:00.000Z', zone: 'Europe/Berlin' }
  expect(deliveryText({ ...reminder, params, consent: english })).toBe(
    'Attune: your appointment is on Mon 21 Dec, 15:00. https://attune.example',
  )
  expect(deliveryText({ ...reminder, params, consent: englishFirst })).toBe(
    'Attune: your appointment is on Mon 21 Dec, 15:00. https://attune.example Reply STOP to end.',
  )
})

test('a message with content leaves as it was written, except that the first text names its sender and says how to end texts', () => {
  const content = { ...base, purpose: 'content', written: 'See you at 3.' } as const
  expect(deliveryText({ ...content, consent: english })).toBe('See you at 3.')
  expect(deliveryText({ ...content, consent: englishFirst })).toBe('Attune: See you at 3. Reply STOP to end.')
})

test('every notice and every reminder of a year, every fifth day, is one SMS of GSM-7 in every language', () => {
  const days = Array.from({ length: 73 }, (_, n) => new Date(Date.UTC(2027, 0, 1 + n * 5, 14)).toISOString())
  for (const language of languages) {
    const consent = { language, senderName: 'Attune', isFirst: true }
    for (const startsAt of days) {
      const params = { startsAt, zone: 'Europe/Berlin' }
      const text = deliveryText({ ...base, purpose: 'reminder', consent, params })
      expect(smsSize(text), text).toMatchObject({ alphabet: 'gsm-7', segments: 1 })
    }
    const notice = deliveryText({ ...base, purpose: 'notice', consent })
    expect(smsSize(notice), notice).toMatchObject({ alphabet: 'gsm-7', segments: 1 })
  }
})

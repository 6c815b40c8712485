import { expect, test } from 'vitest'
import {
  afterReport,
  charactersOutsideGsm,
  deliveryStatus,
  isWindowOpen,
  mayRetryDelivery,
  smsSize,
  textPurposeOf,
  whatsappWindowEnd,
  type DeliveryReport,
  type DeliveryState,
} from './text-message.rules.ts'

const waiting: DeliveryState = { rank: 0, isAccepted: false, isUncertain: false, failed: null }
const requested: DeliveryState = { ...waiting, rank: 1 }

/** Returns every state that the reports can lead to, in all possible orders and with each report arriving twice. */
function statesAfterAllOrders(start: DeliveryState, reports: DeliveryReport[]): DeliveryState[] {
  const known = new Map<string, Map<string, DeliveryState>>()
  const first = reports.map(() => 0)
  let reached = new Map([[String(first), new Map([[JSON.stringify(start), start]])]])
  for (let step = 0; step < reports.length * 2; step++) {
    const next = new Map<string, Map<string, DeliveryState>>()
    for (const [key, states] of reached) {
      const counts = key.split(',').map(Number)
      for (const [place, report] of reports.entries()) {
        if (counts[place] === 2) continue
        const after = String(counts.with(place, (counts[place] ?? 0) + 1))
        const found = next.get(after) ?? new Map<string, DeliveryState>()
        for (const state of states.values()) {
          const result = afterReport(state, report)
          found.set(JSON.stringify(result), result)
        }
        next.set(after, found)
      }
    }
    reached = next
    for (const [key, states] of next) known.set(key, states)
  }
  return [...(known.get(String(reports.map(() => 2)))?.values() ?? [])]
}

const steps = (['queued', 'sending', 'sent', 'delivered', 'read'] as const).map((status) => ({ status }))
const failure: DeliveryReport = { status: 'failed', reason: 'not-reachable' }

test('all orders of queued, sending, sent, delivered and read, each twice, with and without failed, have one final state', () => {
  for (const start of [waiting, requested, { ...requested, isUncertain: true }]) {
    const read = [{ rank: 4, isAccepted: true, isUncertain: false, failed: null }]
    expect(statesAfterAllOrders(start, steps)).toEqual(read)
    expect(statesAfterAllOrders(start, [...steps, failure])).toEqual(read)
  }
})

test('reports that end in a failure have one final state as well, whatever the order', () => {
  const failed = (rank: number) => [{ rank, isAccepted: true, isUncertain: false, failed: 'not-reachable' }]
  expect(statesAfterAllOrders(requested, [...steps.slice(0, 3), failure])).toEqual(failed(2))
  expect(statesAfterAllOrders(requested, [...steps.slice(0, 2), failure])).toEqual(failed(1))
  const two = statesAfterAllOrders(requested, [failure, { status: 'failed', reason: 'stopped' }, { status: 'sent' }])
  expect(two).toHaveLength(1)
})

test('a text message is sent when the provider has accepted it, and only WhatsApp reports that it was read [4.05]', () => {
  expect(deliveryStatus(waiting, 'sms')).toBe('sending')
  expect(deliveryStatus(requested, 'sms')).toBe('sending')
  expect(deliveryStatus({ ...requested, isAccepted: true }, 'sms')).toBe('sent')
  expect(deliveryStatus({ ...requested, rank: 3 }, 'sms')).toBe('delivered')
  expect(deliveryStatus({ ...requested, rank: 4 }, 'sms')).toBe('delivered')
  expect(deliveryStatus({ ...requested, rank: 4 }, 'whatsapp')).toBe('read')
})

test('a delivery that may have arrived is never tried again', () => {
  expect(mayRetryDelivery({ failed: 'not-reachable', isUncertain: false })).toBe(true)
  expect(mayRetryDelivery({ failed: 'stopped', isUncertain: false })).toBe(false)
  expect(mayRetryDelivery({ failed: null, isUncertain: false })).toBe(false)
  expect(mayRetryDelivery({ failed: 'not-reachable', isUncertain: true })).toBe(false)
})

test('one character makes one SMS two, because it is longer or outside the alphabet', () => {
  expect(smsSize('')).toMatchObject({ segments: 0, alphabet: 'gsm-7' })
  expect(smsSize('a'.repeat(160))).toMatchObject({ segments: 1, unitsLeft: 0 })
  expect(smsSize('a'.repeat(161))).toMatchObject({ segments: 2, unitsLeft: 145 })
  expect(smsSize('a'.repeat(71))).toMatchObject({ segments: 1 })
  expect(smsSize('a'.repeat(70) + 'ç')).toMatchObject({ segments: 2, alphabet: 'ucs-2' })
  expect(smsSize('€'.repeat(80))).toMatchObject({ segments: 1, units: 160 })
  expect(smsSize('😀'.repeat(35))).toMatchObject({ segments: 1, units: 70 })
  expect(smsSize('😀'.repeat(36))).toMatchObject({ segments: 2 })
  expect(charactersOutsideGsm('Größe à l’hôtel')).toEqual(['’', 'ô'])
})

test('the WhatsApp window is open for 24 hours after a message of the client', () => {
  const end = whatsappWindowEnd('2026-11-20T10:00:00.000Z')
  expect(end).toBe('2026-11-21T10:00:00.000Z')
  expect(isWindowOpen(end, new Date('2026-11-21T09:59:59.999Z'))).toBe(true)
  expect(isWindowOpen(end, new Date('2026-11-21T10:00:00.000Z'))).toBe(false)
  expect(whatsappWindowEnd(null)).toBeNull()
  expect(isWindowOpen(null, new Date('2026-11-21T10:00:00.000Z'))).toBe(false)
})

test('a message leaves with content only with consent to content and up to 480 characters, else as a notice with a link', () => {
  const text = { length: 480, hasFiles: false, hasAccount: true, purposes: ['content', 'notice'] } as const
  expect(textPurposeOf(text)).toEqual({ purpose: 'content' })
  expect(textPurposeOf({ ...text, length: 481 })).toEqual({ purpose: 'notice' })
  expect(textPurposeOf({ ...text, hasFiles: true })).toEqual({ purpose: 'notice' })
  expect(textPurposeOf({ ...text, purposes: ['notice'] })).toEqual({ purpose: 'notice' })
  expect(textPurposeOf({ ...text, purposes: ['reminder'] })).toEqual({ refused: 'no-consent' })
  expect(textPurposeOf({ ...text, hasAccount: false, length: 481 })).toEqual({ refused: 'too-long' })
  expect(textPurposeOf({ ...text, hasAccount: false, hasFiles: true })).toEqual({ refused: 'files' })
  expect(textPurposeOf({ ...text, hasAccount: false, purposes: ['notice'] })).toEqual({ refused: 'no-consent' })
})

import { expect, test } from 'vitest'
import { laterMessageStatus, messageChangeRefusal, messageStatuses, unreadBadge } from './message.rules.ts'

const createdAt = '2027-03-01T12:00:00.000Z'
const message = {
  channel: 'app',
  status: 'sent',
  createdAt,
  isDeleted: false,
  isAutomatic: false,
  delivery: null,
} as const
const at = (time: string) => new Date(`2027-03-01T${time}Z`)

test('a sender can change a message for 15 minutes', () => {
  expect(messageChangeRefusal(message, false, at('12:15:00'))).toBeNull()
  expect(messageChangeRefusal(message, false, at('12:15:00.001'))).toBe('too-late')
})

test('a message that was read, deleted or sent as a text message, or is in a read-only conversation, cannot be changed', () => {
  const now = at('12:01:00')
  expect(messageChangeRefusal({ ...message, status: 'read' }, false, now)).toBe('read')
  expect(messageChangeRefusal({ ...message, isDeleted: true }, false, now)).toBe('deleted')
  expect(messageChangeRefusal({ ...message, isAutomatic: true }, false, now)).toBe('automatic')
  expect(messageChangeRefusal({ ...message, channel: 'sms' }, false, now)).toBe('left')
  const waiting = { ...message, channel: 'sms', status: 'sending' } as const
  expect(messageChangeRefusal({ ...waiting, delivery: { isWaiting: true } }, false, now)).toBeNull()
  expect(messageChangeRefusal({ ...waiting, delivery: { isWaiting: false } }, false, now)).toBe('left')
  expect(messageChangeRefusal(message, true, now)).toBe('read-only')
})

test('the status of a message rises in every order of reports and never falls', () => {
  const orders = messageStatuses.flatMap((one) => messageStatuses.flatMap((other) => [[one, other, 'read'] as const]))
  for (const order of orders) expect(order.reduce(laterMessageStatus)).toBe('read')
  expect(laterMessageStatus('delivered', 'sent')).toBe('delivered')
})

test('a badge shows at most 99+', () => {
  expect([1, 99, 100, 20_000].map(unreadBadge)).toEqual(['1', '99', '99+', '99+'])
})

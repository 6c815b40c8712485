import type { AccountId, ClientId, SessionId, TherapistId } from '@attune/contract/common/ids'
import { expect, test } from 'vitest'
import type { withCalendarLock } from './features/schedule/schedule/schedule.ts'
import type { notify } from './features/messages/notification/notification.ts'

/** Whether the compiler accepts an argument for a parameter. A value of the other answer does not compile. */
type Accepts<Parameter, Argument> = Argument extends Parameter ? 'accepted' : 'refused'
type Recipient = Parameters<typeof notify>[1]['to']
type CalendarOwner = Parameters<typeof withCalendarLock>[1]

test('the compiler refuses to notify the id of a client record or of a session', () => {
  const client: Accepts<Recipient, ClientId> = 'refused'
  const session: Accepts<Recipient, SessionId> = 'refused'
  const account: Accepts<Recipient, AccountId> = 'accepted'
  const therapist: Accepts<Recipient, TherapistId> = 'accepted'
  expect([client, session, account, therapist]).toEqual(['refused', 'refused', 'accepted', 'accepted'])
})

test('the compiler refuses to lock the calendar of a client or of an account that is no therapist', () => {
  const client: Accepts<CalendarOwner, ClientId> = 'refused'
  const account: Accepts<CalendarOwner, AccountId> = 'refused'
  const therapist: Accepts<CalendarOwner, TherapistId> = 'accepted'
  expect([client, account, therapist]).toEqual(['refused', 'refused', 'accepted'])
})

test('the compiler accepts a string as any id', () => {
  const recipient: Accepts<Recipient, string> = 'accepted'
  const owner: Accepts<CalendarOwner, string> = 'accepted'
  expect([recipient, owner]).toEqual(['accepted', 'accepted'])
})

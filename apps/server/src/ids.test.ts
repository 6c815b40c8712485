import type { contract } from '@attune/contract'
import type {
  AccountId,
  ClientId,
  InvoiceId,
  PaymentId,
  SeriesId,
  SessionId,
  TherapistId,
} from '@attune/contract/common/ids'
import type { Selectable } from 'kysely'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import type { reversePayment } from './features/billing/payment/payment.record.ts'
import type { findSeries } from './features/schedule/recurrence/recurrence.ts'
import type { withCalendarLock } from './features/schedule/schedule/schedule.ts'
import type { notify } from './features/messages/notification/notification.ts'
import type { DB } from './platform/database/types.ts'

/** Whether the compiler accepts an argument for a parameter. A wrong expectation does not compile. */
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

type ReversedPayment = Parameters<typeof reversePayment>[1]['paymentId']

test('the compiler refuses to reverse an invoice instead of a payment', () => {
  const invoice: Accepts<ReversedPayment, InvoiceId> = 'refused'
  const invoiceOfRow: Accepts<ReversedPayment, Selectable<DB['payment']>['invoice_id']> = 'refused'
  const payment: Accepts<ReversedPayment, PaymentId> = 'accepted'
  const paymentOfRow: Accepts<ReversedPayment, Selectable<DB['payment']>['id']> = 'accepted'
  expect([invoice, invoiceOfRow, payment, paymentOfRow]).toEqual(['refused', 'refused', 'accepted', 'accepted'])
})

type FoundSeries = Parameters<typeof findSeries>[1]

test('the compiler refuses to find a series by the id of one of its sessions', () => {
  const session: Accepts<FoundSeries, SessionId> = 'refused'
  const sessionOfRow: Accepts<FoundSeries, Selectable<DB['session']>['id']> = 'refused'
  const series: Accepts<FoundSeries, SeriesId> = 'accepted'
  expect([session, sessionOfRow, series]).toEqual(['refused', 'refused', 'accepted'])
})

/** The type of an id in the input of a procedure, as the API client of the web app accepts it. */
type SentId<Procedure extends { '~orpc': { inputSchema?: z.ZodType | undefined } }, Field extends string> =
  z.input<NonNullable<Procedure['~orpc']['inputSchema']>> extends { [Key in Field]: infer Id } ? Id : never

test('the compiler refuses to send the id of another kind in a call', () => {
  const payment: Accepts<SentId<typeof contract.invoice.get, 'id'>, PaymentId> = 'refused'
  const invoice: Accepts<SentId<typeof contract.invoice.get, 'id'>, InvoiceId> = 'accepted'
  const therapist: Accepts<SentId<typeof contract.client.get, 'id'>, TherapistId> = 'refused'
  const client: Accepts<SentId<typeof contract.client.get, 'id'>, ClientId> = 'accepted'
  expect([payment, invoice, therapist, client]).toEqual(['refused', 'accepted', 'refused', 'accepted'])
})

test('the compiler accepts a string as any id', () => {
  const recipient: Accepts<Recipient, string> = 'accepted'
  const owner: Accepts<CalendarOwner, string> = 'accepted'
  expect([recipient, owner]).toEqual(['accepted', 'accepted'])
})

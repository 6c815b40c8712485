import type { NotificationAddressId } from '@attune/contract/common/ids'
import { contract } from '@attune/contract'
import { implement } from '@orpc/server'
import { networkOf } from '../../../platform/auth/limit/rate-limit.ts'
import type { Tx } from '../../../platform/database/actor.ts'
import type { Context } from '../../../platform/policy/context.ts'
import { operation } from '../../../platform/policy/operation.ts'
import { createRefusal, tooManyCalls } from '../../../platform/policy/refusal.ts'
import * as changes from './notification-address.changes.ts'
import { type StoredAddress, findAddress, listAddresses, toAddress } from './notification-address.queries.ts'

const on = implement(contract.notificationAddress).$context<Context>()
const done = { done: true } as const

export const notificationAddressHandlers = {
  list: on.list.handler(async ({ context: { app, actor } }) => {
    const rows = await app.db.asActor(actor, listAddresses)
    const now = app.clock.now()
    return { items: rows.map((row) => toAddress(row, now)), mailConfigured: app.config.smtpUrl !== null }
  }),

  add: on.add.handler(async ({ input, context }) => {
    await limitMails(context, input.email)
    return change(context, (tx, now) => changes.addAddress(tx, input, now))
  }),

  sendLink: on.sendLink.handler(async ({ input: { id }, context }) => {
    await limitMailsById(context, id)
    return change(context, (tx, now) => changes.sendLink(tx, id, now))
  }),

  save: on.save.handler(({ input, context }) => change(context, (tx, now) => changes.saveAddress(tx, input, now))),

  remove: operation(on.remove, async (tx, { id }) => {
    await changes.removeAddress(tx, id)
    return done
  }),

  sendTest: on.sendTest.handler(async ({ input: { id }, context }) => {
    await limitMailsById(context, id)
    await context.app.db.asActor(context.actor, (tx) => changes.sendTestEmail(tx, id))
    return done
  }),

  verify: on.verify.handler(async ({ input: { token }, context }) => {
    await verifyAddress(context, token)
    return done
  }),
}

async function change({ app, actor }: Context, work: (tx: Tx, now: Date) => Promise<StoredAddress>) {
  const now = app.clock.now()
  return toAddress(await app.db.asActor(actor, (tx) => work(tx, now)), now)
}

/** The maximum number of links and tests that an address receives within an hour from all admins. */
const mailsPerHour = { count: 5, seconds: 60 * 60 }

async function limitMails({ app }: Context, email: string): Promise<void> {
  if (!app.config.limitsWrites) return
  const { allowed, retryAfterSeconds } = await app.auth.rateLimit.hit('notification-address', email, mailsPerHour)
  if (!allowed) throw tooManyCalls(retryAfterSeconds)
}

/**
 * Counts an email to a notification address against `mailsPerHour`. Reads the address as the worker, because the first transaction of the caller also
 * inserts the audit row.
 */
async function limitMailsById(context: Context, id: NotificationAddressId): Promise<void> {
  const row = await context.app.db.asActor({ role: 'worker', id: null }, (tx) => findAddress(tx, id))
  if (row) await limitMails(context, row.email)
}

const perNetwork = { count: 60, seconds: 15 * 60 }

/**
 * Verifies an address with the token of its link, which then no longer works. Refuses with INVALID_LINK for a token that is unknown, used, expired or
 * superseded, and if the address was removed, and with TOO_MANY above the limit of the caller's network.
 */
async function verifyAddress({ app, ip, requestId }: Context, token: string): Promise<void> {
  const { rateLimit, oneTimeTokens } = app.auth
  const { allowed, retryAfterSeconds } = await rateLimit.hit('notification-address-link', networkOf(ip), perNetwork)
  if (!allowed) throw tooManyCalls(retryAfterSeconds)
  const known = await oneTimeTokens.read('notification-address', token)
  const verified =
    known &&
    (await app.db.asActor({ role: 'worker', id: null }, async (tx) => {
      const { rows } = await tx.run<{ done: boolean }>(
        'select def.verify_notification_address($1, $2, $3, $4) as done',
        [known.subject, known.generation, app.clock.now(), requestId],
      )
      return rows[0]?.done
    }))
  if (!verified) throw createRefusal('INVALID_LINK', 410)
  await oneTimeTokens.use('notification-address', token)
}

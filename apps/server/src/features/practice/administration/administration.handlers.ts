import type { AccountId, RoleRequestId } from '@attune/contract/common/ids'
import { contract } from '@attune/contract'
import type { PublicKey } from '@attune/contract/features/practice/administration/administration'
import { implement } from '@orpc/server'
import { randomUUID } from 'node:crypto'
import type { Tx } from '../../../platform/database/actor.ts'
import type { Context } from '../../../platform/policy/context.ts'
import { hostName } from '../../../platform/http/request/check.ts'
import { operation } from '../../../platform/policy/operation.ts'
import { forbidden, notFound, createRefusal } from '../../../platform/policy/refusal.ts'
import { isUuid } from '../../../platform/text/uuid.ts'
import { ensureProfile } from '../../people/profile/profile.ts'
import { countRecentCalls } from '../../schedule/call/call.ts'
import { markReadAbout, notify, queueAuthMail } from '../../messages/notification/notification.ts'
import { deviceName } from '../../../platform/auth/login/device-name.ts'
import { changedValues, describeChange } from '../../../platform/policy/audit.ts'
import {
  changeRole,
  countComingSessions,
  inviteAccount,
  setAccountDisabled,
  signOutAccount,
} from './accounts/accounts.ts'
import { readAuditLogFilters, readAuditLogPage, exportAuditLog } from './administration.audit-log.ts'
import { accountsToCheck } from './health/attention.ts'
import { markFeedback } from './health/feedback.ts'
import { readHealth } from './health/health.ts'
import { relayFinding } from './health/rules.ts'
import { findVideoTest, saveVideoTest } from './health/video-test.ts'
import { countJobs, readFailedJobPage, runFailedJobs } from './administration.jobs.ts'
import { openMail, readOutbox } from './administration.outbox.ts'
import { readAccountPage, readFeedbackPage } from './accounts/people.ts'
import { backupHandlers } from './administration.backups.handlers.ts'
import * as queries from './administration.queries.ts'
import { settingsHandlers } from './administration.settings.handlers.ts'
import { readSupportHours } from './administration.ts'
import { readUsage } from './administration.usage.ts'

const on = implement(contract.administration).$context<Context>()
const done = { done: true } as const

export const administrationHandlers = {
  overview: on.overview.handler(async ({ context: { app, actor } }) => {
    const [counts, hours] = await Promise.all([
      app.db.asActor(actor, queries.readAdministrationCounts),
      readSupportHours(app),
    ])
    return { ...counts, mailConfigured: app.config.smtpUrl !== null, supportHoursConfirmed: hours.confirmed }
  }),

  roleRequests: operation(on.roleRequests, async (tx, input) => ({
    items: await queries.listRoleRequests(tx, input.which),
  })),

  approveRole: operation(on.approveRole, (tx, input, now) => decide(tx, { ...input, reason: null }, now)),

  declineRole: operation(on.declineRole, decide),

  startFactorReset: on.startFactorReset.handler(async ({ input, context: { app, actor } }) => {
    const known = await app.db.asActor(actor, (tx) => queries.doesAccountExist(tx, input.accountId))
    if (!known) throw notFound()
    // Admins can reset their own second factor only on the server, because another person could be using this browser.
    if (input.accountId === actor.id) throw forbidden()
    const reset = await app.auth.factorResets.start({
      userId: input.accountId,
      adminId: actor.id,
      command: input.command,
    })
    if (!reset) throw createRefusal('NO_FACTOR', 409)
    if (reset.isNew) await queueAuthMail(app.db, { kind: 'factor-reset', ...reset })
    return { takesEffectAt: reset.takesEffectAt.toISOString() }
  }),

  setAccountDisabled: on.setAccountDisabled.handler(async ({ input, context: { app, actor } }) => {
    await app.db.asActor(actor, (tx) => setAccountDisabled(tx, input, app.clock.now()))
    await app.auth.administeredAccounts.deleteOver(input.accountId)
    return done
  }),

  signOutAccount: on.signOutAccount.handler(async ({ input, context: { app, actor } }) => {
    await app.db.asActor(actor, (tx) => signOutAccount(tx, input.accountId, app.clock.now()))
    await app.auth.administeredAccounts.deleteOver(input.accountId)
    return done
  }),

  changeRole: on.changeRole.handler(async ({ input, context: { app, actor } }) => {
    await app.db.asActor(actor, (tx) => changeRole(tx, input, app.clock.now()))
    await app.auth.administeredAccounts.deleteOver(input.accountId)
    return done
  }),

  inviteAccount: on.inviteAccount.handler(async ({ input, context: { app, actor } }) => {
    await inviteAccount(app, actor, input)
    return done
  }),

  comingSessions: operation(on.comingSessions, async (tx, input, now) => ({
    count: await countComingSessions(tx, input.accountId, now),
  })),

  auditLog: operation(on.auditLog, readAuditLogPage),

  auditLogFilters: operation(on.auditLogFilters, readAuditLogFilters),

  exportAuditLog: operation(on.exportAuditLog, exportAuditLog),

  ...settingsHandlers,

  ...backupHandlers,

  accounts: on.accounts.handler(async ({ input, context: { app, actor } }) => {
    refuseInvalidCursor(input.after)
    const { items, next } = await app.db.asActor(actor, (tx) => readAccountPage(tx, input))
    const ids = items.map((item) => item.id)
    const [strong, resets, activity] = await Promise.all([
      app.auth.users.withSecondFactor(ids),
      app.auth.factorResets.pendingOf(ids),
      app.auth.administeredAccounts.activityOf(ids),
    ])
    const about = (id: AccountId) => ({
      secondFactor: strong.has(id),
      resetAt: resets.get(id)?.toISOString() ?? null,
      lastSeenAt: activity.get(id)?.lastSeenAt?.toISOString() ?? null,
      devices: (activity.get(id)?.userAgents ?? []).map(deviceName),
    })
    return { items: items.map((item) => ({ ...item, ...about(item.id) })), next }
  }),

  feedback: on.feedback.handler(({ input, context: { app, actor } }) => {
    refuseInvalidCursor(input.after)
    return app.db.asActor(actor, (tx) => readFeedbackPage(tx, input))
  }),

  markFeedback: operation(on.markFeedback, async (tx, input, now) => {
    await markFeedback(tx, input, now)
    return done
  }),

  health: on.health.handler(async ({ context: { app, actor } }) => ({ items: await readHealth(app, actor) })),

  videoRelay: on.videoRelay.handler(async ({ context: { app, reqHeaders } }) => {
    const host = hostName(reqHeaders.get('host') ?? undefined)
    const { reason, figures = {} } = relayFinding(await app.videoRelay.check())
    return { items: app.videoRelay.iceServersForTest({ host, now: app.clock.now() }), health: { reason, figures } }
  }),

  videoCalls: operation(on.videoCalls, async (tx) => ({
    ...(await countRecentCalls(tx)),
    passed: await findVideoTest(tx),
  })),

  passVideoTest: operation(on.passVideoTest, async (tx) => {
    await saveVideoTest(tx)
    return done
  }),

  usage: on.usage.handler(({ context: { app, actor } }) => readUsage(app, actor)),

  accountsToCheck: on.accountsToCheck.handler(async ({ context: { app, actor } }) => ({
    items: await accountsToCheck(app, actor),
  })),

  jobs: on.jobs.handler(async ({ context: { app, actor } }) => ({ items: await app.db.asActor(actor, countJobs) })),

  failedJobs: on.failedJobs.handler(({ input, context: { app, actor } }) => {
    refuseInvalidCursor(input.after)
    return app.db.asActor(actor, (tx) => readFailedJobPage(tx, input))
  }),

  runFailedJobs: operation(on.runFailedJobs, async (tx, input) => ({ count: await runFailedJobs(tx, input) })),

  outbox: on.outbox.handler(({ input, context: { app, actor } }) => {
    refuseInvalidCursor(input.after)
    return readOutbox(app, actor, input)
  }),

  openMail: on.openMail.handler(({ input, context: { app, actor } }) => openMail(app, actor, input.id)),

  publicKey: operation(on.publicKey, (tx, _input, now) => queries.readPublicKey(tx, now)),

  rotatePublicKey: on.rotatePublicKey.handler(async ({ input, context: { app, actor } }) => {
    const now = app.clock.now()
    const rotated = await app.db.asActor(actor, async (tx) => {
      const before = await queries.readPublicKey(tx, now)
      const isNew = await queries.rotatePublicKey(tx, input.command, `pk_${randomUUID().replaceAll('-', '')}`, now)
      const after = await queries.readPublicKey(tx, now)
      // The audit log shows how long the replaced key stays valid, but no part of a key.
      const timesOf = ({ previousUntil, oldestEndedAt }: PublicKey) => ({ previousUntil, oldestEndedAt })
      if (isNew) describeChange(tx, changedValues(timesOf(before), timesOf(after)))
      return after
    })
    await app.site.refresh()
    return rotated
  }),

  sendAdminNotification: on.sendAdminNotification.handler(async ({ input, context: { app, login } }) => {
    if (!login || input.user_data.user_id !== login.userId) throw forbidden()
    await ensureProfile(app, login)
    return { done: true as const }
  }),
}

/** Refuses with BAD_REQUEST for a cursor that is not a uuid. */
function refuseInvalidCursor(after: string | undefined): void {
  if (after !== undefined && !isUuid(after)) throw createRefusal('BAD_REQUEST', 400)
}

/**
 * Approves a role request, or declines it if `reason` is not null, and notifies the account that asked. Repeating a call with the same command
 * changes nothing and returns the request. Any other call after the decision is refused with ALREADY_DECIDED and the status. Refuses with NOT_FOUND
 * for an unknown request.
 */
async function decide(tx: Tx, act: { id: RoleRequestId; command: string; reason: string | null }, now: Date) {
  const before = await queries.findRoleRequest(tx, act.id)
  if (!before) throw notFound()
  const { command, byThis: _before, ...known } = before
  if (command === act.command) return known
  describeChange(tx, {
    before: { status: before.status },
    after: { status: act.reason === null ? 'approved' : 'declined' },
  })
  if (before.status !== 'waiting') throw createRefusal('ALREADY_DECIDED', 409, { status: before.status })
  await tx.run('select def.decide_role($1, $2, $3, $4)', [act.id, act.reason === null, act.reason, act.command])
  const after = await queries.findRoleRequest(tx, act.id)
  if (!after || after.status === 'waiting') throw notFound()
  if (after.command !== act.command) throw createRefusal('ALREADY_DECIDED', 409, { status: after.status })
  const { command: _, byThis, ...decided } = after
  // Another call with the same command decided at the same time. That call has already sent the notification.
  if (!byThis) return decided
  await markReadAbout(tx, { type: 'user', ids: [after.accountId], kinds: ['role-requested'] }, now)
  await notify(tx, {
    to: after.accountId,
    type: after.status === 'approved' ? 'role-approved' : 'role-declined',
    params: {},
    about: { type: 'user', id: after.accountId },
  })
  return decided
}

import type { MailId } from '@attune/contract/common/ids'
import type { OutboxMail } from '@attune/contract/features/practice/administration/administration'
import type { z } from 'zod'
import type { AppContext } from '../../../platform/app-context.ts'
import { accountInvitationLink } from '../../../platform/auth/link/account-invitation.ts'
import type { Actor } from '../../../platform/database/actor.ts'
import { notFound } from '../../../platform/policy/refusal.ts'
import { findMailToOpen, readOutboxPage } from './administration.queries.ts'

type Outbox = Pick<AppContext, 'config' | 'db' | 'auth' | 'clock'>

/** Returns one page of the emails about accounts, latest first, with the addresses of the accounts. */
export async function readOutbox(
  { config, db, auth }: Outbox,
  actor: Actor,
  { after, limit }: { after?: string; limit: number },
): Promise<{ items: z.infer<typeof OutboxMail>[]; next: string | null }> {
  const canSend = config.smtpUrl !== null
  const { items, next } = await db.asActor(actor, (tx) => readOutboxPage(tx, { after, limit, canSend }))
  // An account has no profile until its email address is confirmed, so the addresses come from the schema `auth`.
  const ids = [...new Set(items.flatMap((item) => item.accountId ?? []))]
  const people = new Map(await Promise.all(ids.map(async (id) => [id, await auth.userById(id)] as const)))
  return {
    items: items.map(({ accountId, ...mail }) => ({
      ...mail,
      // A waiting email is 'not-configured' if no mail server is configured, because Attune cannot send it.
      state: mail.state === 'waiting' && !canSend ? ('not-configured' as const) : mail.state,
      recipient: people.get(accountId ?? '')?.email ?? null,
    })),
    next,
  }
}

/**
 * Returns the recipient and the link of an email that confirms an account. If the server cannot send emails, also accepts an invitation to an
 * account. The link is null if it was used already or has expired. Refuses with NOT_FOUND for any other email.
 */
export async function openMail(
  { config, db, auth, clock }: Outbox,
  actor: Actor,
  id: MailId,
): Promise<{ recipient: string; link: string | null }> {
  const mail = await db.asActor(actor, (tx) => findMailToOpen(tx, id, config.smtpUrl !== null))
  const person = mail?.account_id ? await auth.userById(mail.account_id) : null
  if (!mail || !person) throw notFound()
  if (person.emailVerified) return { recipient: person.email, link: null }
  const link =
    mail.kind === 'confirm'
      ? await auth.linkFor('confirm', person.id, mail.generation)
      : await accountInvitationLink(auth, mail, clock.now())
  return { recipient: person.email, link }
}

import type { ClientId, FormTicketId, SentFormId, TherapistId } from '@attune/contract/common/ids'
import { signLinkTries, type TicketWay } from '@attune/contract/features/care/form/form.rules'
import type { FormAnswers } from '@attune/contract/features/care/form/form.schemas'
import type { OpenedTicket, TicketForm } from '@attune/contract/features/care/form/form.tickets'
import { ORPCError } from '@orpc/server'
import { sql } from 'kysely'
import { timingSafeEqual } from 'node:crypto'
import type { AppContext } from '../../../../platform/app-context.ts'
import type { RequestHeaders } from '../../../../platform/auth/login/cookies.ts'
import { networkOf } from '../../../../platform/auth/limit/rate-limit.ts'
import type { Tx } from '../../../../platform/database/actor.ts'
import type { Context } from '../../../../platform/policy/context.ts'
import { createRefusal, tooManyCalls } from '../../../../platform/policy/refusal.ts'
import { readOwnForm, saveFormAnswers } from '../form.fill.ts'
import { signForm, type Sign } from '../form.sign.ts'
import { readFirstName } from '../sent/other-signers.ts'

/** A ticket as the request with its token sees it. */
type TicketOfRequest = {
  id: FormTicketId
  generation: number
  therapistId: TherapistId
  clientId: ClientId
  sentFormId: SentFormId
  way: TicketWay
  name: string
  relationship: string
  /** Whether it opens its form now. */
  isOpen: boolean
  /** Whether it signed its form within the last hour. */
  isJustUsed: boolean
}

const invalidLink = () => createRefusal('INVALID_LINK', 410)
/** The maximum number of calls with tickets from one network in 15 minutes. Each pause in typing saves the answers. */
const perNetwork = { count: 1_000, seconds: 15 * 60 }

/**
 * Opens the form of a ticket. Asks for the code of a link until this browser has confirmed it. Refusals reveal nothing about the form. Refuses with
 * INVALID_LINK, WRONG_CODE and TOO_MANY.
 */
export async function openTicket(
  context: Context,
  { token, code }: { token: string; code?: string | undefined },
): Promise<OpenedTicket> {
  const { app } = context
  const ticket = await ticketOf(context, token)
  if (!isProved(context, ticket)) {
    if (!ticket.isOpen) throw invalidLink()
    if (code === undefined) return { needsCode: true, signerName: ticket.name }
    await checkCode(context, ticket, code)
    app.auth.provedLinks.add(context, ticket)
  }
  const form = await withTicket(context, ticket, 'open', (tx, now) => readTicketForm(tx, ticket, now))
  return { needsCode: false, form }
}

type Answers = { token: string; draftVersion: number; answers: FormAnswers }

/** Saves the answers that the guardian with a ticket is filling in. Refuses with INVALID_LINK and CHANGED. */
export async function saveTicketAnswers(context: Context, { token, ...answers }: Answers) {
  const ticket = await requireProvedTicket(context, token)
  return withTicket(context, ticket, null, (tx, now) =>
    saveFormAnswers(tx, { id: ticket.sentFormId, ...answers }, now, ticket.id),
  )
}

/**
 * Signs the form of a ticket, as a guardian without an account, and uses the ticket up. Repeating the call changes nothing. Refuses with
 * INVALID_LINK, OUTDATED and INCOMPLETE.
 */
export async function signTicket(
  context: Context,
  { token, ...signing }: Omit<Sign, 'id' | 'ticket'> & { token: string },
): Promise<TicketForm> {
  const ticket = await requireProvedTicket(context, token)
  return withTicket(context, ticket, 'sign', async (tx, now) => {
    const input = { ...signing, id: ticket.sentFormId, ticket }
    const form = await signForm(tx, input, now, () => readTicketForm(tx, ticket, now))
    await sql`update app.form_ticket set used_at = coalesce(used_at, ${now}) where therapist_id = ${ticket.therapistId} and id = ${ticket.id}`.execute(
      tx.kysely,
    )
    return form
  })
}

/** Returns the ticket of a token, also one that opens nothing. Refuses with INVALID_LINK and TOO_MANY. */
async function ticketOf({ app, ip }: Context, token: string): Promise<TicketOfRequest> {
  const hit = await app.auth.rateLimit.hit('form-ticket', networkOf(ip), perNetwork)
  if (!hit.allowed) throw tooManyCalls(hit.retryAfterSeconds)
  const known = await app.auth.oneTimeTokens.read('form-ticket', token)
  const ticket = known && (await findTicket(app, { id: known.subject as FormTicketId, generation: known.generation }))
  if (!ticket) throw invalidLink()
  return ticket
}

async function requireProvedTicket(context: Context, token: string): Promise<TicketOfRequest> {
  const ticket = await ticketOf(context, token)
  // A repeated call can come after the ticket was used, in the practice too.
  if (!isProved(context, ticket) && !(ticket.way === 'practice' && ticket.isJustUsed)) throw invalidLink()
  return ticket
}

/**
 * Whether the browser may fill in and sign the form. With a ticket of the practice, it may do so while the ticket opens the form. A link also needs
 * the confirmation with the code, and then lets the browser read the signed form for an hour.
 */
const isProved = ({ app, reqHeaders }: Context, ticket: TicketOfRequest): boolean =>
  ticket.way === 'practice'
    ? ticket.isOpen
    : (ticket.isOpen || ticket.isJustUsed) && app.auth.provedLinks.has(reqHeaders, ticket)

/** Returns the ticket with this id whose form this browser has signed within the last hour; null for any other. */
export async function findSignedTicket(
  app: Pick<AppContext, 'auth' | 'db' | 'clock'>,
  headers: RequestHeaders,
  id: FormTicketId,
): Promise<TicketOfRequest | null> {
  const generation = app.auth.provedLinks.generationOf(headers, id)
  const ticket = generation === null ? null : await findTicket(app, { id, generation })
  return ticket?.isJustUsed ? ticket : null
}

async function findTicket(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  { id, generation }: { id: FormTicketId; generation: number },
): Promise<TicketOfRequest | null> {
  const { rows: owners } = await db.asActor({ role: 'worker', id: null }, (tx) =>
    tx.run<{ id: TherapistId | null }>('select def.form_ticket_owner($1) as id', [id]),
  )
  const therapistId = owners[0]?.id
  if (!therapistId) return null
  return db.asActor({ role: 'worker', id: therapistId }, async ({ kysely }) => {
    const now = clock.now()
    const { rows } = await sql<TicketOfRequest>`
      select t.id, t.generation, t.therapist_id as "therapistId", s.client_id as "clientId", t.sent_form_id as "sentFormId", t.way, t.name, t.relationship,
        def.does_form_ticket_open(t.id, ${now}) as "isOpen", coalesce(t.used_at > ${now}::timestamptz - interval '1 hour', false) as "isJustUsed"
      from app.form_ticket t join app.sent_form s on s.therapist_id = t.therapist_id and s.id = t.sent_form_id
      where t.therapist_id = ${therapistId} and t.id = ${id} and t.generation = ${generation}`.execute(kysely)
    return rows[0] ?? null
  })
}

/**
 * Counts a try before checking the code, so that parallel requests get no additional tries, and reverts the count after a right code. After five
 * wrong codes the ticket opens nothing.
 */
async function checkCode({ app }: Context, ticket: TicketOfRequest, entered: string): Promise<void> {
  const { id, generation, therapistId } = ticket
  const worker = { role: 'worker', id: therapistId } as const
  const count = (by: 1 | -1) =>
    app.db.asActor(worker, async ({ kysely }) => {
      const { rows } = await sql<{ tries: number }>`
        update app.form_ticket t set tries = t.tries + ${by}::int where t.therapist_id = ${therapistId} and t.id = ${id}
          and t.generation = ${generation} and t.tries + ${by}::int between 0 and ${signLinkTries}::int returning t.tries`.execute(
        kysely,
      )
      return rows[0]?.tries ?? null
    })
  const tries = await count(1)
  if (tries === null) throw invalidLink()
  const code = app.auth.oneTimeTokens.digitsOf('form-ticket', id, generation)
  if (!timingSafeEqual(Buffer.from(code), Buffer.from(entered)))
    throw createRefusal('WRONG_CODE', 409, { left: signLinkTries - tries })
  await count(-1)
}

/**
 * Runs a call with a ticket on behalf of its therapist, with the form locked, and records `action` in the audit log. Refuses with INVALID_LINK if the
 * form can no longer be signed.
 */
function withTicket<Result>(
  { app, requestId }: Context,
  ticket: TicketOfRequest,
  action: 'open' | 'sign' | null,
  work: (tx: Tx, now: Date) => Promise<Result>,
): Promise<Result> {
  return app.db.asActor({ role: 'worker', id: ticket.therapistId }, async (tx) => {
    const now = app.clock.now()
    if (!ticket.isJustUsed) await lockOpenTicket(tx, ticket, now)
    if (action) await tx.run('select def.audit_form_ticket($1, $2, $3)', [ticket.id, action, requestId])
    if (action === 'open') await tx.run('select def.leave_ticket_line($1, $2)', [ticket.id, now])
    if (action === 'open' && !ticket.isJustUsed)
      await sql`update app.form_ticket set opened_at = ${now} where therapist_id = ${ticket.therapistId} and id = ${ticket.id}`.execute(
        tx.kysely,
      )
    try {
      return await work(tx, now)
    } catch (error) {
      const isOver = error instanceof ORPCError && ['NOT_FOUND', 'ILLEGAL_TRANSITION'].includes(error.code)
      throw isOver ? invalidLink() : error
    }
  })
}

/**
 * Locks the form of a ticket, which all changes of a form lock first, then the ticket, and checks that it still opens the form. A ticket whose form
 * was signed meanwhile passes: it may be a repeated call, which `signForm` recognizes.
 */
async function lockOpenTicket(tx: Tx, { id, generation, therapistId, sentFormId }: TicketOfRequest, now: Date) {
  await sql`select from app.sent_form s where s.therapist_id = ${therapistId} and s.id = ${sentFormId} for update`.execute(
    tx.kysely,
  )
  const { rows } = await sql<{ isOpen: boolean }>`
    select t.used_at is not null or def.does_form_ticket_open(t.id, ${now}) as "isOpen" from app.form_ticket t
    where t.therapist_id = ${therapistId} and t.id = ${id} and t.generation = ${generation} for update`.execute(
    tx.kysely,
  )
  if (!rows[0]?.isOpen) throw invalidLink()
}

async function readTicketForm(tx: Tx, ticket: TicketOfRequest, now: Date): Promise<TicketForm> {
  const view = await readOwnForm(tx, ticket.sentFormId, now, ticket.id)
  return {
    ...view,
    ticketId: ticket.id,
    firstName: await readFirstName(tx, ticket.clientId),
    signerName: ticket.name,
    signerRelation: ticket.relationship,
    way: ticket.way,
  }
}

import type { FileId, PaperSignatureId } from '@attune/contract/common/ids'
import { isSignedForm, ticketWays } from '@attune/contract/features/care/form/form.rules'
import type { SentFormView } from '@attune/contract/features/care/form/form.schemas'
import { sql } from 'kysely'
import type { Tx } from '../../../../platform/database/actor.ts'
import { conflict, createRefusal, illegalTransition } from '../../../../platform/policy/refusal.ts'
import { grantAccess, requireOwnFiles, revokeAccess } from '../../file/file.ts'
import { readSentForm, requireRecipient, requireSent, type SentOf } from '../sent/sent.ts'

type StoredPaperSignature = { id: PaperSignatureId; fileId: FileId; hasEnded: boolean }

/** Locks a sent form and returns it with all signatures on paper that were ever recorded for it. Refuses with NOT_FOUND. */
async function lockWithPaper(tx: Tx, of: SentOf, now: Date) {
  await sql`select from app.sent_form s where s.therapist_id = ${tx.actor.id} and s.id = ${of.id} for update`.execute(
    tx.kysely,
  )
  const { row, today } = await requireSent(tx, of, now)
  const { rows } = await sql<StoredPaperSignature>`
    select q.id, q.file_id as "fileId", q.ended_at is not null as "hasEnded" from app.paper_signature q
    where q.therapist_id = ${tx.actor.id} and q.sent_form_id = ${of.id}`.execute(tx.kysely)
  return { row, today, recorded: rows, current: rows.find(({ hasEnded }) => !hasEnded) ?? null }
}

type Recording = SentOf & {
  signatureId: PaperSignatureId
  replacesId: PaperSignatureId | null
  fileId: FileId
  signerName: string
  signedOn: string
}

/**
 * Records that a parent, a guardian or the client signed an open form on paper, or corrects such a signature. The holder of the record's account can
 * read the scan. Repeating the call changes nothing. Refuses with:
 * - NOT_FOUND
 * - ILLEGAL_TRANSITION if the form is not open or needs no signature, or the signature to correct is not the current one
 * - FUTURE if the day of the signature is after today
 * - FILE_REFUSED and NOT_READY if the scan has not passed the check
 * - CONFLICT if the id is in use
 */
export async function signOnPaper(tx: Tx, input: Recording, now: Date): Promise<SentFormView> {
  const { signatureId, replacesId, fileId, signerName, signedOn, ...of } = input
  const { row, today, recorded, current } = await lockWithPaper(tx, of, now)
  if (recorded.some(({ id }) => id === signatureId)) return readSentForm(tx, of, now)
  const isPossible = current ? row.state === 'signed' && current.id === replacesId : row.state === 'open' && !replacesId
  if (!isPossible || !isSignedForm(row.content)) throw illegalTransition({ state: row.state })
  if (signedOn > today) throw createRefusal('FUTURE', 409)
  const [file] = await requireOwnFiles(tx, [fileId])
  if (file?.state !== 'ready') throw createRefusal('NOT_READY', 409)
  await endPaperSignature(tx, of, now)
  const { rows } = await sql`
    insert into app.paper_signature (id, therapist_id, sent_form_id, signer_name, signed_on, account_id, file_id, recorded_at)
    values (${signatureId}, ${tx.actor.id}, ${of.id}, ${signerName}, ${signedOn}, ${tx.actor.id}, ${fileId}, ${now})
    on conflict (id) do nothing returning id`.execute(tx.kysely)
  if (!rows.length) throw conflict()
  await setSignedAt(tx, of, now)
  if (current && current.fileId !== fileId) await revokeAccess(tx, [current.fileId], 'all')
  const { accountId } = await requireRecipient(tx, of.clientId, now)
  if (accountId) await grantAccess(tx, [fileId], [accountId])
  return readSentForm(tx, of, now)
}

/**
 * Removes a signature on paper; the form is then open again. Repeating the call changes nothing. Refuses with NOT_FOUND, with ILLEGAL_TRANSITION if
 * the signature is not the current one or the consent was withdrawn, and with ALREADY_SENT if the client has another open copy of the form.
 */
export async function removePaperSignature(
  tx: Tx,
  { signatureId, ...of }: SentOf & { signatureId: PaperSignatureId },
  now: Date,
): Promise<SentFormView> {
  const { row, recorded, current } = await lockWithPaper(tx, of, now)
  if (recorded.some(({ id, hasEnded }) => id === signatureId && hasEnded)) return readSentForm(tx, of, now)
  if (current?.id !== signatureId || row.state !== 'signed') throw illegalTransition({ state: row.state })
  const { rows: others } = await sql`
    select from app.sent_form s where s.therapist_id = ${tx.actor.id} and s.client_id = ${of.clientId} and s.form_id = ${row.formId}
      and s.signed_at is null and s.cancelled_at is null`.execute(tx.kysely)
  if (others.length) throw createRefusal('ALREADY_SENT', 409)
  await endPaperSignature(tx, of, now)
  await setSignedAt(tx, of, null)
  await revokeAccess(tx, [current.fileId], 'all')
  return readSentForm(tx, of, now)
}

/**
 * Records the withdrawal of a consent that was signed on paper, or by a guardian without an account. The form and the scan stay. Repeating the call
 * changes nothing. Refuses with NOT_FOUND, and with ILLEGAL_TRANSITION if the form is not a consent or was signed with an account.
 */
export async function withdrawOnPaper(tx: Tx, of: SentOf, now: Date): Promise<SentFormView> {
  const { row, current } = await lockWithPaper(tx, of, now)
  if (row.state === 'withdrawn') return readSentForm(tx, of, now)
  const isWithoutAccount = current !== null || ticketWays.some((way) => way === row.method)
  if (row.state !== 'signed' || !row.isConsent || !isWithoutAccount) throw illegalTransition({ state: row.state })
  await sql`update app.sent_form set withdrawn_at = ${now} where therapist_id = ${tx.actor.id} and id = ${of.id}`.execute(
    tx.kysely,
  )
  return readSentForm(tx, of, now)
}

async function endPaperSignature(tx: Tx, of: SentOf, now: Date): Promise<void> {
  await sql`
    update app.paper_signature set ended_at = ${now}
    where therapist_id = ${tx.actor.id} and sent_form_id = ${of.id} and ended_at is null`.execute(tx.kysely)
}

/** Sets the time since which a form counts as signed. Open pages are notified of the change. */
async function setSignedAt(tx: Tx, of: SentOf, signedAt: Date | null): Promise<void> {
  await sql`update app.sent_form set signed_at = ${signedAt} where therapist_id = ${tx.actor.id} and id = ${of.id}`.execute(
    tx.kysely,
  )
}

import type { FormId } from '@attune/contract/common/ids'
import {
  formLimits,
  problemsOfForm,
  shownText,
  type FormTemplateName,
} from '@attune/contract/features/care/form/form.rules'
import type { FormContent, FormView } from '@attune/contract/features/care/form/form.schemas'
import type { Language } from '@attune/contract/common/text/text.schemas'
import { sql } from 'kysely'
import { isDeepStrictEqual } from 'node:util'
import { saveVersioned } from '../../../platform/command/save-versioned.ts'
import type { Tx } from '../../../platform/database/actor.ts'
import { conflict, createRefusal, limitReached, notFound } from '../../../platform/policy/refusal.ts'
import { sha256Of } from '../../../platform/secrets/sha256.ts'
import { formViewOf, requireForm, findStoredForm } from './form.queries.ts'
import { templateContent } from './form.templates.ts'

export {
  type FilledForm,
  listFilledForms,
  listOwnForms,
  readOwnForm,
  requireOwnForm,
  saveFormAnswers,
  withdrawSignedConsent,
} from './form.fill.ts'
export { type OtherSigners, readFirstName, readOtherSigners } from './sent/other-signers.ts'
export { signForm } from './form.sign.ts'
export { findStoredFormDocument } from './document/document.ts'
export { findFormsByTitle, findSentFormsByTitle, listSubmittedForms, sentStateSql } from './form.queries.ts'
export { signatureSql, type StoredSignature } from './form.signature.ts'
export { hasSignedFormsSql } from './form.has.ts'

/** Refuses with LIMIT_REACHED if the acting therapist has the maximum number of forms beside this one. */
async function requireSpaceForForm(tx: Tx, id: FormId): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from app.form f
    where f.therapist_id = ${tx.actor.id} and f.deleted_at is null and f.id <> ${id}`.execute(tx.kysely)
  if ((rows[0]?.count ?? 0) >= formLimits.forms) throw limitReached(formLimits.forms)
}

type NewForm = { id: FormId; template: FormTemplateName | null; language: Language }

/**
 * Creates a form, empty or from one of the product's templates. Repeating the call returns the same form. Refuses with LIMIT_REACHED and CONFLICT.
 */
export async function createForm(tx: Tx, { id, template, language }: NewForm): Promise<FormView> {
  const before = await findStoredForm(tx, id)
  if (before && !before.isDeleted) return formViewOf(before)
  await requireSpaceForForm(tx, id)
  const content = template
    ? templateContent(template, language)
    : ({ title: '', language, isConsent: false, fields: [] } satisfies FormContent)
  const { rows: added } = await sql`
    insert into app.form (id, therapist_id, template, content) values (${id}, ${tx.actor.id}, ${template}, ${JSON.stringify(content)})
    on conflict (id) do nothing returning id`.execute(tx.kysely)
  if (!added.length) throw conflict()
  return formViewOf(await requireForm(tx, id))
}

/**
 * Saves a form if it is based on the current version. Repeating the same call changes nothing. Refuses with NOT_FOUND, and
 * with CHANGED and the current form.
 */
export async function saveForm(
  tx: Tx,
  { id, version, content }: { id: FormId; version: number; content: FormContent },
  now: Date,
): Promise<FormView> {
  const before = await requireForm(tx, id, true)
  const versioned = {
    stored: before,
    base: version,
    isSame: () => isDeepStrictEqual(before.content, content),
    repeat: 'any',
    current: () => formViewOf(before),
    changed: () => createRefusal('CHANGED', 409, formViewOf(before)),
  } as const
  return saveVersioned(versioned, async () => {
    await sql`update app.form set content = ${JSON.stringify(content)}, version = ${version + 1}, updated_at = ${now}
      where therapist_id = ${tx.actor.id} and id = ${id}`.execute(tx.kysely)
    return formViewOf(await requireForm(tx, id))
  })
}

/**
 * Confirms the text of the current version. Repeating the call changes nothing. Refuses with NOT_FOUND, with CHANGED and the current form, and with
 * INCOMPLETE if `problemsOfForm` finds a problem.
 */
export async function confirmForm(
  tx: Tx,
  { id, version }: { id: FormId; version: number },
  now: Date,
): Promise<FormView> {
  const form = await requireForm(tx, id, true)
  if (form.version !== version) throw createRefusal('CHANGED', 409, formViewOf(form))
  if (form.confirmedVersion === version) return formViewOf(form)
  if (problemsOfForm(form.content).length) throw createRefusal('INCOMPLETE', 409)
  await sql`
    update app.form set confirmed_content = content, confirmed_version = version, confirmed_at = ${now},
      confirmed_sha256 = ${sha256Of(shownText(form))}
    where therapist_id = ${tx.actor.id} and id = ${id}`.execute(tx.kysely)
  return formViewOf(await requireForm(tx, id))
}

/**
 * Sets whether each client who joins gets a form. Refuses with NOT_FOUND, and with NOT_CONFIRMED if this is switched on before a text was confirmed.
 */
export async function setFormOnJoining(
  tx: Tx,
  { id, isSentOnJoining }: { id: FormId; isSentOnJoining: boolean },
): Promise<FormView> {
  const form = await requireForm(tx, id, true)
  if (isSentOnJoining && form.confirmedVersion === null) throw createRefusal('NOT_CONFIRMED', 409)
  await sql`update app.form set is_sent_on_joining = ${isSentOnJoining} where therapist_id = ${tx.actor.id} and id = ${id}`.execute(
    tx.kysely,
  )
  return formViewOf({ ...form, isSentOnJoining })
}

/** Deletes or restores a form of the acting therapist. Copies that were sent remain. Refuses with NOT_FOUND, and a restore with LIMIT_REACHED. */
export async function setFormDeleted(tx: Tx, id: FormId, deletedAt: Date | null): Promise<void> {
  if (!deletedAt) await requireSpaceForForm(tx, id)
  const { rows } =
    await sql`update app.form set deleted_at = ${deletedAt} where therapist_id = ${tx.actor.id} and id = ${id} returning id`.execute(
      tx.kysely,
    )
  if (!rows.length) throw notFound()
}

import type { MessageAbsenceId } from '@attune/contract/common/ids'
import type { Language } from '@attune/contract/common/text/text.schemas'
import { countryOfZone, type OwnSafetyNumbers } from '@attune/contract/features/care/safety/safety.countries.rules'
import { emergencyNumbersText } from '@attune/contract/features/care/safety/safety.numbers'
import type { Tx } from '../../../../platform/database/actor.ts'
import { languageFrom, translate } from '../../../../platform/text/translations.ts'
import { readOwnSafetyPlan } from '../../../care/safety/safety.ts'
import { wordsOf } from '../message.words.ts'

/**
 * Sends the therapist's automatic reply to the acting client, if there is an absence at the time `now` and this conversation has not received its
 * reply. The reply is a message of the therapist, followed by the emergency numbers of the client’s country. It notifies no one, moves no read
 * position, and is sent only in the app. The transaction must have locked the conversation.
 */
export async function replyDuringAbsence(
  tx: Tx,
  conversation: string,
  { now, safetyNumbers }: { now: Date; safetyNumbers: OwnSafetyNumbers },
): Promise<void> {
  const { rows } = await tx.run<{ id: MessageAbsenceId; reply: string }>(
    'select id, reply from def.unanswered_absence($1, $2)',
    [conversation, now],
  )
  const [absence] = rows
  if (!absence) return
  const numbers = await readEmergencyNumbers(tx, safetyNumbers)
  await tx.run('select def.reply_automatically($1, $2, $3, $4, $5)', [
    conversation,
    absence.id,
    numbers,
    wordsOf(`${absence.reply} ${numbers}`),
    now,
  ])
}

/** Returns the sentence with the emergency numbers of the acting client’s country, in the client’s language. */
async function readEmergencyNumbers(tx: Tx, own: OwnSafetyNumbers): Promise<string> {
  const [{ plan }, profile] = await Promise.all([
    readOwnSafetyPlan(tx),
    tx.kysely
      .selectFrom('person')
      .select(['language', 'zone'])
      .where('account_id', '=', tx.actor.id)
      .executeTakeFirstOrThrow(),
  ])
  return emergencySentence(plan.country ?? countryOfZone(profile.zone, own), languageFrom(profile.language), own)
}

/** Returns a sentence with the emergency number and the crisis lines of a country; a general sentence if they are unknown. */
export function emergencySentence(country: string | null, language: Language, own: OwnSafetyNumbers = {}): string {
  const numbers = emergencyNumbersText(country, own) ?? translate(language, 'automaticReply.general')
  return translate(language, 'automaticReply.help', { numbers })
}

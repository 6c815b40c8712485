import { z } from 'zod'
import { definePart } from '../../../platform/personal-export/exported-part.ts'
import { labelledFacts, exportedMoment, weekdayName } from '../../../platform/personal-export/facts.ts'
import { translate } from '../../../platform/text/translations.ts'
import { readOwnMessageSettings } from './message-settings.ts'

const Settings = z.strictObject({
  kind: z.literal('messages'),
  readingHours: z.array(z.strictObject({ days: z.array(z.number()), from: z.string(), until: z.string() })),
  absence: z.strictObject({ startsAt: z.string(), endsAt: z.string() }).nullable(),
  absenceText: z.string(),
  quickReplies: z.array(z.string()),
})

/** A therapist's settings of messages: the hours of reading, the reply during an absence, and the quick replies. */
export const messageSettingsExport = definePart({
  name: 'settings',
  roles: ['therapist'],
  schema: Settings,
  async *pages({ db }, person) {
    const { actor, language, now } = person
    const own = await db.asActor(actor, (tx) => readOwnMessageSettings(tx, now))
    const { readingHours, absence, absenceText } = own
    const quickReplies = own.quickReplies.items.map(({ text }) => text)
    const span = absence && { startsAt: absence.startsAt, endsAt: absence.endsAt }
    yield [
      {
        data: { kind: 'messages' as const, readingHours, absence: span, absenceText, quickReplies },
        title: translate(language, 'messageSettings.exportTitle'),
        at: null,
        facts: labelledFacts(language, {
          readingHours: readingHours.map(
            ({ days, from, until }) => `${days.map((day) => weekdayName(language, day)).join(', ')} ${from}–${until}`,
          ),
          absence: span && `${exportedMoment(person, span.startsAt)} – ${exportedMoment(person, span.endsAt)}`,
          absenceText,
          quickReplies,
        }),
      },
    ]
  },
})

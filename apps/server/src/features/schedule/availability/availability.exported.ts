import { Absence, Availability } from '@attune/contract/features/schedule/availability/availability'
import { z } from 'zod'
import { definePart } from '../../../platform/personal-export/exported-part.ts'
import { labelledFacts, exportedMoment, weekdayName } from '../../../platform/personal-export/facts.ts'
import { translate } from '../../../platform/text/translations.ts'
import { listAllAbsences } from './availability.absences.ts'
import { readOwnAvailability } from './availability.hours.ts'

type Data = z.infer<typeof Hours> | z.infer<typeof TimeOff>
const Hours = z.strictObject({ kind: z.literal('hours'), ...Availability.shape })
const TimeOff = z.strictObject({ kind: z.literal('time-off'), ...Absence.shape })

/** The bookable hours of a therapist with the rules of booking, and time off. */
export const availabilityExport = definePart<Data>({
  name: 'availability',
  roles: ['therapist'],
  schema: z.union([Hours, TimeOff]),
  async *pages({ db }, person) {
    const { actor, language, now } = person
    const hours = await db.asActor(actor, (tx) => readOwnAvailability(tx, now))
    yield [
      {
        data: { kind: 'hours', ...hours },
        title: translate(language, 'availability.bookableHours'),
        at: null,
        text: hours.weekly
          .map(({ weekday, from, until }) => `${weekdayName(language, weekday)} ${from}–${until}`)
          .join('\n'),
        facts: labelledFacts(language, {
          days: hours.days.map(({ day, ranges }) =>
            `${day} ${ranges.map(({ from, until }) => `${from}–${until}`).join(', ')}`.trim(),
          ),
        }),
      },
    ]
    const absences = await db.asActor(actor, listAllAbsences)
    yield absences.map((absence) => ({
      data: { kind: 'time-off', ...absence },
      title: absence.title || translate(language, 'availability.timeOff'),
      at: absence.startsAt,
      facts: labelledFacts(language, { until: exportedMoment(person, absence.endsAt) }),
    }))
  },
})

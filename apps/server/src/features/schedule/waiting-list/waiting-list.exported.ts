import { OwnWaitingEntry, WaitingListSettings } from '@attune/contract/features/schedule/waiting-list/waiting-list'
import { z } from 'zod'
import { definePart } from '../../../platform/personal-export/exported-part.ts'
import { exportedDay, labelledFacts, weekdayName } from '../../../platform/personal-export/facts.ts'
import { translate } from '../../../platform/text/translations.ts'
import { readWaitingListSettings } from './waiting-list.advance.ts'
import { readOwnWaitingList } from './waiting-list.entries.ts'

/** The waiting lists that a client is on, with the times that suit the client. */
export const waitingExport = definePart({
  name: 'sessions',
  roles: ['client'],
  position: 1,
  schema: z.strictObject({ kind: z.literal('waiting-list'), ...OwnWaitingEntry.shape }),
  async *pages({ db }, person) {
    const { actor, language } = person
    const { items } = await db.asActor(actor, readOwnWaitingList)
    yield items.map((entry) => ({
      data: { kind: 'waiting-list' as const, ...entry },
      title: translate(language, 'waitingList.exportTitle', { name: entry.therapistName }),
      at: entry.since,
      text: `${entry.weekdays.map((day) => weekdayName(language, day)).join(', ')} ${entry.from}–${entry.until}`,
      facts: labelledFacts(language, { until: exportedDay(person, entry.untilDay) }),
    }))
  },
})

/** The settings of a therapist's waiting list. */
export const waitingSettingsExport = definePart({
  name: 'availability',
  roles: ['therapist'],
  schema: z.strictObject({ kind: z.literal('waiting-list'), ...WaitingListSettings.shape }),
  async *pages({ db }, { actor, language }) {
    const settings = await db.asActor(actor, readWaitingListSettings)
    yield [
      {
        data: { kind: 'waiting-list' as const, ...settings },
        title: translate(language, 'recordExport.waitingList'),
        at: null,
        facts: labelledFacts(language, { isOn: settings.mode !== 'off', answerHours: settings.answerHours }),
      },
    ]
  },
})

import {
  ChangeRequest,
  Session,
  SessionEvent,
  SessionText,
} from '@attune/contract/features/schedule/session/session.schemas'
import { z } from 'zod'
import { definePart, type ExportedItem, type ExportingPerson } from '../../../platform/personal-export/exported-part.ts'
import { exportedMoment } from '../../../platform/personal-export/facts.ts'
import { translate } from '../../../platform/text/translations.ts'
import { readSessionDetail } from './read/detail.ts'
import { clientSessionPage, ownClientRecords, type sessionCursorOf } from './read/queries.ts'
import { sessionsOfRows } from './read/view.queries.ts'

const pageLength = 100

const Exported = z.strictObject({
  kind: z.literal('session'),
  session: Session,
  /** The objectives and next steps that the therapist shares. */
  texts: z.array(SessionText),
  changes: z.array(ChangeRequest),
  history: z.array(SessionEvent),
})
type Exported = z.infer<typeof Exported>

/** The sessions of a client: first the upcoming ones, then the past and cancelled ones. The other participants are left out. */
export const sessionExport = definePart({
  name: 'sessions',
  roles: ['client'],
  schema: Exported,
  async *pages({ db }, person) {
    const { actor, now } = person
    for (const which of ['upcoming', 'history'] as const) {
      let after: ReturnType<typeof sessionCursorOf>
      for (;;) {
        const query = clientSessionPage(actor, ownClientRecords, {
          which,
          ...(after && { after }),
          limit: pageLength,
          now,
        })
        const page = await db.asActor(actor, async (tx) => {
          const { rows } = await query.execute(tx.kysely)
          const exported: Exported[] = []
          for (const { id } of sessionsOfRows(rows, actor.role, now)) {
            const { session, texts, changes, history } = await readSessionDetail(tx, id, now)
            exported.push({ kind: 'session', session, texts, changes, history })
          }
          return exported
        })
        yield page.map((each) => itemOf(each, person))
        const last = page.at(-1)?.session
        if (!last || page.length < pageLength) break
        after = { startsAt: last.startsAt, id: last.id }
      }
    }
  },
})

function itemOf(exported: Exported, person: ExportingPerson): ExportedItem<Exported> {
  const { session, texts, changes } = exported
  const t = (key: string, params?: Record<string, string>) => translate(person.language, `recordExport.${key}`, params)
  const { status, durationMinutes, format, callInAttune, location, videoUrl } = session
  return {
    data: exported,
    title: session.therapist.name,
    at: session.startsAt,
    text: [
      t(`status.${status}`),
      t('minutes', { count: String(durationMinutes) }),
      t(`format.${format}`),
      callInAttune ? t('callInAttune') : '',
      location,
      videoUrl ?? '',
    ]
      .filter((line) => line !== '')
      .join('\n'),
    facts: [
      ...texts.map(({ kind, text }) => ({ label: t(kind === 'objectives' ? 'objectives' : 'nextSteps'), text })),
      ...changes.map((change) => ({
        label: translate(person.language, `session.${change.kind === 'cancel' ? 'cancelRequest' : 'moveRequest'}`),
        text: [exportedMoment(person, change.proposedStartsAt), change.reason, change.answer]
          .filter(Boolean)
          .join('\n'),
      })),
    ],
  }
}

import type { GroupId } from '@attune/contract/common/ids'
import type { Session } from '@attune/contract/features/schedule/session/session'
import { IconClipboardCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { NextPageButton } from '../../../ui/list/NextPageButton.tsx'
import { datePartsText, localDay } from '../../../ui/page/date-text.ts'
import { EmptyState } from '../../../ui/page/loading/EmptyState.tsx'
import { RowSkeletons } from '../../../ui/page/loading/ListStates.tsx'
import { Query } from '../../../ui/page/loading/Query.tsx'
import { Section } from '../../../ui/page/Section.tsx'
import { attendanceOf, participantsOf } from './attendance.ts'
import classes from './attendance.module.css'
import { memberName } from './group-members.ts'
import { useNoteStates, usePastGroupSessions } from './use-group-sessions.ts'

/**
 * The attendance of each member at the past sessions of a group, and the state of their notes: one row per person, one column per date, the latest
 * first.
 */
export function GroupAttendance({ groupId }: { groupId: GroupId }) {
  const { t } = useTranslation('group')
  const read = usePastGroupSessions(groupId)
  const sessions = read.data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <Section title={t('attendance.title')} rows={sessions.length > 0}>
      <Query
        of={read}
        pending={<RowSkeletons rows={4} />}
        failed={t('attendance.failed')}
        again={t('again')}
        empty={
          sessions.length === 0 && (
            <EmptyState
              icon={IconClipboardCheck}
              level="h3"
              title={t('attendance.empty')}
              text={t('attendance.emptyText')}
            />
          )
        }
      >
        {() => <AttendanceGrid sessions={sessions} />}
      </Query>
      <NextPageButton of={read} around={classes.more}>
        {t('attendance.earlier')}
      </NextPageButton>
    </Section>
  )
}

function AttendanceGrid({ sessions }: { sessions: Session[] }) {
  const { t } = useTranslation('group')
  const { language } = useLocale()
  return (
    // The links of the dates let the keyboard reach a grid that scrolls.
    <div className={classes.scroll} role="group" aria-label={t('attendance.title')}>
      <table className={classes.grid}>
        <thead>
          <tr>
            <th scope="col" className={classes.person}>
              {t('attendance.person')}
            </th>
            {sessions.map((session) => (
              <DateHeader key={session.id} session={session} />
            ))}
          </tr>
        </thead>
        <tbody>
          {participantsOf(sessions, language).map((person) => (
            <tr key={person.clientId}>
              <th scope="row" className={classes.person}>
                {memberName(person)}
              </th>
              {sessions.map((session) => {
                const cell = attendanceOf(session, person.clientId)
                return (
                  <td key={session.id} data-cell={cell}>
                    {t(`attendance.cell.${cell}`)}
                  </td>
                )
              })}
            </tr>
          ))}
          <NoteStates sessions={sessions} />
        </tbody>
      </table>
    </div>
  )
}

/** The row with the state of the note on each session. */
function NoteStates({ sessions }: { sessions: Session[] }) {
  const { t } = useTranslation('group')
  const notes = useNoteStates(sessions.map(({ id }) => id))
  return (
    <tr>
      <th scope="row" className={classes.person}>
        {t('attendance.note')}
      </th>
      {sessions.map(({ id }) => {
        const state = notes.get(id)
        return (
          <td key={id} data-cell={state}>
            {state && t(`attendance.noteState.${state}`)}
          </td>
        )
      })}
    </tr>
  )
}

/** The date of a session, which links to the page of the session. */
function DateHeader({ session: { id, startsAt } }: { session: Session }) {
  const locale = useLocale()
  const day = localDay(startsAt, locale)
  return (
    <th scope="col">
      <Link
        className={classes.date}
        to="/dashboard/$userType/sessions/session-details"
        params={{ userType: 'therapist' }}
        search={{ id }}
      >
        {datePartsText(day, locale.language, { day: 'numeric', month: 'short' })}
      </Link>
    </th>
  )
}

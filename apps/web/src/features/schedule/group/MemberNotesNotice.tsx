import type { MemberNote } from '@attune/contract/features/schedule/group/group'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { Callout } from '../../../ui/base/Callout.tsx'
import { TextLink } from '../../../ui/base/TextLink.tsx'
import { dateText, localDay } from '../../../ui/page/date-text.ts'
import classes from './group.module.css'

type Props = { name: string; notes: { items: MemberNote[]; total: number } }

/**
 * Lists for the therapist the notes on sessions of the group that contain text about a member, and says that the text is kept. Shows nothing if there
 * is none.
 */
export function MemberNotesNotice({ name, notes: { items, total } }: Props) {
  const { t } = useTranslation('group')
  const locale = useLocale()
  if (total === 0) return null
  return (
    <Callout title={t('remove.notes', { count: total, name })}>
      {t('remove.notesKept', { name })}
      <ul className={classes.dates}>
        {items.map(({ sessionId, startsAt, hasOwnPart, hasSharedPart }) => (
          <li key={sessionId}>
            <TextLink
              to="/dashboard/$userType/sessions/session-details"
              params={{ userType: 'therapist' }}
              search={{ id: sessionId }}
            >
              {dateText(localDay(startsAt, locale), locale.language)}
            </TextLink>{' '}
            ({[hasOwnPart && t('remove.ownPart'), hasSharedPart && t('remove.sharedPart')].filter(Boolean).join(', ')})
          </li>
        ))}
      </ul>
      {total > items.length && t('remove.notesLatest', { count: items.length })}
    </Callout>
  )
}

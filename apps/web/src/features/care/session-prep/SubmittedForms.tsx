import type { ClientId } from '@attune/contract/common/ids'
import type { SessionPrep } from '@attune/contract/features/care/session-prep/session-prep'
import { IconFlag } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { TextLink } from '../../../ui/base/TextLink.tsx'
import { dayText, localDay } from '../../../ui/page/date-text.ts'
import { StatusBadge } from '../../../ui/page/status/StatusBadge.tsx'
import { MoreItems, SessionPrepPart, mostItems } from './SessionPrepPart.tsx'
import classes from './session-prep.module.css'

/** Lists submitted forms, each with a link to the documents of the client. */
export function SubmittedForms({ forms, clientId }: { forms: SessionPrep['forms']; clientId: ClientId }) {
  const { t } = useTranslation('sessionPrep')
  const locale = useLocale()
  return (
    <SessionPrepPart title={t('forms')}>
      <ul className={classes.list}>
        {forms.slice(0, mostItems).map(({ id, title, signedAt, needsReview }) => (
          <li key={id}>
            <TextLink to={`/dashboard/therapist/clients/${clientId}/client-profile?tab=documents` as '/'}>
              {title}
            </TextLink>
            {needsReview && (
              <div>
                <StatusBadge icon={IconFlag} tone="danger">
                  {t('reviewForm')}
                </StatusBadge>
              </div>
            )}
            <div className={classes.said}>{t('submitted', { when: dayText(localDay(signedAt, locale), locale) })}</div>
          </li>
        ))}
      </ul>
      <MoreItems count={forms.length - mostItems} />
    </SessionPrepPart>
  )
}

/** Shows the number of unread messages, with a link to the conversation. */
export function UnreadMessagesPart({ count, clientId }: { count: number; clientId: ClientId }) {
  const { t } = useTranslation('sessionPrep')
  return (
    <SessionPrepPart title={t('messages')}>
      <TextLink to={`/dashboard/therapist/messages?conversation=${clientId}` as '/'}>{t('unread', { count })}</TextLink>
    </SessionPrepPart>
  )
}

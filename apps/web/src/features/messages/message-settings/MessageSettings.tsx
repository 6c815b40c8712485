import type { OwnMessageSettings } from '@attune/contract/features/messages/message-settings/message-settings'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyInBoundary, lazyNamed } from '../../../platform/lazy-named.ts'
import { LoadedSettings } from '../../../ui/page/loading/LoadedSettings.tsx'
import { useMessageSettings } from './use-message-settings.ts'

const ReadingHoursForm = lazyInBoundary(() => import('./ReadingHoursForm.tsx'), 'ReadingHoursForm')
const AbsenceReplyForm = lazyInBoundary(() => import('./AbsenceReplyForm.tsx'), 'AbsenceReplyForm')
const QuickReplyList = lazyInBoundary(() => import('./QuickReplyList.tsx'), 'QuickReplyList')
const OwnTextTotals = lazyNamed(() => import('../text-message/text-message.ts'), 'OwnTextTotals')

/** Edits the hours in which the therapist reads messages. */
export const ReadingHoursSettings = () => (
  <LoadedMessageSettings>{({ readingHours }) => <ReadingHoursForm saved={readingHours} />}</LoadedMessageSettings>
)

/** Edits the reply that clients get during an absence. */
export const AbsenceReplySettings = () => (
  <LoadedMessageSettings>
    {({ absence, absenceText }) => <AbsenceReplyForm key={absence?.id} saved={absence} latestText={absenceText} />}
  </LoadedMessageSettings>
)

/** Edits the quick replies, and shows the numbers of sent and received texts. */
export const QuickReplySettings = () => (
  <LoadedMessageSettings>
    {({ quickReplies }) => (
      <>
        <QuickReplyList saved={quickReplies} />
        <OwnTextTotals />
      </>
    )}
  </LoadedMessageSettings>
)

/** Loads a therapist's settings for messages and shows a part of them. */
function LoadedMessageSettings({ children }: { children: (saved: OwnMessageSettings) => ReactNode }) {
  const { t } = useTranslation('messageSettings')
  return (
    <LoadedSettings read={useMessageSettings()} failed={t('loadFailed')} again={t('again')}>
      {children}
    </LoadedSettings>
  )
}

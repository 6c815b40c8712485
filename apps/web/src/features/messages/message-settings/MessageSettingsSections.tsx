import type { OwnMessageSettings } from '@attune/contract/features/messages/message-settings/message-settings'
import { lazyNamed } from '../../../platform/lazy-named.ts'
import { AbsenceReplyForm } from './AbsenceReplyForm.tsx'
import classes from './message-settings.module.css'
import { QuickReplyList } from './QuickReplyList.tsx'
import { ReadingHoursForm } from './ReadingHoursForm.tsx'

const OwnTextTotals = lazyNamed(() => import('../text-message/text-message.ts'), 'OwnTextTotals')

/** The settings for messages: reading hours, the reply during an absence, quick replies, and the numbers of sent and received texts. */
export function MessageSettingsSections({ saved }: { saved: OwnMessageSettings }) {
  const { readingHours, absence, absenceText, quickReplies } = saved
  return (
    <div className={classes.sections}>
      <ReadingHoursForm saved={readingHours} />
      <AbsenceReplyForm key={absence?.id} saved={absence} latestText={absenceText} />
      <QuickReplyList saved={quickReplies} />
      <OwnTextTotals />
    </div>
  )
}

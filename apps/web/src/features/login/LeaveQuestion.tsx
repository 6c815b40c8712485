import { useTranslation } from 'react-i18next'
import { LeaveDialog } from '../../ui/LeaveDialog.tsx'
import { leaveAnyway } from './leave.ts'
import { stay } from './leave-asked.ts'

/** Asks before a sign-out that would lose unsent text. */
export default function LeaveQuestion() {
  const { t } = useTranslation(['login', 'gate'])
  return (
    <LeaveDialog
      over
      title={t('gate:question.title')}
      text={t('gate:question.text')}
      stay={t('gate:question.stay')}
      leave={t('gate:question.go')}
      onStay={stay}
      onLeave={() => void leaveAnyway()}
    />
  )
}

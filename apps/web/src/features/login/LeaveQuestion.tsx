import { useTranslation } from 'react-i18next'
import { LeaveDialog } from '../../ui/LeaveDialog.tsx'
import { leaveAnyway, stay } from './leave.ts'

/** Before a sign-out that would lose what is not sent yet. */
export default function LeaveQuestion() {
  const { t } = useTranslation('login')
  return (
    <LeaveDialog
      over
      title={t('leave.title')}
      text={t('leave.text')}
      stay={t('leave.stay')}
      leave={t('leave.go')}
      onStay={stay}
      onLeave={() => void leaveAnyway()}
    />
  )
}

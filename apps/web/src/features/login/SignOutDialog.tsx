import { useTranslation } from 'react-i18next'
import { DiscardDialog } from '../../ui/DiscardDialog.tsx'
import { signOutWithoutAsking } from './sign-out.ts'
import { closeSignOutQuestion } from './sign-out-question.ts'

/** Asks before a sign-out that would lose unsent text. */
export default function SignOutDialog() {
  const { t } = useTranslation(['login', 'gate'])
  return (
    <DiscardDialog
      over
      title={t('gate:question.title')}
      text={t('gate:question.text')}
      stay={t('gate:question.stay')}
      leave={t('gate:question.go')}
      onStay={closeSignOutQuestion}
      onLeave={() => void signOutWithoutAsking()}
    />
  )
}

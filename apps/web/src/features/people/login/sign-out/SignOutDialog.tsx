import { useTranslation } from 'react-i18next'
import { DiscardDialog } from '../../../../ui/dialog/DiscardDialog.tsx'
import { signOutWithoutAsking } from './sign-out.ts'
import { closeSignOutQuestion, signOutQuestion } from './question.ts'

/** Asks the person to confirm a sign-out that would discard unsent text. */
export default function SignOutDialog() {
  const { t } = useTranslation(['login', 'reauthentication'])
  return (
    <DiscardDialog
      over
      title={t('reauthentication:question.title')}
      text={t('reauthentication:question.text')}
      stay={t('reauthentication:question.stay')}
      leave={t('reauthentication:question.logOut')}
      onStay={closeSignOutQuestion}
      onLeave={() => void signOutWithoutAsking(signOutQuestion.get() === 'all')}
    />
  )
}

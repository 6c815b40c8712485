import { maskedEmail } from '@attune/contract/features/people/login/login.rules'
import { useTranslation } from 'react-i18next'
import type { Me } from '../../../../platform/login/login.ts'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { PersonAvatar } from '../../../../ui/page/row/PersonAvatar.tsx'
import classes from '../public/LoginFields.module.css'

/** Shows the avatar, name and email address of the person who was signed in on this page. */
export function SignedInPersonSummary({ email, me }: { email: string; me: Me | null }) {
  return (
    <>
      <div className={classes.who}>
        <PersonAvatar personId={me?.id ?? ''} name={me?.displayName ?? email} url={me?.avatarUrl} />
        <span>
          {me?.displayName}
          <small>{email}</small>
        </span>
      </div>
      <input type="hidden" name="email" autoComplete="username" value={email} readOnly />
    </>
  )
}

/** Shows the first letters of the address of a locked page's account, because someone else may hold the device. */
export function MaskedAccount({ email }: { email: string }) {
  const { t } = useTranslation('reauthentication')
  return <div className={classes.hint}>{t('lock.account', { email: maskedEmail(email) })}</div>
}

/** Tells the person that the app keeps this page and everything typed on the page. */
export function PageKeptCallout() {
  const { t } = useTranslation(['login', 'reauthentication'])
  return <Callout kind="calm">{t('reauthentication:kept')}</Callout>
}

import type { GuardedClient } from '@attune/contract/features/people/guardian/guardian'
import { IconUserHeart } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import classes from './ActingForBar.module.css'

/** The line at the top of every page of a guardian: for whom they act, and with which therapist. It links to the home of this client. */
export function ActingForBar({ client }: { client: GuardedClient }) {
  const { t } = useTranslation('guardianHome')
  return (
    <p className={classes.bar}>
      <IconUserHeart size={18} stroke={1.6} aria-hidden />
      <span>
        <Link to="/for/$clientId" params={{ clientId: client.clientId }} className={classes.name}>
          {t('bar.for', { name: client.firstName })}
        </Link>
        {client.therapistName && <> · {t('bar.with', { name: client.therapistName })}</>}
      </span>
    </p>
  )
}
